/* The yardstick of the benchmark: the least that a service in C on libdbus must do for a flip.
 *
 * It deals and plays a real game and sends what the daemon sends, in the same order, so that
 * both do the same work on the bus. Regret and luck are not computed: two placeholders stand
 * in, so that the messages have their size.
 *
 * usage: flip_service [--as-memorized | --store FILE] [THEME_SIZE]
 *
 * THEME_SIZE is the number of pairs that the one theme holds, 9 where not given. With
 * --as-memorized it takes the daemon's name and path, so that `memorize watch` follows it: what is
 * measured then is the follower and the bus, for the service costs what the other one in C does.
 * With --store it also does for each flip what the daemon must at least: one prepared INSERT of the
 * same row into an SQLite database in WAL mode. Its name then is org.memorized.Benchmark2.
 */

#include <sqlite3.h>

#include "game.h"
#include "service.h"

#define SERVICE "org.memorized.Memorize1"
#define GAME "org.memorized.Memorize1.Game"
#define ERROR_PREFIX "org.memorized.Memorize1.Error."

static const char *bus_name = "org.memorized.Benchmark1", *object_path = "/org/memorized/Benchmark1";

/* MARK: the store */

static sqlite3 *database;
static sqlite3_stmt *insert_entry;

static void open_store(const char *path) {
    static const char *const prepare =
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
        "CREATE TABLE entry (game INTEGER NOT NULL, place INTEGER NOT NULL, kind TEXT NOT NULL,"
        " card INTEGER NOT NULL, points INTEGER NOT NULL, at INTEGER NOT NULL,"
        " boottime INTEGER NOT NULL, boot INTEGER NOT NULL, elapsed INTEGER NOT NULL,"
        " PRIMARY KEY (game, place)) WITHOUT ROWID";
    if (sqlite3_open(path, &database) != SQLITE_OK
        || sqlite3_exec(database, prepare, NULL, NULL, NULL) != SQLITE_OK
        || sqlite3_prepare_v3(database, "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", -1,
                              SQLITE_PREPARE_PERSISTENT, &insert_entry, NULL) != SQLITE_OK) {
        fprintf(stderr, "flip_service: %s: %s\n", path, sqlite3_errmsg(database));
        exit(1);
    }
}

static void store_flip(uint32_t card, const Flip *flip) {
    if (!database)
        return;
    struct timespec boottime;
    clock_gettime(CLOCK_BOOTTIME, &boottime);
    sqlite3_bind_int64(insert_entry, 1, (int64_t)game.id);
    sqlite3_bind_int64(insert_entry, 2, game.flips - 1);
    sqlite3_bind_text(insert_entry, 3, "flip", 4, SQLITE_STATIC);
    sqlite3_bind_int64(insert_entry, 4, card);
    sqlite3_bind_int64(insert_entry, 5, flip->points);
    sqlite3_bind_int64(insert_entry, 6, (int64_t)game.last_flip_at);
    sqlite3_bind_int64(insert_entry, 7, boottime.tv_sec * 1000000 + boottime.tv_nsec / 1000);
    sqlite3_bind_int64(insert_entry, 8, 0x5ca1ab1e5ca1ab1e);
    sqlite3_bind_int64(insert_entry, 9, flip->move_completed ? 1000 : 0);
    if (sqlite3_step(insert_entry) != SQLITE_DONE) {
        fprintf(stderr, "flip_service: %s\n", sqlite3_errmsg(database));
        exit(1);
    }
    sqlite3_reset(insert_entry);
}

/* MARK: messages */

static const char *const states[] = {"down", "up", "matched"};

static const char *face_on_show(const Card *card) {
    return card->state == DOWN ? "" : faces[card->pair];
}

static void append_cards(DBusMessageIter *to, const Flip *flip) {
    DBusMessageIter array, structure;
    open_container(to, DBUS_TYPE_ARRAY, "(uss)", &array);
    for (uint32_t i = 0; i < flip->changed_count; i++) {
        const Card *card = &game.cards[flip->changed[i]];
        const char *face = face_on_show(card);
        open_container(&array, DBUS_TYPE_STRUCT, NULL, &structure);
        append(&structure, DBUS_TYPE_UINT32, &flip->changed[i]);
        append(&structure, DBUS_TYPE_STRING, &states[card->state]);
        append(&structure, DBUS_TYPE_STRING, &face);
        dbus_message_iter_close_container(&array, &structure);
    }
    dbus_message_iter_close_container(to, &array);
}

