/* Measures the history: how the daemon starts, and what Games and Statistics take, with no game in
 * the store and with many.
 *
 * usage: history_bench GAMES FLIPS RUNS CALLS DATABASE COMMAND ARG…
 *
 * COMMAND is the daemon, started RUNS times for each figure; DATABASE is where it keeps its games,
 * and is not there yet. Some games are played over the bus. Then they are copied in the database,
 * log and all, until there are GAMES. One more is played for FLIPS flips, of which none is a match,
 * and given up. A start is from spawn to the name on the bus, a call from its sending to its whole
 * reply.
 *
 * Prints lines separated by tabs: start, the number of games, median and p99 in milliseconds; Games,
 * Statistics, Log and Verify, the bytes of the reply, median and p99 in milliseconds; read and sent, the
 * number of games, median and p99 of what this program takes to read them from the database, and also to
 * send them to itself; size, bytes of the database with its games, without the long one.
 */

#define PROGRAM "history_bench"
#include "daemon.h"

#define GAME NAME ".Game"
#define HISTORY NAME ".History"
#define MOST_CARDS 64

static const char *const themes[] = {"Halloween", "Vehicles", "Flowers", "Animals", "Fruit", "Sea", "Sports", "Food"};
#define THEMES (sizeof themes / sizeof *themes)

/* The most games that a call returns. */
#define LISTED 500

static DBusMessage *games_call(void) {
    DBusMessage *message = new_call(HISTORY, "Games");
    DBusMessageIter body, options;
    dbus_uint32_t limit = LISTED;
    dbus_message_iter_init_append(message, &body);
    dbus_message_iter_open_container(&body, DBUS_TYPE_ARRAY, "{sv}", &options);
    append_entry(&options, "limit", DBUS_TYPE_UINT32, &limit);
    dbus_message_iter_close_container(&body, &options);
    return message;
}

/* Begins a game, of a seed where that is not 0. */
static void begin_game(const char *theme, dbus_uint32_t pairs, dbus_uint64_t seed) {
    DBusMessage *message = new_call(GAME, "NewGame");
    DBusMessageIter body, options;
    dbus_message_iter_init_append(message, &body);
    dbus_message_iter_open_container(&body, DBUS_TYPE_ARRAY, "{sv}", &options);
    append_entry(&options, "theme", DBUS_TYPE_STRING, &theme);
    append_entry(&options, "pairs", DBUS_TYPE_UINT32, &pairs);
    if (seed)
        append_entry(&options, "seed", DBUS_TYPE_UINT64, &seed);
    dbus_message_iter_close_container(&body, &options);
    dbus_message_unref(call(message));
}

static size_t size_of(DBusMessage *message) {
    char *bytes;
    int count;
    if (!dbus_message_marshal(message, &bytes, &count))
        abort();
    dbus_free(bytes);
    return (size_t)count;
}

/* Calls a method of the history, with an id where that is not 0. */
static void measure_calls(const char *member, dbus_uint64_t id, size_t calls, uint64_t *times) {
    size_t size = 0;
    /* The first one, by which statements are prepared, counts for nothing. */
    for (size_t i = 0; i <= calls; i++) {
        DBusMessage *message = strcmp(member, "Games") ? new_call(HISTORY, member) : games_call();
        if (id)
            dbus_message_append_args(message, DBUS_TYPE_UINT64, &id, DBUS_TYPE_INVALID);
        uint64_t begin = now();
        DBusMessage *reply = call(message);
        if (i > 0)
            times[i - 1] = now() - begin;
        size = size_of(reply);
        dbus_message_unref(reply);
    }
    tell(member, size, times, calls);
}

/* MARK: games */

/* Flips a card, notes its face, and tells whether the game is won by it. */
static bool flip(dbus_uint32_t card, char faces[][64], bool *matched) {
    DBusMessage *message = new_call(GAME, "Flip");
    dbus_message_append_args(message, DBUS_TYPE_UINT32, &card, DBUS_TYPE_INVALID);
    DBusMessage *reply = call(message);
    DBusMessageIter body, cards, fields;
    const char *outcome;
    dbus_message_iter_init(reply, &body);
    dbus_message_iter_get_basic(&body, &outcome);
    *matched = !strcmp(outcome, "matched");
    bool won = !strcmp(outcome, "won");
    dbus_message_iter_next(&body), dbus_message_iter_next(&body), dbus_message_iter_next(&body);
    for (dbus_message_iter_recurse(&body, &cards); dbus_message_iter_get_arg_type(&cards) != DBUS_TYPE_INVALID;
         dbus_message_iter_next(&cards)) {
        dbus_uint32_t number;
        const char *face;
        dbus_message_iter_recurse(&cards, &fields);
        dbus_message_iter_get_basic(&fields, &number);
        dbus_message_iter_next(&fields), dbus_message_iter_next(&fields);
        dbus_message_iter_get_basic(&fields, &face);
        if (number == card)
            snprintf(faces[card], sizeof faces[card], "%s", face);
    }
    dbus_message_unref(reply);
    return won;
}

