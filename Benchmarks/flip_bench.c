/* Measures the round trip of Flip on two services in one run, in alternating blocks, so that
 * whatever else the machine does falls on both, and their ratio holds.
 *
 * usage: flip_bench [OPTION]… NAME_A PATH_A NAME_B PATH_B
 *        flip_bench --signal-size [OPTION]… NAME PATH
 *
 * --pairs N, --pairs-b N    pairs of each game (8), and of B's where they differ
 * --theme T, --theme-b T    the theme to ask for, where the service has a choice
 * --flips N                 flips to measure on each service (20000)
 * --block N                 flips in a block, which ends with the game it is in (500)
 * --seed N                  seed of the first game (1); both services play the same seeds
 *
 * Prints a line for each: label, pairs, flips, p50 and p99 in microseconds, calls a second,
 * and the flips with those that were played first and not measured; then the ratio of A to B, as "ratio", by the p50 of all flips, by the median of the blocks'
 * ratios, by the p99 of all flips. With --signal-size: the smallest and the largest body of
 * CardsChanged over one game, in bytes. Fields are separated by tabs.
 */

#include <dbus/dbus.h>
#include <getopt.h>
#include <stdbool.h>
#include <string.h>

#define PROGRAM "flip_bench"
#include "measure.h"
#include "messages.h"

#define GAME "org.memorized.Memorize1.Game"
#define MOST_CARDS 1024
#define FACE_SIZE 72
#define NO_CARD UINT32_MAX

typedef struct {
    const char *label, *name, *path, *theme;
    uint32_t pairs;
    uint64_t seed;
    uint64_t *times;
    size_t count, capacity, warm_up;
    uint32_t dealt;
} Service;

static DBusConnection *connection;

/* MARK: calls */

static DBusMessage *new_call(const Service *service, const char *interface, const char *member) {
    DBusMessage *call = dbus_message_new_method_call(service->name, service->path, interface, member);
    if (!call)
        fail(member, "out of memory");
    return call;
}

static DBusMessage *answer_to(DBusMessage *call) {
    DBusError error = DBUS_ERROR_INIT;
    DBusMessage *answer = dbus_connection_send_with_reply_and_block(connection, call, 10000, &error);
    if (!answer)
        fail(dbus_message_get_member(call), error.message);
    dbus_message_unref(call);
    return answer;
}

/* The cards of the game just dealt are told by GameStarted, which comes before the reply. */
static void new_game(Service *service) {
    DBusMessage *call = new_call(service, GAME, "NewGame");
    DBusMessageIter body, options;
    dbus_message_iter_init_append(call, &body);
    dbus_message_iter_open_container(&body, DBUS_TYPE_ARRAY, "{sv}", &options);
    if (service->theme)
        append_entry(&options, "theme", DBUS_TYPE_STRING, &service->theme);
    append_entry(&options, "pairs", DBUS_TYPE_UINT32, &service->pairs);
    append_entry(&options, "seed", DBUS_TYPE_UINT64, &service->seed);
    dbus_message_iter_close_container(&body, &options);
    service->seed++;
    service->dealt = 0;
    dbus_message_unref(answer_to(call));
    DBusMessage *message;
    while ((message = dbus_connection_pop_message(connection))) {
        uint64_t revision, id;
        uint32_t cards;
        const char *theme;
        if (dbus_message_is_signal(message, GAME, "GameStarted")
            && dbus_message_get_args(
                message, NULL, DBUS_TYPE_UINT64, &revision, DBUS_TYPE_UINT64, &id, DBUS_TYPE_STRING, &theme,
                DBUS_TYPE_UINT32, &cards, DBUS_TYPE_INVALID))
            service->dealt = cards / 2;
        dbus_message_unref(message);
    }
    if (service->dealt < 2 || service->dealt > MOST_CARDS / 2)
        fail("NewGame", "no usable GameStarted came before the reply");
}