static void send_cards_changed(const Flip *flip) {
    DBusMessageIter body;
    DBusMessage *message = new_signal(object_path, GAME, "CardsChanged", &body);
    append(&body, DBUS_TYPE_UINT64, &game.revision);
    append_cards(&body, flip);
    send_signal(message);
}

static void send_matched(uint32_t first, uint32_t second, int32_t points) {
    DBusMessageIter body;
    DBusMessage *message = new_signal(object_path, GAME, "Matched", &body);
    const char *face = faces[game.cards[first].pair];
    append(&body, DBUS_TYPE_UINT64, &game.revision);
    append(&body, DBUS_TYPE_UINT32, &first);
    append(&body, DBUS_TYPE_UINT32, &second);
    append(&body, DBUS_TYPE_STRING, &face);
    append(&body, DBUS_TYPE_STRING, &face);
    append(&body, DBUS_TYPE_INT32, &points);
    send_signal(message);
}

static void send_mismatched(int32_t points) {
    DBusMessageIter body;
    DBusMessage *message = new_signal(object_path, GAME, "Mismatched", &body);
    append(&body, DBUS_TYPE_UINT64, &game.revision);
    append(&body, DBUS_TYPE_UINT32, &game.first);
    append(&body, DBUS_TYPE_UINT32, &game.second);
    append(&body, DBUS_TYPE_INT32, &points);
    send_signal(message);
}

static void send_game_won(void) {
    DBusMessageIter body, result;
    ContainerEntry winners;
    DBusMessage *message = new_signal(object_path, GAME, "GameWon", &body);
    const char *grade = "bronze", *daily = "";
    double par = 6.25, seconds = (double)(game.last_flip_at - game.started_at) / 1e6;
    dbus_bool_t yes = TRUE, no = FALSE;
    append(&body, DBUS_TYPE_UINT64, &game.revision);
    append(&body, DBUS_TYPE_UINT64, &game.id);
    open_container(&body, DBUS_TYPE_ARRAY, "{sv}", &result);
    append_entry(&result, "score", DBUS_TYPE_INT32, &game.score);
    append_entry(&result, "flips", DBUS_TYPE_UINT32, &game.flips);
    append_entry(&result, "moves", DBUS_TYPE_UINT32, &game.moves);
    append_entry(&result, "par", DBUS_TYPE_DOUBLE, &par);
    append_entry(&result, "regret", DBUS_TYPE_DOUBLE, &game.regret);
    append_entry(&result, "luck", DBUS_TYPE_DOUBLE, &game.luck);
    append_entry(&result, "grade", DBUS_TYPE_STRING, &grade);
    append_entry(&result, "seconds", DBUS_TYPE_DOUBLE, &seconds);
    append_entry(&result, "theme", DBUS_TYPE_STRING, &theme_name);
    append_entry(&result, "pairs", DBUS_TYPE_UINT32, &game.pairs);
    append_entry(&result, "seed", DBUS_TYPE_UINT64, &game.seed);
    append_entry(&result, "seeded", DBUS_TYPE_BOOLEAN, &yes);
    append_entry(&result, "daily", DBUS_TYPE_STRING, &daily);
    append_entry(&result, "practice", DBUS_TYPE_BOOLEAN, &no);
    begin_entry(&result, "winners", "as", &winners);
    end_entry(&result, &winners);
    dbus_message_iter_close_container(&body, &result);
    send_signal(message);
}

