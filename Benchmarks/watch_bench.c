/* Measures the time from an event to its line: of `memorize watch` from a flip, of `playerctl -F`
 * from the next track, by turns in one run, so that whatever else the machine does falls on both.
 *
 * usage: watch_bench [--from-signal] EVENTS CARD CARD CARD CARD -- WATCH ARG… -- PLAYERCTL ARG…
 *
 * Both services are there already: memorized, with a game on, and player_service. The four cards,
 * of which the first two are no mates and the last two neither, are flipped in turn, over and over.
 * So every flip is accepted: each mismatch turns the other down, and the game has no end.
 *
 * The time begins before the call that makes the service tell the event, and ends when the line
 * has been read: it holds the work of the service and of the bus as well. With --from-signal it
 * begins when the service hands the first signal of the event to the bus, so that of the service
 * there is nothing in it but what it has to send after that. Then both services are those in C,
 * flip_service --as-memorized in memorized's place: they are called by Trigger, and answer the time
 * (see service.h). The reply is left on the socket until the line is there, so that it wakes nobody
 * meanwhile. Between two events all is idle for a moment, as followers are: a flood would measure
 * how they gather several.
 *
 * Prints a line for each follower: its name, events, p50 and p99 in microseconds, its CPU time an
 * event, and the events with those that were not measured; then the ratio of the first to the
 * second, as "ratio", by p50 and by p99. Fields are separated by tabs.
 */

#include <dbus/dbus.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define PROGRAM "watch_bench"
#include "measure.h"

#define CARDS 4
#define FIRST_COMMAND (2 + CARDS)
#define MEMORIZED "org.memorized.Memorize1", "/org/memorized/Memorize1"
#define PLAYER "org.mpris.MediaPlayer2.memorizebench", "/org/mpris/MediaPlayer2"
#define BENCHMARK "org.memorized.Benchmark1"
/* Events of each follower that are not counted: the first pay for caches and lazy binding. */
#define WARM_UP 20
#define PAUSE_NANOSECONDS 3000000
#define DEADLINE_MILLISECONDS 10000

typedef struct {
    const char *name;
    char **arguments;
    /* The call of the next event. */
    DBusMessage *(*new_call)(void);
    pid_t pid;
    int lines;
    uint64_t *times, cpu_time;
} Follower;

static DBusConnection *connection;
static uint32_t cards[CARDS];
static Follower followers[2];
static bool from_signal;

/* MARK: the followers */

static void end_followers(void) {
    for (int i = 0; i < 2; i++)
        if (followers[i].pid > 0) {
            kill(followers[i].pid, SIGKILL);
            waitpid(followers[i].pid, NULL, 0);
        }
}

static void start(Follower *follower) {
    int ends[2];
    pid_t parent = getpid();
    if (pipe(ends) < 0 || fcntl(ends[0], F_SETFD, FD_CLOEXEC) < 0 || fcntl(ends[0], F_SETFL, O_NONBLOCK) < 0)
        fail("pipe", strerror(errno));
    follower->pid = fork();
    if (follower->pid < 0)
        fail("fork", strerror(errno));
    if (follower->pid == 0) {
        /* One that follows without end must not outlive a benchmark that was killed. */
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent)
            _exit(127);
        dup2(ends[1], STDOUT_FILENO);
        close(ends[1]);
        execvp(follower->arguments[0], follower->arguments);
        fprintf(stderr, "watch_bench: %s: %s\n", follower->arguments[0], strerror(errno));
        _exit(127);
    }
    close(ends[1]);
    follower->lines = ends[0];
}

/* Waits for a whole line, which has to be all that there is to read, and returns when that was;
 * 0 where none came in time. */