/* Flips a card, notes how long it took, and copies its face; true when the game is won. */
static bool flip(Service *service, uint32_t card, char *face) {
    DBusMessage *call = new_call(service, GAME, "Flip");
    dbus_message_append_args(call, DBUS_TYPE_UINT32, &card, DBUS_TYPE_INVALID);
    uint64_t start = now();
    DBusMessage *answer = answer_to(call);
    uint64_t duration = now() - start;
    if (service->count == service->capacity) {
        service->capacity = service->capacity ? 2 * service->capacity : 4096;
        service->times = realloc(service->times, service->capacity * sizeof *service->times);
        if (!service->times)
            fail("Flip", "out of memory");
    }
    service->times[service->count++] = duration;

    if (!dbus_message_has_signature(answer, "sita(uss)"))
        fail("Flip", "the reply has another signature");
    DBusMessageIter body, cards, fields;
    const char *outcome, *shown;
    uint32_t number;
    dbus_message_iter_init(answer, &body);
    dbus_message_iter_get_basic(&body, &outcome);
    bool won = !strcmp(outcome, "won");
    for (int i = 0; i < 3; i++)
        dbus_message_iter_next(&body);
    dbus_message_iter_recurse(&body, &cards);
    for (; dbus_message_iter_get_arg_type(&cards) == DBUS_TYPE_STRUCT; dbus_message_iter_next(&cards)) {
        dbus_message_iter_recurse(&cards, &fields);
        dbus_message_iter_get_basic(&fields, &number);
        if (number != card)
            continue;
        dbus_message_iter_next(&fields);
        dbus_message_iter_next(&fields);
        dbus_message_iter_get_basic(&fields, &shown);
        snprintf(face, FACE_SIZE, "%s", shown);
    }
    dbus_message_unref(answer);
    return won;
}

/* MARK: play with a perfect memory */

static uint32_t card_with(char faces[][FACE_SIZE], uint32_t below, const char *face) {
    for (uint32_t i = 0; i < below; i++)
        if (!strcmp(faces[i], face))
            return i;
    return NO_CARD;
}

/* Turns the cards up from the first to the last; a mate seen before is taken at once, or in
 * the next move where it came up second. */
static void play_game(Service *service) {
    static char faces[MOST_CARDS][FACE_SIZE];
    new_game(service);
    uint32_t next = 0;
    bool won = false;
    while (!won) {
        uint32_t first = next++;
        won = flip(service, first, faces[first]);
        uint32_t mate = card_with(faces, first, faces[first]);
        if (mate != NO_CARD) {
            won = flip(service, mate, faces[mate]);
            continue;
        }
        uint32_t second = next++;
        won = flip(service, second, faces[second]);
        mate = card_with(faces, second, faces[second]);
        if (mate != NO_CARD && mate != first) {
            flip(service, mate, faces[mate]);
            won = flip(service, second, faces[second]);
        }
    }
}

static void play_block(Service *service, size_t flips) {
    size_t end = service->count + flips;
    while (service->count < end)
        play_game(service);
}

/* MARK: figures */

