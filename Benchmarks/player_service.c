/* The other end of the comparison of followers: the least media player that `playerctl -F` follows.
 *
 * Each Next gives the track another title and tells it by PropertiesChanged, then replies: what a
 * flip is to `memorize watch`. Trigger does the same, and answers when. The track's id stays, as on
 * a radio station: where that changes, playerctl asks for the status as well, which would be a
 * round trip to its disadvantage.
 */

#include "service.h"

#define BUS_NAME "org.mpris.MediaPlayer2.memorizebench"
#define OBJECT_PATH "/org/mpris/MediaPlayer2"
#define PLAYER "org.mpris.MediaPlayer2.Player"
#define PLAYING "Playing"

static uint32_t song = 1;

static void append_metadata(DBusMessageIter *properties) {
    ContainerEntry entry;
    const char *track = OBJECT_PATH "/station";
    char text[32], *title = text;
    snprintf(text, sizeof text, "Song %u", song);
    DBusMessageIter *metadata = begin_entry(properties, "Metadata", "a{sv}", &entry);
    append_entry(metadata, "mpris:trackid", DBUS_TYPE_OBJECT_PATH, &track);
    append_entry(metadata, "xesam:title", DBUS_TYPE_STRING, &title);
    end_entry(properties, &entry);
}

static void play_next(void) {
    Changes changes;
    song++;
    append_metadata(begin_changes(OBJECT_PATH, PLAYER, &changes));
    send_changes(&changes);
}

/* MARK: methods */

static void handle_next(DBusMessage *call) {
    play_next();
    reply(call, answer_to(call));
}

/* The card stands for nothing here: both services are called alike. */
static void handle_trigger(DBusMessage *call) {
    signaled_at = 0;
    play_next();
    reply_to_trigger(call);
}

static void handle_get_all(DBusMessage *call) {
    DBusMessageIter body, properties;
    const char *interface, *name, *playing = PLAYING;
    dbus_bool_t yes = TRUE;
    DBusMessage *answer = answer_to(call);
    dbus_message_iter_init_append(answer, &body);
    open_container(&body, DBUS_TYPE_ARRAY, "{sv}", &properties);
    if (read_property_call(call, &interface, &name) && !strcmp(interface, PLAYER)) {
        /* Of a player that cannot play playerctl prints nothing. */
        append_entry(&properties, "CanPlay", DBUS_TYPE_BOOLEAN, &yes);
        append_entry(&properties, "PlaybackStatus", DBUS_TYPE_STRING, &playing);
        append_metadata(&properties);
    }
    dbus_message_iter_close_container(&body, &properties);
    reply(call, answer);
}

/* Only the status is asked for by itself, when the track's id is first told. */
static void handle_get(DBusMessage *call) {
    const char *playing = PLAYING;
    DBusMessageIter body;
    DBusMessage *answer = answer_to(call);
    dbus_message_iter_init_append(answer, &body);
    append_variant(&body, DBUS_TYPE_STRING, &playing);
    reply(call, answer);
}

static DBusHandlerResult handle(DBusConnection *on, DBusMessage *message, void *data) {
    (void)on;
    (void)data;
    if (dbus_message_is_method_call(message, PLAYER, "Next"))
        handle_next(message);
    else if (dbus_message_is_method_call(message, BENCHMARK, "Trigger"))
        handle_trigger(message);
    else if (dbus_message_is_method_call(message, DBUS_INTERFACE_PROPERTIES, "GetAll"))
        handle_get_all(message);
    else if (dbus_message_is_method_call(message, DBUS_INTERFACE_PROPERTIES, "Get"))
        handle_get(message);
    else
        return DBUS_HANDLER_RESULT_NOT_YET_HANDLED;
    return DBUS_HANDLER_RESULT_HANDLED;
}

int main(void) {
    return serve("player_service", BUS_NAME, OBJECT_PATH, handle);
}
