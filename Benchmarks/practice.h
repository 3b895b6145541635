/* What the programs share that measure practice: they ask questions and give them up. */

#define PRACTICE NAME ".Practice"
/* A session of 20 questions, each given up once. */
#define QUESTIONS 20

static void start_session(const char *deck, bool due) {
    DBusMessage *message = new_call(PRACTICE, "Start");
    DBusMessageIter body, options;
    dbus_uint32_t questions = QUESTIONS;
    dbus_bool_t is_due = due;
    dbus_message_iter_init_append(message, &body);
    dbus_message_iter_open_container(&body, DBUS_TYPE_ARRAY, "{sv}", &options);
    append_entry(&options, "deck", DBUS_TYPE_STRING, &deck);
    append_entry(&options, "questions", DBUS_TYPE_UINT32, &questions);
    append_entry(&options, "due", DBUS_TYPE_BOOLEAN, &is_due);
    dbus_message_iter_close_container(&body, &options);
    dbus_message_unref(call(message));
}

/* Gives a question up, by which the next one is asked. */
static void reveal(dbus_uint32_t question) {
    DBusMessage *message = new_call(PRACTICE, "Reveal");
    dbus_message_append_args(message, DBUS_TYPE_UINT32, &question, DBUS_TYPE_INVALID);
    dbus_message_unref(call(message));
}

static void read_property(const char *interface, const char *property) {
    DBusMessage *message = new_call(DBUS_INTERFACE_PROPERTIES, "Get");
    dbus_message_append_args(message, DBUS_TYPE_STRING, &interface, DBUS_TYPE_STRING, &property, DBUS_TYPE_INVALID);
    dbus_message_unref(call(message));
}