static void send_properties_changed(const Flip *flip) {
    Changes changes;
    DBusMessageIter *changed = begin_changes(object_path, GAME, &changes);
    const char *won = "won";
    /* In the daemon's order, and like there none that has kept its value. */
    append_entry(changed, "Flips", DBUS_TYPE_UINT32, &game.flips);
    append_entry(changed, "LastFlipAt", DBUS_TYPE_UINT64, &game.last_flip_at);
    if (flip->had_luck)
        append_entry(changed, "Luck", DBUS_TYPE_DOUBLE, &game.luck);
    if (flip->points > 0)
        append_entry(changed, "MatchedPairs", DBUS_TYPE_UINT32, &game.matched_pairs);
    if (flip->move_completed) {
        append_entry(changed, "Moves", DBUS_TYPE_UINT32, &game.moves);
        append_entry(changed, "Regret", DBUS_TYPE_DOUBLE, &game.regret);
    }
    append_entry(changed, "Revision", DBUS_TYPE_UINT64, &game.revision);
    if (flip->points != 0)
        append_entry(changed, "Score", DBUS_TYPE_INT32, &game.score);
    if (flip->move_completed && game.matched_pairs == game.pairs)
        append_entry(changed, "State", DBUS_TYPE_STRING, &won);
    send_changes(&changes);
}

/* MARK: methods */

/* Turns a card up and tells it by signals; or refuses the call, and returns false. */
static bool play(DBusMessage *call, Flip *flip) {
    uint32_t number;
    if (!dbus_message_has_signature(call, "u")
        || !dbus_message_get_args(call, NULL, DBUS_TYPE_UINT32, &number, DBUS_TYPE_INVALID)) {
        refuse(call, DBUS_ERROR_INVALID_ARGS, "A card's number is to be given.");
        return false;
    }
    const char *fault = refusal(number);
    if (fault) {
        char name[sizeof ERROR_PREFIX + 16] = ERROR_PREFIX;
        strcat(name, fault);
        refuse(call, name, "The rules refuse this flip.");
        return false;
    }
    uint32_t first = game.second == NO_CARD ? game.first : NO_CARD;
    *flip = turn_up(number);
    store_flip(number, flip);
    send_cards_changed(flip);
    if (flip->points > 0) {
        send_matched(first, number, flip->points);
        game.first = NO_CARD;
    } else if (flip->move_completed) {
        send_mismatched(flip->points);
    }
    if (game.matched_pairs == game.pairs)
        send_game_won();
    send_properties_changed(flip);
    return true;
}

static void handle_flip(DBusMessage *call) {
    Flip flip;
    if (!play(call, &flip))
        return;
    DBusMessage *answer = answer_to(call);
    DBusMessageIter body;
    dbus_message_iter_init_append(answer, &body);
    append(&body, DBUS_TYPE_STRING, &flip.outcome);
    append(&body, DBUS_TYPE_INT32, &flip.points);
    append(&body, DBUS_TYPE_UINT64, &game.revision);
    append_cards(&body, &flip);
    reply(call, answer);
}

static void handle_trigger(DBusMessage *call) {
    Flip flip;
    signaled_at = 0;
    if (play(call, &flip))
        reply_to_trigger(call);
}

static void read_options(DBusMessage *call, uint32_t *pairs, uint64_t *seed) {
    DBusMessageIter body, options, entry, variant;
    dbus_message_iter_init(call, &body);
    dbus_message_iter_recurse(&body, &options);
    for (; dbus_message_iter_get_arg_type(&options) == DBUS_TYPE_DICT_ENTRY; dbus_message_iter_next(&options)) {
        const char *key;
        dbus_message_iter_recurse(&options, &entry);
        dbus_message_iter_get_basic(&entry, &key);
        dbus_message_iter_next(&entry);
        dbus_message_iter_recurse(&entry, &variant);
        int type = dbus_message_iter_get_arg_type(&variant);
        if (!strcmp(key, "pairs") && type == DBUS_TYPE_UINT32)
            dbus_message_iter_get_basic(&variant, pairs);
        else if (!strcmp(key, "seed") && type == DBUS_TYPE_UINT64)
            dbus_message_iter_get_basic(&variant, seed);
    }
}

