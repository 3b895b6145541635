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

#include "messages.h"

#define BENCHMARK "org.memorized.Benchmark1"

static DBusConnection *connection;
/* When the first signal since it was last set to 0 was handed to the bus. */
static uint64_t signaled_at;

/* MARK: messages */

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
    if (signaled_at == 0) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        signaled_at = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
    }
    send_and_drop(message);
}

/* A PropertiesChanged; what has changed is appended before send_changes. */
typedef struct {
    DBusMessage *message;
    DBusMessageIter body, changed;
} Changes;

static inline DBusMessageIter *begin_changes(const char *path, const char *interface, Changes *changes) {
    changes->message = new_signal(path, DBUS_INTERFACE_PROPERTIES, "PropertiesChanged", &changes->body);
    append(&changes->body, DBUS_TYPE_STRING, &interface);
    open_container(&changes->body, DBUS_TYPE_ARRAY, "{sv}", &changes->changed);
    return &changes->changed;
}

static inline void send_changes(Changes *changes) {
    DBusMessageIter invalidated;
    dbus_message_iter_close_container(&changes->body, &changes->changed);
    open_container(&changes->body, DBUS_TYPE_ARRAY, "s", &invalidated);
    dbus_message_iter_close_container(&changes->body, &invalidated);
    send_signal(changes->message);
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
    append(&body, DBUS_TYPE_UINT64, &signaled_at);
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
