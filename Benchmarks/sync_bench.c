/* Measures what the folder of several machines costs: an answer that is written into it, and the
 * reviews of another machine that arrive.
 *
 * usage: sync_bench REVIEWS CALLS ROUNDS DATA COMMAND ARG…
 *
 * COMMAND is the daemon, started anew in each round, by turns with the folder DATA and without one, to
 * give up CALLS questions. Then a file with REVIEWS of another machine appears in DATA/memorize/log,
 * while calls are made one after the other. This program does the least with the same file: it checks
 * the sum of each line, and inserts it into a table.
 *
 * Prints lines separated by tabs: with and without, the calls, the least median of a round in
 * microseconds, and the least p99; foreign, the reviews, the seconds until all have arrived, the median,
 * the p99 and the longest of the calls made meanwhile in milliseconds, and KiB resident before and a
 * while after; least, the reviews, the seconds.
 */

#define PROGRAM "sync_bench"
#include "daemon.h"
#include "practice.h"

#include <unistd.h>

#define MACHINE "benchbenchbenchb"
#define START 1700000000000000ull
#define DAY 86400000000ull
/* What is resident goes back when nothing more happens. */
#define REST 4
/* More calls than can be made while reviews arrive. */
#define MEANWHILE 1000000

static uint32_t sums[256];

static void prepare_sums(void) {
    for (uint32_t byte = 0; byte < 256; byte++) {
        uint32_t sum = byte;
        for (int bit = 0; bit < 8; bit++)
            sum = sum >> 1 ^ (sum & 1 ? 0x82f63b78u : 0);
        sums[byte] = sum;
    }
}

static uint32_t sum_of(const char *text, size_t count) {
    uint32_t sum = ~0u;
    for (size_t i = 0; i < count; i++)
        sum = sum >> 8 ^ sums[(sum ^ (uint8_t)text[i]) & 255];
    return ~sum;
}

/* Writes reviews of 5000 cards, a few hundred on each day. */
static void write_log(const char *path, size_t reviews) {
    FILE *file = fopen(path, "w");
    if (!file)
        fail(path, strerror(errno));
    for (size_t i = 0; i < reviews; i++) {
        char line[256];
        unsigned long long at = START + i * (DAY / 400);
        int count = snprintf(
            line, sizeof line,
            "%zu\t%llu\treview\tguid=card%zu\tdirection=forward\tat=%llu\ton=%llu\trating=%zu\ttook=2000\tmode=typed",
            i + 1, at, i % 5000, at, at / DAY, i % 4 + 1);
        fprintf(file, "%s\t%08x\n", line, sum_of(line, (size_t)count));
    }
    if (fclose(file))
        fail(path, strerror(errno));
}

static double do_least(const char *path, const char *database_path) {
    sqlite3 *database;
    sqlite3_stmt *insert;
    uint64_t begin = now();
    FILE *file = fopen(path, "r");
    if (!file || sqlite3_open(database_path, &database) != SQLITE_OK)
        fail(path, "it cannot be read into a table");
    run_sql(database, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
                      "CREATE TABLE event (sequence INTEGER PRIMARY KEY, line TEXT); BEGIN");
    sqlite3_prepare_v2(database, "INSERT INTO event VALUES (?, ?)", -1, &insert, NULL);
    char line[256];
    while (fgets(line, sizeof line, file)) {
        char *end = strrchr(line, '\t');
        if (!end || strtoul(end + 1, NULL, 16) != sum_of(line, (size_t)(end - line)))
            fail(path, "a line is damaged");
        sqlite3_bind_int64(insert, 1, strtoll(line, NULL, 10));
        sqlite3_bind_text(insert, 2, line, (int)(end - line), SQLITE_STATIC);
        if (sqlite3_step(insert) != SQLITE_DONE)
            fail(database_path, sqlite3_errmsg(database));
        sqlite3_reset(insert);
    }
    sqlite3_finalize(insert);
    run_sql(database, "COMMIT");
    sqlite3_close(database);
    fclose(file);
    return (double)(now() - begin) / 1e9;
}

/* MARK: answers */