static int known_mate(dbus_uint32_t card, dbus_uint32_t known, char faces[][64]) {
    for (dbus_uint32_t other = 0; other < known; other++)
        if (other != card && !strcmp(faces[other], faces[card]))
            return (int)other;
    return -1;
}

/* Plays with a perfect memory: cards in their order, and a mate as soon as it is known. */
static void play(const char *theme, dbus_uint32_t pairs) {
    char faces[MOST_CARDS][64] = {{0}};
    bool matched, gone[MOST_CARDS] = {false};
    begin_game(theme, pairs, 0);
    dbus_uint32_t next = 0;
    while (next < 2 * pairs) {
        dbus_uint32_t first = next++;
        if (flip(first, faces, &matched))
            return;
        int mate = known_mate(first, first, faces);
        dbus_uint32_t second = mate >= 0 ? (dbus_uint32_t)mate : next++;
        if (flip(second, faces, &matched))
            return;
        gone[first] = gone[second] = matched;
        mate = matched ? -1 : known_mate(second, first, faces);
        if (mate < 0 || gone[mate])
            continue;
        if (flip((dbus_uint32_t)mate, faces, &matched) || flip(second, faces, &matched))
            return;
        gone[second] = gone[mate] = true;
    }
    fail("play", "the game did not end");
}

/* Seed 42 deals four faces to the first four cards: 0 and 1 are a mismatch, 2 and 3 another, and each
 * can be flipped while the other is on show. */
static void play_long(size_t flips) {
    char faces[MOST_CARDS][64];
    bool matched = false;
    begin_game("Halloween", 4, 42);
    for (size_t i = 0; i < flips; i++)
        if (flip((dbus_uint32_t)(i % 4), faces, &matched) || matched)
            fail("a long game", "seed 42 deals mates among the first four cards");
    begin_game("Halloween", 4, 42);
}

static void copy_games(const char *path, size_t from, size_t games) {
    sqlite3 *database;
    char sql[512];
    if (sqlite3_open(path, &database) != SQLITE_OK)
        fail(path, sqlite3_errmsg(database));
    run_sql(database, "BEGIN");
    for (size_t id = from + 1; id <= games; id++) {
        size_t source = (id - 1) % from + 1;
        snprintf(sql, sizeof sql,
                 "CREATE TEMP TABLE one AS SELECT * FROM game WHERE id = %zu;"
                 "CREATE TEMP TABLE its AS SELECT * FROM entry WHERE game = %zu;"
                 "UPDATE one SET id = %zu; UPDATE its SET game = %zu;"
                 "INSERT INTO game SELECT * FROM one; INSERT INTO entry SELECT * FROM its;"
                 "DROP TABLE one; DROP TABLE its;",
                 source, source, id, id);
        run_sql(database, sql);
    }
    run_sql(database, "COMMIT; PRAGMA wal_checkpoint(TRUNCATE)");
    sqlite3_close(database);
}

/* MARK: a peer in C */

/* The signal that holds the games. */
#define PEER "Peer"

static void append_column(DBusMessageIter *row, sqlite3_stmt *statement, int column) {
    const char *name = sqlite3_column_name(statement, column);
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER:
        append_entry(row, name, DBUS_TYPE_INT64, &(dbus_int64_t){sqlite3_column_int64(statement, column)});
        break;
    case SQLITE_FLOAT:
        append_entry(row, name, DBUS_TYPE_DOUBLE, &(double){sqlite3_column_double(statement, column)});
        break;
    case SQLITE_TEXT: {
        const char *text = (const char *)sqlite3_column_text(statement, column);
        append_entry(row, name, DBUS_TYPE_STRING, &text);
    }
    }
}

