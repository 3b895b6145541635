/* The other end of the comparison of followers: the least media player that `playerctl -F` follows.
 *
 * Each Next gives the track another title and tells it by PropertiesChanged, then replies: what a
 * flip is to `memorize watch`. The track's id stays, as on a radio station: where that changes,
 * playerctl asks for the status as well, which would be a round trip to its disadvantage.
 */

#include <dbus/dbus.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUS_NAME "org.mpris.MediaPlayer2.memorizebench"
#define OBJECT_PATH "/org/mpris/MediaPlayer2"
#define PLAYER "org.mpris.MediaPlayer2.Player"
#define PLAYING "Playing"

static DBusConnection *connection;
static uint32_t song = 1;

/* MARK: messages */

static void append(DBusMessageIter *to, int type, const void *value) {
    if (!dbus_message_iter_append_basic(to, type, value))
        abort();
}

static void open_container(DBusMessageIter *in, int type, const char *contents, DBusMessageIter *container) {
    if (!dbus_message_iter_open_container(in, type, contents, container))
        abort();
}

static void append_variant(DBusMessageIter *to, int type, const void *value) {
    DBusMessageIter variant;
    char signature[2] = {(char)type, 0};
    open_container(to, DBUS_TYPE_VARIANT, signature, &variant);
    append(&variant, type, value);
    dbus_message_iter_close_container(to, &variant);
}

static void append_entry(DBusMessageIter *dictionary, const char *key, int type, const void *value) {
    DBusMessageIter entry;
    open_container(dictionary, DBUS_TYPE_DICT_ENTRY, NULL, &entry);
    append(&entry, DBUS_TYPE_STRING, &key);
    append_variant(&entry, type, value);
    dbus_message_iter_close_container(dictionary, &entry);
}

static void append_metadata(DBusMessageIter *properties) {
    DBusMessageIter entry, variant, metadata;
    const char *key = "Metadata", *track = OBJECT_PATH "/station";
    char text[32], *title = text;
    snprintf(text, sizeof text, "Song %u", song);
    open_container(properties, DBUS_TYPE_DICT_ENTRY, NULL, &entry);
    append(&entry, DBUS_TYPE_STRING, &key);
    open_container(&entry, DBUS_TYPE_VARIANT, "a{sv}", &variant);
    open_container(&variant, DBUS_TYPE_ARRAY, "{sv}", &metadata);
    append_entry(&metadata, "mpris:trackid", DBUS_TYPE_OBJECT_PATH, &track);
    append_entry(&metadata, "xesam:title", DBUS_TYPE_STRING, &title);
    dbus_message_iter_close_container(&variant, &metadata);
    dbus_message_iter_close_container(&entry, &variant);
    dbus_message_iter_close_container(properties, &entry);
}

static void send_and_drop(DBusMessage *message) {
    if (!dbus_connection_send(connection, message, NULL))
        abort();
    dbus_message_unref(message);
}

static DBusMessage *answer_to(DBusMessage *call) {
    DBusMessage *answer = dbus_message_new_method_return(call);
    if (!answer)
        abort();
    return answer;
}

/* MARK: methods */

static void handle_next(DBusMessage *call) {
    DBusMessageIter body, changed, invalidated;
    const char *interface = PLAYER;
    DBusMessage *message = dbus_message_new_signal(OBJECT_PATH, DBUS_INTERFACE_PROPERTIES, "PropertiesChanged");
    if (!message)
        abort();
    song++;
    dbus_message_iter_init_append(message, &body);
    append(&body, DBUS_TYPE_STRING, &interface);
    open_container(&body, DBUS_TYPE_ARRAY, "{sv}", &changed);
    append_metadata(&changed);
    dbus_message_iter_close_container(&body, &changed);
    open_container(&body, DBUS_TYPE_ARRAY, "s", &invalidated);
    dbus_message_iter_close_container(&body, &invalidated);
    send_and_drop(message);
    send_and_drop(answer_to(call));
}

static void handle_get_all(DBusMessage *call) {
    DBusMessageIter body, properties;
    const char *interface, *playing = PLAYING;
    dbus_bool_t yes = TRUE;
    DBusMessage *answer = answer_to(call);
    dbus_message_iter_init_append(answer, &body);
    open_container(&body, DBUS_TYPE_ARRAY, "{sv}", &properties);
    if (dbus_message_get_args(call, NULL, DBUS_TYPE_STRING, &interface, DBUS_TYPE_INVALID)
        && !strcmp(interface, PLAYER)) {
        /* Of a player that cannot play playerctl prints nothing. */
        append_entry(&properties, "CanPlay", DBUS_TYPE_BOOLEAN, &yes);
        append_entry(&properties, "PlaybackStatus", DBUS_TYPE_STRING, &playing);
        append_metadata(&properties);
    }
    dbus_message_iter_close_container(&body, &properties);
    send_and_drop(answer);
}

/* Only the status is asked for by itself, when the track's id is first told. */
static void handle_get(DBusMessage *call) {
    const char *playing = PLAYING;
    DBusMessageIter body;
    DBusMessage *answer = answer_to(call);
    dbus_message_iter_init_append(answer, &body);
    append_variant(&body, DBUS_TYPE_STRING, &playing);
    send_and_drop(answer);
}

static DBusHandlerResult handle(DBusConnection *on, DBusMessage *message, void *data) {
    (void)on;
    (void)data;
    if (dbus_message_is_method_call(message, PLAYER, "Next"))
        handle_next(message);
    else if (dbus_message_is_method_call(message, DBUS_INTERFACE_PROPERTIES, "GetAll"))
        handle_get_all(message);
    else if (dbus_message_is_method_call(message, DBUS_INTERFACE_PROPERTIES, "Get"))
        handle_get(message);
    else
        return DBUS_HANDLER_RESULT_NOT_YET_HANDLED;
    return DBUS_HANDLER_RESULT_HANDLED;
}

int main(void) {
    static const DBusObjectPathVTable table = {.message_function = handle};
    DBusError error = DBUS_ERROR_INIT;
    connection = dbus_bus_get_private(DBUS_BUS_SESSION, &error);
    if (!connection || !dbus_connection_register_object_path(connection, OBJECT_PATH, &table, NULL)
        || dbus_bus_request_name(connection, BUS_NAME, DBUS_NAME_FLAG_DO_NOT_QUEUE, &error)
            != DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER) {
        fprintf(stderr, "player_service: %s\n", error.message ? error.message : "the name is taken");
        return 1;
    }
    while (dbus_connection_read_write_dispatch(connection, -1))
        ;
    return 0;
}