static void handle_new_game(DBusMessage *call) {
    if (!dbus_message_has_signature(call, "a{sv}")) {
        refuse(call, DBUS_ERROR_INVALID_ARGS, "NewGame takes a dictionary of options.");
        return;
    }
    uint32_t pairs = theme_size;
    uint64_t seed = microseconds_since_epoch();
    read_options(call, &pairs, &seed);
    if (pairs < 2) {
        refuse(call, DBUS_ERROR_INVALID_ARGS, "The smallest game has 2 pairs.");
        return;
    }
    deal(pairs < theme_size ? pairs : theme_size, seed);

    DBusMessageIter body;
    uint32_t cards = 2 * game.pairs;
    DBusMessage *message = new_signal(object_path, GAME, "GameStarted", &body);
    append(&body, DBUS_TYPE_UINT64, &game.revision);
    append(&body, DBUS_TYPE_UINT64, &game.id);
    append(&body, DBUS_TYPE_STRING, &theme_name);
    append(&body, DBUS_TYPE_UINT32, &cards);
    send_signal(message);
    Flip none = {0};
    send_properties_changed(&none);

    DBusMessage *answer = answer_to(call);
    if (!dbus_message_append_args(
            answer, DBUS_TYPE_UINT64, &game.revision, DBUS_TYPE_UINT64, &game.id, DBUS_TYPE_INVALID))
        abort();
    reply(call, answer);
}

static void append_cards_property(DBusMessageIter *properties) {
    ContainerEntry entry;
    DBusMessageIter structure, *cards = begin_entry(properties, "Cards", "a(ss)", &entry);
    for (uint32_t i = 0; i < 2 * game.pairs; i++) {
        const char *face = face_on_show(&game.cards[i]);
        open_container(cards, DBUS_TYPE_STRUCT, NULL, &structure);
        append(&structure, DBUS_TYPE_STRING, &states[game.cards[i].state]);
        append(&structure, DBUS_TYPE_STRING, &face);
        dbus_message_iter_close_container(cards, &structure);
    }
    end_entry(properties, &entry);
}

static void append_game(DBusMessageIter *properties) {
    ContainerEntry list;
    const char *color = "#ff9300", *none = "", *scoring = "classic";
    const char *state = game.pairs == 0 ? "no-game" : game.matched_pairs == game.pairs ? "won" : "playing";
    double par = 6.25;
    dbus_bool_t yes = TRUE;
    uint32_t turn = 0;
    append_cards_property(properties);
    append(begin_entry(properties, "Colors", "as", &list), DBUS_TYPE_STRING, &color);
    end_entry(properties, &list);
    append_entry(properties, "Daily", DBUS_TYPE_STRING, &none);
    append_entry(properties, "Flips", DBUS_TYPE_UINT32, &game.flips);
    append_entry(properties, "Icon", DBUS_TYPE_STRING, &theme_icon);
    append_entry(properties, "Id", DBUS_TYPE_UINT64, &game.id);
    append_entry(properties, "LastFlipAt", DBUS_TYPE_UINT64, &game.last_flip_at);
    append_entry(properties, "Luck", DBUS_TYPE_DOUBLE, &game.luck);
    append_entry(properties, "MatchedPairs", DBUS_TYPE_UINT32, &game.matched_pairs);
    append_entry(properties, "Moves", DBUS_TYPE_UINT32, &game.moves);
    append_entry(properties, "Pairs", DBUS_TYPE_UINT32, &game.pairs);
    append_entry(properties, "Par", DBUS_TYPE_DOUBLE, &par);
    begin_entry(properties, "Players", "a(si)", &list);
    end_entry(properties, &list);
    append_entry(properties, "Regret", DBUS_TYPE_DOUBLE, &game.regret);
    append_entry(properties, "Revision", DBUS_TYPE_UINT64, &game.revision);
    append_entry(properties, "Score", DBUS_TYPE_INT32, &game.score);
    append_entry(properties, "Scoring", DBUS_TYPE_STRING, &scoring);
    append_entry(properties, "Seeded", DBUS_TYPE_BOOLEAN, &yes);
    append_entry(properties, "StartedAt", DBUS_TYPE_UINT64, &game.started_at);
    append_entry(properties, "State", DBUS_TYPE_STRING, &state);
    append_entry(properties, "Theme", DBUS_TYPE_STRING, &theme_name);
    append_entry(properties, "Turn", DBUS_TYPE_UINT32, &turn);
}

