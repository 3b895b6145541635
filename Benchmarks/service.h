/* What the benchmarks' services in C share: the making of messages, the clock of Trigger, and the
 * loop in which they answer.
 *
 * org.memorized.Benchmark1 is the interface by which watch_bench makes a service tell an event:
 *
 *   Trigger(u card) → (t)     when the first of its signals was handed to the bus, in nanoseconds
 *                             of CLOCK_MONOTONIC, which all processes of a machine share
 *
 * So the time of a follower begins with the signal, whatever its service did before.
 */

#ifndef MEMORIZE_BENCHMARKS_SERVICE_H
#define MEMORIZE_BENCHMARKS_SERVICE_H

#include <dbus/dbus.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BENCHMARK "org.memorized.Benchmark1"

static DBusConnection *connection;
/* When the first signal since it was last set to 0 was handed to the bus. */
static uint64_t signalled_at;

/* MARK: messages */

static inline void append(DBusMessageIter *to, int type, const void *value) {
    if (!dbus_message_iter_append_basic(to, type, value))
        abort();
}

static inline void open_container(DBusMessageIter *in, int type, const char *contents, DBusMessageIter *container) {
    if (!dbus_message_iter_open_container(in, type, contents, container))
        abort();
}

static inline void append_variant(DBusMessageIter *to, int type, const void *value) {
    DBusMessageIter variant;
    char signature[2] = {(char)type, 0};
    open_container(to, DBUS_TYPE_VARIANT, signature, &variant);
    append(&variant, type, value);
    dbus_message_iter_close_container(to, &variant);
}

static inline void append_entry(DBusMessageIter *dictionary, const char *key, int type, const void *value) {
    DBusMessageIter entry;
    open_container(dictionary, DBUS_TYPE_DICT_ENTRY, NULL, &entry);
    append(&entry, DBUS_TYPE_STRING, &key);
    append_variant(&entry, type, value);
    dbus_message_iter_close_container(dictionary, &entry);
}

/* An entry whose value is a container; what is in it is appended before end_entry. */
typedef struct {
    DBusMessageIter entry, variant, contents;
} ContainerEntry;

static inline DBusMessageIter *begin_entry(
    DBusMessageIter *dictionary, const char *key, const char *signature, ContainerEntry *to) {
    open_container(dictionary, DBUS_TYPE_DICT_ENTRY, NULL, &to->entry);
    append(&to->entry, DBUS_TYPE_STRING, &key);
    open_container(&to->entry, DBUS_TYPE_VARIANT, signature, &to->variant);
    open_container(&to->variant, DBUS_TYPE_ARRAY, signature + 1, &to->contents);
    return &to->contents;
}

static inline void end_entry(DBusMessageIter *dictionary, ContainerEntry *entry) {
    dbus_message_iter_close_container(&entry->variant, &entry->contents);
    dbus_message_iter_close_container(&entry->entry, &entry->variant);
    dbus_message_iter_close_container(dictionary, &entry->entry);
}

static inline DBusMessage *new_signal(
    const char *path, const char *interface, const char *member, DBusMessageIter *body) {
    DBusMessage *message = dbus_message_new_signal(path, interface, member);
    if (!message)
        abort();
    dbus_message_iter_init_append(message, body);
    return message;
}

static inline void send_and_drop(DBusMessage *message) {
    if (!dbus_connection_send(connection, message, NULL))
        abort();
    dbus_message_unref(message);
}

static inline void send_signal(DBusMessage *message) {
    if (signalled_at == 0) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        signalled_at = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
    }
    send_and_drop(message);
}

static inline DBusMessage *answer_to(DBusMessage *call) {
    DBusMessage *answer = dbus_message_new_method_return(call);
    if (!answer)
        abort();
    return answer;
}

static inline void reply(DBusMessage *call, DBusMessage *answer) {
    if (!answer)
        abort();
    if (dbus_message_get_no_reply(call))
        dbus_message_unref(answer);
    else
        send_and_drop(answer);
}

static inline void refuse(DBusMessage *call, const char *name, const char *sentence) {
    reply(call, dbus_message_new_error(call, name, sentence));
}

/* MARK: methods */

/* The arguments of Get, and the one of GetAll, whose name is NULL then. */
static inline bool read_property_call(DBusMessage *call, const char **interface, const char **name) {
    *name = NULL;
    if (dbus_message_is_method_call(call, DBUS_INTERFACE_PROPERTIES, "GetAll"))
        return dbus_message_get_args(call, NULL, DBUS_TYPE_STRING, interface, DBUS_TYPE_INVALID);
    return dbus_message_get_args(call, NULL, DBUS_TYPE_STRING, interface, DBUS_TYPE_STRING, name, DBUS_TYPE_INVALID);
}

static inline void reply_to_trigger(DBusMessage *call) {
    DBusMessage *answer = answer_to(call);
    DBusMessageIter body;
    dbus_message_iter_init_append(answer, &body);
    append(&body, DBUS_TYPE_UINT64, &signalled_at);
    reply(call, answer);
}

/* Answers calls until the bus goes, and returns the status to exit with. */
static inline int serve(
    const char *program, const char *name, const char *path, DBusObjectPathMessageFunction handle) {
    const DBusObjectPathVTable table = {.message_function = handle};
    DBusError error = DBUS_ERROR_INIT;
    connection = dbus_bus_get_private(DBUS_BUS_SESSION, &error);
    if (!connection || !dbus_connection_register_object_path(connection, path, &table, NULL)
        || dbus_bus_request_name(connection, name, DBUS_NAME_FLAG_DO_NOT_QUEUE, &error)
            != DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER) {
        fprintf(stderr, "%s: %s\n", program, error.message ? error.message : "the name is taken");
        return 1;
    }
    /* libdbus' own loop polls its one socket directly: no other loop costs less. */
    while (dbus_connection_read_write_dispatch(connection, -1))
        ;
    return 0;
}

#endif