static int by_size_of_double(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static double percentile(const uint64_t *times, size_t count, double part) {
    uint64_t *sorted = malloc(count * sizeof *sorted);
    if (!sorted)
        fail("percentile", "out of memory");
    memcpy(sorted, times, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, by_size);
    double result = (double)sorted[(size_t)(part * (double)(count - 1) + 0.5)] / 1000;
    free(sorted);
    return result;
}

static void print_figures(const Service *service) {
    uint64_t total = 0;
    for (size_t i = 0; i < service->count; i++)
        total += service->times[i];
    printf("%s\t%u\t%zu\t%.2f\t%.2f\t%.0f\t%zu\n", service->label, service->dealt, service->count,
           percentile(service->times, service->count, 0.5), percentile(service->times, service->count, 0.99),
           (double)service->count * 1e9 / (double)total, service->count + service->warm_up);
}

static void measure_pair(Service *a, Service *b, size_t flips, size_t block) {
    size_t blocks = (flips + block - 1) / block;
    double *ratios = calloc(blocks, sizeof *ratios);
    if (!ratios)
        fail("blocks", "out of memory");
    /* A game each that is not counted: the first calls pay for caches and lazy binding. */
    play_block(a, block);
    play_block(b, block);
    a->warm_up = a->count;
    b->warm_up = b->count;
    a->count = b->count = 0;
    for (size_t i = 0; i < blocks; i++) {
        size_t start_a = a->count, start_b = b->count;
        /* Who goes first changes, so that neither always follows the other. */
        play_block(i % 2 ? b : a, block);
        play_block(i % 2 ? a : b, block);
        ratios[i] = percentile(a->times + start_a, a->count - start_a, 0.5)
            / percentile(b->times + start_b, b->count - start_b, 0.5);
    }
    qsort(ratios, blocks, sizeof *ratios, by_size_of_double);
    print_figures(a);
    print_figures(b);
    printf("ratio\t%.3f\t%.3f\t%.3f\n",
           percentile(a->times, a->count, 0.5) / percentile(b->times, b->count, 0.5), ratios[blocks / 2],
           percentile(a->times, a->count, 0.99) / percentile(b->times, b->count, 0.99));
    free(ratios);
}

/* MARK: the size of signals */

static uint32_t body_size(DBusMessage *message) {
    char *bytes;
    int size;
    uint32_t body;
    if (!dbus_message_marshal(message, &bytes, &size))
        fail("CardsChanged", "out of memory");
    memcpy(&body, bytes + 4, sizeof body);
    dbus_free(bytes);
    return body;
}

static void subscribe(const Service *service, const char *member) {
    char rule[512];
    DBusError error = DBUS_ERROR_INIT;
    snprintf(rule, sizeof rule, "type='signal',sender='%s',interface='" GAME "',member='%s'", service->name, member);
    dbus_bus_add_match(connection, rule, &error);
    if (dbus_error_is_set(&error))
        fail("AddMatch", error.message);
}

static void measure_signals(Service *service) {
    uint32_t smallest = UINT32_MAX, largest = 0, count = 0;
    subscribe(service, "CardsChanged");
    play_game(service);
    /* Signals come before the reply: all of the game's are in the queue by now. */
    DBusMessage *message;
    while ((message = dbus_connection_pop_message(connection))) {
        if (dbus_message_is_signal(message, GAME, "CardsChanged")) {
            uint32_t size = body_size(message);
            smallest = size < smallest ? size : smallest;
            largest = size > largest ? size : largest;
            count++;
        }
        dbus_message_unref(message);
    }
    if (count != service->count)
        fail("CardsChanged", "not exactly one for each flip");
    printf("signal-size\t%u\t%u\t%u\n", service->dealt, smallest, largest);
}

/* MARK: options */

static _Noreturn void usage(void) {
    fprintf(stderr, "usage: flip_bench [--pairs N] [--pairs-b N] [--theme T] [--theme-b T] [--flips N] [--block N]\n"
                    "                  [--seed N] NAME_A PATH_A NAME_B PATH_B\n"
                    "       flip_bench --signal-size [--pairs N] [--theme T] [--seed N] NAME PATH\n");
    exit(2);
}

static uint64_t number(const char *text) {
    char *end;
    uint64_t value = strtoull(text, &end, 10);
    if (*text == 0 || *end != 0)
        usage();
    return value;
}

int main(int argc, char **argv) {
    static const struct option options[] = {
        {"pairs", required_argument, NULL, 'p'},   {"pairs-b", required_argument, NULL, 'P'},
        {"theme", required_argument, NULL, 't'},   {"theme-b", required_argument, NULL, 'T'},
        {"flips", required_argument, NULL, 'f'},   {"block", required_argument, NULL, 'b'},
        {"seed", required_argument, NULL, 's'},    {"signal-size", no_argument, NULL, 'z'},
        {0},
    };
    Service a = {.label = "A", .pairs = 8, .seed = 1}, b = {.label = "B"};
    uint64_t flips = 20000, block = 500;
    bool signal_size = false;
    int option;
    while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
        switch (option) {
        case 'p': a.pairs = (uint32_t)number(optarg); break;
        case 'P': b.pairs = (uint32_t)number(optarg); break;
        case 't': a.theme = optarg; break;
        case 'T': b.theme = optarg; break;
        case 'f': flips = number(optarg); break;
        case 'b': block = number(optarg); break;
        case 's': a.seed = number(optarg); break;
        case 'z': signal_size = true; break;
        default: usage();
        }
    }
    if (argc - optind != (signal_size ? 2 : 4) || flips == 0 || block == 0)
        usage();
    a.name = argv[optind];
    a.path = argv[optind + 1];
    DBusError error = DBUS_ERROR_INIT;
    connection = dbus_bus_get_private(DBUS_BUS_SESSION, &error);
    if (!connection)
        fail("no bus", error.message);
    subscribe(&a, "GameStarted");
    if (signal_size) {
        measure_signals(&a);
        return 0;
    }
    b.name = argv[optind + 2];
    b.path = argv[optind + 3];
    b.pairs = b.pairs ? b.pairs : a.pairs;
    b.theme = b.theme ? b.theme : a.theme;
    b.seed = a.seed;
    subscribe(&b, "GameStarted");
    measure_pair(&a, &b, flips, block);
    return 0;
}