/* GetAll of the game and of the service, and Get of the service's version. */
static void handle_properties(DBusMessage *call) {
    const char *interface, *name, *version = "0.1.0";
    uint32_t rules_version = 1;
    if (!read_property_call(call, &interface, &name)) {
        refuse(call, DBUS_ERROR_INVALID_ARGS, "The names of an interface and of a property are to be given.");
        return;
    }
    bool of_game = !strcmp(interface, GAME);
    if (!of_game && strcmp(interface, SERVICE)) {
        refuse(call, DBUS_ERROR_UNKNOWN_INTERFACE, "This service has no such interface.");
        return;
    }
    if (name && (of_game || strcmp(name, "Version"))) {
        refuse(call, DBUS_ERROR_UNKNOWN_PROPERTY, "This service tells it by GetAll alone.");
        return;
    }
    DBusMessageIter body, properties;
    DBusMessage *answer = answer_to(call);
    dbus_message_iter_init_append(answer, &body);
    if (name) {
        append_variant(&body, DBUS_TYPE_STRING, &version);
    } else {
        open_container(&body, DBUS_TYPE_ARRAY, "{sv}", &properties);
        if (of_game) {
            append_game(&properties);
        } else {
            append_entry(&properties, "RulesVersion", DBUS_TYPE_UINT32, &rules_version);
            append_entry(&properties, "Version", DBUS_TYPE_STRING, &version);
        }
        dbus_message_iter_close_container(&body, &properties);
    }
    reply(call, answer);
}

static DBusHandlerResult handle(DBusConnection *on, DBusMessage *message, void *data) {
    (void)on;
    (void)data;
    if (dbus_message_is_method_call(message, GAME, "Flip"))
        handle_flip(message);
    else if (dbus_message_is_method_call(message, GAME, "NewGame"))
        handle_new_game(message);
    else if (dbus_message_is_method_call(message, BENCHMARK, "Trigger"))
        handle_trigger(message);
    else if (dbus_message_is_method_call(message, DBUS_INTERFACE_PROPERTIES, "GetAll")
             || dbus_message_is_method_call(message, DBUS_INTERFACE_PROPERTIES, "Get"))
        handle_properties(message);
    else
        return DBUS_HANDLER_RESULT_NOT_YET_HANDLED;
    return DBUS_HANDLER_RESULT_HANDLED;
}

static void prepare_faces(void) {
    /* Four bytes of UTF-8 each, as nearly every emoji has. */
    for (uint32_t i = 0; i < MOST_PAIRS; i++) {
        uint32_t scalar = 0x1f300 + i;
        faces[i][0] = (char)(0xf0 | scalar >> 18);
        faces[i][1] = (char)(0x80 | (scalar >> 12 & 0x3f));
        faces[i][2] = (char)(0x80 | (scalar >> 6 & 0x3f));
        faces[i][3] = (char)(0x80 | (scalar & 0x3f));
    }
    for (size_t i = 0; i < sizeof halloween / sizeof *halloween; i++)
        strcpy(faces[i], halloween[i]);
}

int main(int argc, char **argv) {
    if (argc > 1 && !strcmp(argv[1], "--as-memorized")) {
        bus_name = SERVICE;
        object_path = "/org/memorized/Memorize1";
        argc--;
        argv++;
    } else if (argc > 2 && !strcmp(argv[1], "--store")) {
        bus_name = "org.memorized.Benchmark2";
        object_path = "/org/memorized/Benchmark2";
        open_store(argv[2]);
        argc -= 2;
        argv += 2;
    }
    if (argc > 1)
        theme_size = (uint32_t)strtoul(argv[1], NULL, 10);
    if (argc > 2 || theme_size < 2 || theme_size > MOST_PAIRS) {
        fprintf(stderr, "usage: flip_service [--as-memorized | --store FILE] [THEME_SIZE]    2 to %d pairs\n", MOST_PAIRS);
        return 2;
    }
    prepare_faces();
    return serve("flip_service", bus_name, object_path, handle);
}