static void measure_answers(char **command, size_t calls, uint64_t *times, uint64_t *median, uint64_t *p99) {
    start(command);
    /* By the first ones, statements are prepared. */
    for (size_t i = 0; i < calls + 2 * QUESTIONS; i++) {
        if (i % QUESTIONS == 0)
            start_session("Japanese basics", false);
        uint64_t begin = now();
        reveal((dbus_uint32_t)(i % QUESTIONS + 1));
        if (i >= 2 * QUESTIONS)
            times[i - 2 * QUESTIONS] = now() - begin;
    }
    stop();
    qsort(times, calls, sizeof *times, by_size);
    if (times[calls / 2] < *median)
        *median = times[calls / 2];
    if (times[(calls - 1) * 99 / 100] < *p99)
        *p99 = times[(calls - 1) * 99 / 100];
}

/* MARK: arrival */

/* Whether the daemon has said that all reviews are taken over. */
static bool have_arrived(void) {
    DBusMessage *message;
    bool came = false;
    while ((message = dbus_connection_pop_message(bus))) {
        came = came || dbus_message_is_signal(message, NAME ".Storage", "LogRead");
        dbus_message_unref(message);
    }
    return came;
}

static void measure_arrival(char **command, size_t reviews, const char *from, const char *to, uint64_t *times) {
    size_t calls = 0;
    start(command);
    read_property(PRACTICE, "Due");
    sleep(REST);
    long before = resident_memory();
    uint64_t begin = now();
    if (rename(from, to))
        fail(to, strerror(errno));
    do {
        uint64_t sent = now();
        read_property(NAME ".Game", "Moves");
        if (calls < MEANWHILE)
            times[calls++] = now() - sent;
        if (now() - begin > 60000000000u)
            fail(to, "its reviews did not arrive within a minute");
        usleep(500);
    } while (!have_arrived());
    double seconds = (double)(now() - begin) / 1e9;
    sleep(REST);
    qsort(times, calls, sizeof *times, by_size);
    printf("foreign\t%zu\t%.2f\t%.2f\t%.2f\t%.2f\t%ld\t%ld\n", reviews, seconds, (double)times[calls / 2] / 1e6,
           (double)times[(calls - 1) * 99 / 100] / 1e6, (double)times[calls - 1] / 1e6, before, resident_memory());
    stop();
}

int main(int argc, char **argv) {
    size_t reviews = argc > 5 ? strtoul(argv[1], NULL, 10) : 0;
    size_t calls = argc > 5 ? strtoul(argv[2], NULL, 10) : 0;
    size_t rounds = argc > 5 ? strtoul(argv[3], NULL, 10) : 0;
    if (!reviews || !calls || !rounds) {
        fprintf(stderr, "usage: sync_bench REVIEWS CALLS ROUNDS DATA COMMAND ARG...\n");
        return 2;
    }
    const char *data = argv[4];
    char **command = argv + 5, beside[4096], path[4096], table[4096];
    uint64_t *times = prepare(calls > MEANWHILE ? calls : MEANWHILE);
    uint64_t with[] = {UINT64_MAX, UINT64_MAX}, without[] = {UINT64_MAX, UINT64_MAX};
    DBusError error = DBUS_ERROR_INIT;
    dbus_bus_add_match(bus, "type='signal',interface='" NAME ".Storage',member='LogRead'", &error);
    prepare_sums();

    unsetenv("HOME");
    for (size_t i = 0; i < rounds; i++) {
        setenv("XDG_DATA_HOME", data, 1);
        measure_answers(command, calls, times, &with[0], &with[1]);
        unsetenv("XDG_DATA_HOME");
        measure_answers(command, calls, times, &without[0], &without[1]);
    }
    printf("with\t%zu\t%.1f\t%.1f\n", calls, (double)with[0] / 1e3, (double)with[1] / 1e3);
    printf("without\t%zu\t%.1f\t%.1f\n", calls, (double)without[0] / 1e3, (double)without[1] / 1e3);

    setenv("XDG_DATA_HOME", data, 1);
    snprintf(beside, sizeof beside, "%s/arriving", data);
    snprintf(table, sizeof table, "%s/table", data);
    snprintf(path, sizeof path, "%s/memorize/log/" MACHINE, data);
    write_log(beside, reviews);
    double least = do_least(beside, table);
    if (mkdir(path, 0700))
        fail(path, strerror(errno));
    snprintf(path, sizeof path, "%s/memorize/log/" MACHINE "/2023-11.log", data);
    measure_arrival(command, reviews, beside, path, times);
    printf("least\t%zu\t%.2f\n", reviews, least);
    return 0;
}
