/* What the programs share that measure the daemon: they start it, call it, and tell times.
 *
 * Whoever includes it defines PROGRAM, its own name.
 */

#include <dbus/dbus.h>
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "measure.h"
#include "messages.h"

#define NAME "org.memorized.Memorize1"
#define PATH "/org/memorized/Memorize1"

extern char **environ;

static DBusConnection *bus;
static pid_t daemon_pid;

static void kill_daemon(void) {
    if (daemon_pid)
        kill(daemon_pid, SIGKILL);
}

static void tell(const char *what, size_t of, uint64_t *times, size_t count) {
    qsort(times, count, sizeof *times, by_size);
    printf("%s\t%zu\t%.2f\t%.2f\n", what, of, (double)times[count / 2] / 1e6,
           (double)times[(count - 1) * 99 / 100] / 1e6);
}

/* MARK: the daemon */

static uint64_t start(char **command) {
    DBusError error = DBUS_ERROR_INIT;
    uint64_t begin = now();
    int fault = posix_spawnp(&daemon_pid, command[0], NULL, NULL, command, environ);
    if (fault)
        fail(command[0], strerror(fault));
    /* The bus tells of the owner before it answers the daemon. */
    for (;;) {
        DBusMessage *message = dbus_connection_pop_message(bus);
        if (!message) {
            if (!dbus_connection_read_write(bus, 10000) || now() - begin > 10000000000u)
                fail(command[0], "it did not take its name within 10 s");
            continue;
        }
        const char *name = "", *old = "", *new = "";
        bool came = dbus_message_is_signal(message, DBUS_INTERFACE_DBUS, "NameOwnerChanged")
            && dbus_message_get_args(message, &error, DBUS_TYPE_STRING, &name, DBUS_TYPE_STRING, &old,
                                     DBUS_TYPE_STRING, &new, DBUS_TYPE_INVALID)
            && *new;
        dbus_message_unref(message);
        if (came)
            return now() - begin;
    }
}

static void stop(void) {
    int status;
    kill(daemon_pid, SIGTERM);
    while (waitpid(daemon_pid, &status, 0) < 0)
        if (errno != EINTR)
            fail("waitpid", strerror(errno));
    daemon_pid = 0;
    if (status)
        fail("the daemon", "it did not end well");
}

static inline void measure_starts(char **command, size_t games, size_t runs, uint64_t *times) {
    for (size_t i = 0; i < runs; i++) {
        times[i] = start(command);
        stop();
    }
    tell("start", games, times, runs);
}

/* The number after a label in one of the files that tell of the daemon; 0 if it is not there. */
static inline long read_number(const char *name, const char *label) {
    char path[64], line[256];
    long number = 0;
    snprintf(path, sizeof path, "/proc/%d/%s", (int)daemon_pid, name);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        if (!strncmp(line, label, strlen(label))) {
            number = strtol(line + strlen(label), NULL, 10);
            break;
        }
    if (file)
        fclose(file);
    return number;
}

static inline long dirty_memory(void) { return read_number("smaps_rollup", "Private_Dirty:"); }
static inline long resident_memory(void) { return read_number("status", "VmRSS:"); }

/* MARK: calls */

static DBusMessage *call(DBusMessage *message) {
    DBusError error = DBUS_ERROR_INIT;
    DBusMessage *reply = dbus_connection_send_with_reply_and_block(bus, message, 10000, &error);
    if (!reply)
        fail(dbus_message_get_member(message), error.message);
    dbus_message_unref(message);
    return reply;
}

static DBusMessage *new_call(const char *interface, const char *member) {
    DBusMessage *message = dbus_message_new_method_call(NAME, PATH, interface, member);
    if (!message)
        abort();
    return message;
}

static void run_sql(sqlite3 *database, const char *sql) {
    char *error = NULL;
    if (sqlite3_exec(database, sql, NULL, NULL, &error) != SQLITE_OK)
        fail(sql, error);
}

/* Connects to the bus, follows who has the daemon's name, and makes room for so many times. */
static uint64_t *prepare(size_t count) {
    DBusError error = DBUS_ERROR_INIT;
    uint64_t *times = calloc(count, sizeof *times);
    if (!times)
        fail("memory", "there is none");
    atexit(kill_daemon);
    bus = dbus_bus_get_private(DBUS_BUS_SESSION, &error);
    if (!bus)
        fail("the bus", error.message);
    dbus_bus_add_match(bus, "type='signal',interface='org.freedesktop.DBus',member='NameOwnerChanged',arg0='" NAME "'",
                       &error);
    return times;
}
