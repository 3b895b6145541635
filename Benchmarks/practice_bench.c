/* Measures practice with many cards and reviews: what they cost at the start and in memory, and how
 * long the next question, what is due, a search, and a new session take.
 *
 * usage: practice_bench CARDS RUNS CALLS DATABASE DECK COMMAND ARG…
 *
 * COMMAND is the daemon; DATABASE is where it keeps what was practiced, and DECK the file of a deck;
 * neither is there yet. All cards of the deck are given a schedule, a half of them due, and ten
 * reviews. A start is from spawn to the name on the bus, a call from its sending to its whole reply.
 *
 * Prints lines separated by tabs: start, the number of cards, median and p99 in milliseconds; first,
 * the cards, the time of the first session in milliseconds, for which all is read, and of the next
 * one; searched, the cards, the time of the first search; deck, the cards of the largest deck, the
 * processor time in milliseconds that the daemon takes to read it, and this program to split its lines;
 * Due, Reveal, Search and Start, the cards, median and p99 in milliseconds; dirty and RSS, the cards, KiB
 * without any cards and with them all.
 */

#define PROGRAM "practice_bench"
#include "daemon.h"
#include "practice.h"

#include <unistd.h>

#define DECKS NAME ".Decks"
#define THEMES NAME ".Themes"
#define DAY 86400000000ll

/* The most cards that a deck may have. */
#define LARGE_DECK 20000
#define REVIEWS 10

/* Finds all cards, some of them, or none. */
static void search(size_t turn) {
    const char *texts[] = {"meaning", "123", "said 77", "none"}, *text = texts[turn % 4];
    dbus_uint32_t limit = 50;
    DBusMessage *message = new_call(DECKS, "Search");
    dbus_message_append_args(message, DBUS_TYPE_STRING, &text, DBUS_TYPE_UINT32, &limit, DBUS_TYPE_INVALID);
    dbus_message_unref(call(message));
}

static void write_deck(const char *path, size_t cards) {
    FILE *file = fopen(path, "w");
    if (!file)
        fail(path, strerror(errno));
    for (size_t card = 0; card < cards; card++)
        fprintf(file, "word %zu\tmeaning %zu\tsaid %zu\n", card, card, card);
    if (fclose(file))
        fail(path, strerror(errno));
}

static void schedule_all(const char *path, size_t cards) {
    sqlite3 *database;
    char sql[512];
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    long long today = (long long)time.tv_sec * 1000000;
    if (sqlite3_open(path, &database) != SQLITE_OK)
        fail(path, sqlite3_errmsg(database));
    run_sql(database, "BEGIN");
    for (size_t card = 0; card < cards; card++) {
        /* Of a stability of 10 days a half is due after 0 to 20. */
        long long reviewed = today - (long long)(card % 20) * DAY;
        snprintf(sql, sizeof sql,
                 "INSERT INTO card (id, deck, side, added_at) VALUES (%zu, 'many', 'word %zu', %lld);"
                 "INSERT INTO schedule (card, direction, stability, difficulty, introduced_at, reviewed_at, reviewed_on) "
                 "VALUES (%zu, 'forward', 10, 5, %lld, %lld, %lld)",
                 card + 1, card, today - 30 * DAY, card + 1, today - 30 * DAY, reviewed, reviewed / DAY);
        run_sql(database, sql);
    }
    snprintf(sql, sizeof sql,
             "WITH RECURSIVE turn (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM turn WHERE n < %d) "
             "INSERT INTO review (at, rating, elapsed, card, direction, mode, took, day) "
             "SELECT %lld - n * %lld, 3, 2, id, 'forward', 'choices', 2000, %lld - n FROM turn, card ORDER BY n DESC",
             REVIEWS, today - 20 * DAY, DAY, today / DAY - 20);
    run_sql(database, sql);
    run_sql(database, "UPDATE review SET sequence = id, stamp = at + id;"
                      "UPDATE machine SET (last, stamp) = (SELECT max(sequence), max(stamp) FROM review)");
    run_sql(database, "COMMIT; PRAGMA wal_checkpoint(TRUNCATE)");
    sqlite3_close(database);
}