/* Sends a message over the bus to this program itself, and waits for it. */
static void send_to_itself(DBusMessage *message) {
    dbus_message_set_destination(message, dbus_bus_get_unique_name(bus));
    if (!dbus_connection_send(bus, message, NULL))
        abort();
    for (bool came = false; !came;) {
        DBusMessage *received = dbus_connection_pop_message(bus);
        if (received) {
            came = dbus_message_is_signal(received, HISTORY, PEER);
            dbus_message_unref(received);
        } else if (!dbus_connection_read_write(bus, 10000)) {
            fail("the bus", "it has closed the connection");
        }
    }
}

/* Reads all columns of all games: what Statistics is compared with. */
static void read_games(sqlite3_stmt *statement) {
    while (sqlite3_step(statement) == SQLITE_ROW)
        for (int column = 0; column < sqlite3_column_count(statement); column++)
            if (sqlite3_column_type(statement, column) == SQLITE_TEXT)
                sqlite3_column_text(statement, column);
            else
                sqlite3_column_double(statement, column);
}

/* Makes a message of the newest games, and sends it: what Games is compared with. */
static void send_games(sqlite3_stmt *statement) {
    DBusMessage *message = dbus_message_new_signal(PATH, HISTORY, PEER);
    DBusMessageIter body, games, game;
    if (!message)
        abort();
    dbus_message_iter_init_append(message, &body);
    open_container(&body, DBUS_TYPE_ARRAY, "a{sv}", &games);
    while (sqlite3_step(statement) == SQLITE_ROW) {
        open_container(&games, DBUS_TYPE_ARRAY, "{sv}", &game);
        for (int column = 0; column < sqlite3_column_count(statement); column++)
            append_column(&game, statement, column);
        dbus_message_iter_close_container(&games, &game);
    }
    dbus_message_iter_close_container(&body, &games);
    send_to_itself(message);
    dbus_message_unref(message);
}

static void measure_peer(const char *what, void (*peer)(sqlite3_stmt *), const char *path, size_t games, size_t calls,
                         uint64_t *times) {
    sqlite3 *database;
    sqlite3_stmt *statement;
    if (sqlite3_open(path, &database) != SQLITE_OK
        || sqlite3_prepare_v2(database, "SELECT * FROM game ORDER BY id DESC LIMIT ?", -1, &statement, NULL) != SQLITE_OK)
        fail(path, sqlite3_errmsg(database));
    sqlite3_bind_int64(statement, 1, (sqlite3_int64)games);
    for (size_t i = 0; i <= calls; i++) {
        uint64_t begin = now();
        peer(statement);
        if (i > 0)
            times[i - 1] = now() - begin;
        if (sqlite3_reset(statement) != SQLITE_OK)
            fail(path, sqlite3_errmsg(database));
    }
    sqlite3_finalize(statement);
    sqlite3_close(database);
    tell(what, games, times, calls);
}

int main(int argc, char **argv) {
    size_t numbers[4] = {0};
    for (int i = 0; i < 4 && argc > 6; i++)
        numbers[i] = strtoul(argv[1 + i], NULL, 10);
    size_t games = numbers[0], flips = numbers[1], runs = numbers[2], calls = numbers[3];
    if (games < THEMES || !runs || !calls) {
        fprintf(stderr, "usage: history_bench GAMES FLIPS RUNS CALLS DATABASE COMMAND ARG...\n");
        return 2;
    }
    const char *path = argv[5];
    char **command = argv + 6;
    uint64_t *times = prepare(runs > calls ? runs : calls);

    /* The first one makes the database. */
    start(command);
    stop();
    measure_starts(command, 0, runs, times);
    start(command);
    for (size_t i = 0; i < THEMES; i++)
        play(themes[i], 8);
    stop();
    copy_games(path, THEMES, games);
    measure_starts(command, games, runs, times);
    start(command);
    measure_calls("Games", 0, calls, times);
    measure_calls("Statistics", 0, calls, times);
    struct stat status;
    if (stat(path, &status))
        fail(path, strerror(errno));
    play_long(flips);
    measure_calls("Log", games + 1, calls, times);
    measure_calls("Verify", games + 1, calls, times);
    stop();
    measure_peer("read", read_games, path, games, calls, times);
    measure_peer("sent", send_games, path, LISTED, calls, times);
    printf("size\t%lld\n", (long long)status.st_size);
    return 0;
}