static uint64_t await_line(const Follower *follower) {
    static char buffer[65536];
    size_t size = 0;
    uint64_t deadline = now() + DEADLINE_MILLISECONDS * 1000000ull;
    while (true) {
        struct pollfd lines = {.fd = follower->lines, .events = POLLIN};
        uint64_t time = now();
        if (time >= deadline)
            return 0;
        if (poll(&lines, 1, (int)((deadline - time) / 1000000) + 1) < 0 && errno != EINTR)
            fail("poll", strerror(errno));
        ssize_t count = read(follower->lines, buffer + size, sizeof buffer - size);
        time = now();
        if (count == 0)
            fail(follower->name, "ended, or its line is too long");
        if (count < 0 && errno != EAGAIN && errno != EINTR)
            fail(follower->name, strerror(errno));
        size += count > 0 ? (size_t)count : 0;
        const char *end = memchr(buffer, '\n', size);
        if (end && end != buffer + size - 1)
            fail(follower->name, "told more than one line");
        if (end)
            return time;
    }
}

/* What all threads of the follower have taken until now. */
static uint64_t cpu_time(const Follower *follower) {
    clockid_t clock;
    struct timespec time = {0};
    int fault = clock_getcpuclockid(follower->pid, &clock);
    if (fault)
        fail(follower->name, strerror(fault));
    clock_gettime(clock, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* A line that is there before its event would be measured as one that came at once. */
static void expect_silence(const Follower *follower) {
    struct pollfd lines = {.fd = follower->lines, .events = POLLIN};
    if (poll(&lines, 1, 0) > 0)
        fail(follower->name, "ended, or told a line without an event");
}

/* MARK: the events */

static DBusMessage *with_card(DBusMessage *call, uint32_t card) {
    if (!call || !dbus_message_append_args(call, DBUS_TYPE_UINT32, &card, DBUS_TYPE_INVALID))
        fail("a call", "out of memory");
    return call;
}

static DBusMessage *new_flip(void) {
    static size_t flips = 0;
    DBusMessage *call = from_signal
        ? dbus_message_new_method_call(MEMORIZED, BENCHMARK, "Trigger")
        : dbus_message_new_method_call(MEMORIZED, "org.memorized.Memorize1.Game", "Flip");
    return with_card(call, cards[flips++ % CARDS]);
}

/* The player has no cards, and takes one for no more than that both are called alike. */
static DBusMessage *new_next(void) {
    return from_signal
        ? with_card(dbus_message_new_method_call(PLAYER, BENCHMARK, "Trigger"), cards[0])
        : dbus_message_new_method_call(PLAYER, "org.mpris.MediaPlayer2.Player", "Next");
}

/* Takes the reply, which is waited for as long as every event is: Trigger's tells when the service
 * sent its first signal, and 0 stands for the others. */
static uint64_t take_reply(DBusPendingCall *pending, const char *member) {
    DBusError error = DBUS_ERROR_INIT;
    uint64_t signaled_at = 0;
    dbus_pending_call_block(pending);
    DBusMessage *answer = dbus_pending_call_steal_reply(pending);
    if (!answer)
        fail(member, "no answer");
    if (dbus_set_error_from_message(&error, answer)
        || (from_signal
            && !dbus_message_get_args(answer, &error, DBUS_TYPE_UINT64, &signaled_at, DBUS_TYPE_INVALID)))
        fail(member, error.message);
    dbus_message_unref(answer);
    dbus_pending_call_unref(pending);
    return signaled_at;
}

static uint64_t measure(const Follower *follower) {
    static const struct timespec pause = {.tv_nsec = PAUSE_NANOSECONDS};
    nanosleep(&pause, NULL);
    expect_silence(follower);
    DBusMessage *call = follower->new_call();
    DBusPendingCall *pending = NULL;
    if (!call)
        fail(follower->name, "out of memory");
    uint64_t start = now();
    if (!dbus_connection_send_with_reply(connection, call, &pending, DEADLINE_MILLISECONDS) || !pending)
        fail(follower->name, "the bus is gone");
    dbus_connection_flush(connection);
    uint64_t end = await_line(follower);
    /* Of an event that was refused there is no line, and the reply says why. */
    uint64_t signaled_at = take_reply(pending, dbus_message_get_member(call));
    if (end == 0)
        fail(follower->name, "told no line of the event within 10 s");
    if (from_signal && (signaled_at < start || signaled_at > end))
        fail(follower->name, "its service tells a time before the call or after the line");
    dbus_message_unref(call);
    return end - (from_signal ? signaled_at : start);
}

/* MARK: figures */

static double percentile(const Follower *follower, size_t count, double part) {
    return (double)follower->times[(size_t)(part * (double)(count - 1) + 0.5)] / 1000;
}

static void print_figures(size_t events) {
    for (int i = 0; i < 2; i++) {
        qsort(followers[i].times, events, sizeof *followers[i].times, by_size);
        printf("%s\t%zu\t%.2f\t%.2f\t%.2f\t%zu\n", followers[i].name, events,
               percentile(&followers[i], events, 0.5), percentile(&followers[i], events, 0.99),
               (double)followers[i].cpu_time / (double)events / 1000, events + WARM_UP);
    }
    printf("ratio\t%.3f\t%.3f\n", percentile(&followers[0], events, 0.5) / percentile(&followers[1], events, 0.5),
           percentile(&followers[0], events, 0.99) / percentile(&followers[1], events, 0.99));
}

static bool read_commands(char **arguments) {
    for (int i = 0; i < 2; i++) {
        if (!arguments[0] || strcmp(arguments[0], "--") || !arguments[1])
            return false;
        /* The list of the first ends where the second's mark stands. */
        *arguments++ = NULL;
        followers[i].arguments = arguments;
        while (*arguments && strcmp(*arguments, "--"))
            arguments++;
    }
    return !*arguments;
}

int main(int argc, char **argv) {
    from_signal = argc > 1 && !strcmp(argv[1], "--from-signal");
    argc -= from_signal;
    argv += from_signal;
    size_t events = argc > FIRST_COMMAND ? strtoul(argv[1], NULL, 10) : 0;
    followers[0] = (Follower){.name = "watch", .new_call = new_flip};
    followers[1] = (Follower){.name = "playerctl", .new_call = new_next};
    if (events == 0 || !read_commands(argv + FIRST_COMMAND)) {
        fprintf(stderr, "usage: watch_bench [--from-signal] EVENTS CARD CARD CARD CARD "
                        "-- WATCH ARG... -- PLAYERCTL ARG...\n");
        return 2;
    }
    for (int i = 0; i < CARDS; i++)
        cards[i] = (uint32_t)strtoul(argv[2 + i], NULL, 10);
    DBusError error = DBUS_ERROR_INIT;
    connection = dbus_bus_get_private(DBUS_BUS_SESSION, &error);
    if (!connection)
        fail("no bus", error.message);
    atexit(end_followers);
    for (int i = 0; i < 2; i++) {
        followers[i].times = calloc(events, sizeof *followers[i].times);
        if (!followers[i].times)
            fail("events", "out of memory");
        start(&followers[i]);
        /* What is true at the beginning: it follows once it has told that. */
        if (await_line(&followers[i]) == 0)
            fail(followers[i].name, "told nothing at its beginning within 10 s");
    }
    for (size_t round = 0; round < WARM_UP + events; round++) {
        for (int i = 0; i < 2 && round == WARM_UP; i++)
            followers[i].cpu_time = cpu_time(&followers[i]);
        for (size_t place = 0; place < 2; place++) {
            /* Who goes first changes, so that neither always follows the other. */
            Follower *follower = &followers[(round + place) % 2];
            uint64_t duration = measure(follower);
            if (round >= WARM_UP)
                follower->times[round - WARM_UP] = duration;
        }
    }
    for (int i = 0; i < 2; i++)
        followers[i].cpu_time = cpu_time(&followers[i]) - followers[i].cpu_time;
    print_figures(events);
    return 0;
}