/* All is read for the first session, which tells how long that takes. */
static void measure_first(const char *deck, size_t cards) {
    uint64_t begin = now();
    start_session(deck, false);
    double read = (double)(now() - begin) / 1e6;
    begin = now();
    start_session(deck, false);
    printf("first\t%zu\t%.2f\t%.2f\n", cards, read, (double)(now() - begin) / 1e6);
}

/* The processor time in milliseconds for keeping a copy of each field of a deck, in C: what the daemon's reading
 * is compared with. */
static double split_deck(const char *path) {
    static char *fields[3 * LARGE_DECK];
    char *line = NULL, *rest, *field;
    size_t size = 0, count = 0;
    clock_t begin = clock();
    FILE *file = fopen(path, "r");
    if (!file)
        fail(path, strerror(errno));
    while (getline(&line, &size, file) > 0)
        for (rest = line; count < 3 * LARGE_DECK && (field = strsep(&rest, "\t\n")) && rest; count++)
            fields[count] = strdup(field);
    double time = (double)(clock() - begin) * 1e3 / CLOCKS_PER_SEC;
    fclose(file);
    free(line);
    while (count)
        free(fields[--count]);
    return time;
}

/* To list all themes, the daemon reads the whole deck, and keeps it for one of its pairs. */
static void measure_deck(char **command, const char *path) {
    const char *deck = "many";
    dbus_uint32_t offset = 0, limit = 1;
    DBusMessage *message = new_call(THEMES, "Pairs");
    dbus_message_append_args(message, DBUS_TYPE_STRING, &deck, DBUS_TYPE_UINT32, &offset, DBUS_TYPE_UINT32, &limit,
                             DBUS_TYPE_INVALID);
    write_deck(path, LARGE_DECK);
    start(command);
    long before = read_number("schedstat", "");
    read_property(THEMES, "Names");
    dbus_message_unref(call(message));
    printf("deck\t%d\t%.2f\t%.2f\n", LARGE_DECK, (double)(read_number("schedstat", "") - before) / 1e6,
           split_deck(path));
    stop();
}

int main(int argc, char **argv) {
    size_t cards = argc > 6 ? strtoul(argv[1], NULL, 10) : 0;
    size_t runs = argc > 6 ? strtoul(argv[2], NULL, 10) : 0;
    size_t calls = argc > 6 ? strtoul(argv[3], NULL, 10) : 0;
    if (cards < QUESTIONS || !runs || !calls) {
        fprintf(stderr, "usage: practice_bench CARDS RUNS CALLS DATABASE DECK COMMAND ARG...\n");
        return 2;
    }
    char **command = argv + 6;
    uint64_t *times = prepare(runs > calls ? runs : calls);

    start(command);
    measure_first("Japanese", 0);
    long dirty = dirty_memory(), resident = resident_memory();
    stop();
    measure_starts(command, 0, runs, times);
    measure_deck(command, argv[5]);
    write_deck(argv[5], cards);
    schedule_all(argv[4], cards);
    measure_starts(command, cards, runs, times);

    start(command);
    measure_first("many", cards);
    for (size_t i = 0; i < calls; i++) {
        uint64_t begin = now();
        read_property(PRACTICE, "Due");
        times[i] = now() - begin;
    }
    tell("Due", cards, times, calls);
    for (size_t i = 0; i < calls; i++) {
        if (i % QUESTIONS == 0)
            start_session("many", i % (2 * QUESTIONS) == 0);
        uint64_t begin = now();
        reveal((dbus_uint32_t)(i % QUESTIONS + 1));
        times[i] = now() - begin;
    }
    tell("Reveal", cards, times, calls);
    uint64_t begin = now();
    search(0);
    printf("searched\t%zu\t%.2f\n", cards, (double)(now() - begin) / 1e6);
    for (size_t i = 0; i < calls; i++) {
        begin = now();
        search(i);
        times[i] = now() - begin;
    }
    tell("Search", cards, times, calls);
    for (size_t i = 0; i < calls; i++) {
        uint64_t begin = now();
        start_session("many", i % 2);
        times[i] = now() - begin;
    }
    tell("Start", cards, times, calls);
    /* What was read for searching is kept for some seconds. */
    sleep(8);
    printf("dirty\t%zu\t%ld\t%ld\n", cards, dirty, dirty_memory());
    printf("RSS\t%zu\t%ld\t%ld\n", cards, resident, resident_memory());
    stop();
    return 0;
}
