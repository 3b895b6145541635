/* The game of the C service: dealt and played as the daemon does it. */

#ifndef MEMORIZE_BENCHMARKS_GAME_H
#define MEMORIZE_BENCHMARKS_GAME_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#define MOST_PAIRS 512
#define NO_CARD UINT32_MAX

typedef enum { DOWN, UP, MATCHED } CardState;

typedef struct {
    uint32_t pair;
    CardState state;
    bool seen;
} Card;

typedef struct {
    uint64_t revision, id, seed;
    uint32_t pairs, matched_pairs, flips, moves;
    int32_t score;
    uint64_t started_at, last_flip_at;
    double regret, luck;
    /* The cards of the turn: none, the first, or a mismatch on show. */
    uint32_t first, second;
    Card cards[2 * MOST_PAIRS];
} Game;

typedef struct {
    const char *outcome;
    int32_t points;
    uint32_t changed[3];
    uint32_t changed_count;
    bool move_completed, had_luck;
} Flip;

static Game game;
static char faces[MOST_PAIRS][8];
/* The daemon's theme, so that its followers find the names of these faces. */
static const char *const halloween[] = {"🦇", "😱", "🙀", "👿", "🎃", "👻", "🍭", "🍬", "🍎"};
static uint32_t theme_size = sizeof halloween / sizeof *halloween;
static const char *theme_name = "Halloween", *theme_icon = "🎃";

/* MARK: the deal, as the daemon deals: for the same seed both play the same game. */

static uint64_t random_state[4];

static void seed_random(uint64_t seed) {
    for (int i = 0; i < 4; i++) {
        uint64_t z = seed += 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        random_state[i] = z ^ (z >> 31);
    }
}

static uint64_t rotate_left(uint64_t value, int by) {
    return (value << by) | (value >> (64 - by));
}

static uint64_t next_random(void) {
    uint64_t *s = random_state;
    uint64_t result = rotate_left(s[1] * 5, 7) * 9, shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotate_left(s[3], 45);
    return result;
}

static uint32_t random_below(uint64_t bound) {
    /* 2^64 mod bound, without a wider integer. */
    uint64_t excess = (0 - bound) % bound, drawn;
    do
        drawn = next_random();
    while (drawn > UINT64_MAX - excess);
    return (uint32_t)(drawn % bound);
}

static uint64_t microseconds_since_epoch(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static void deal(uint32_t pairs, uint64_t seed) {
    uint32_t pool[MOST_PAIRS];
    for (uint32_t i = 0; i < theme_size; i++)
        pool[i] = i;
    seed_random(seed);
    for (uint32_t i = 0; i < pairs; i++) {
        uint32_t j = i + random_below(theme_size - i), kept = pool[j];
        pool[j] = pool[i];
        pool[i] = kept;
        game.cards[2 * i] = game.cards[2 * i + 1] = (Card){.pair = kept};
    }
    for (uint32_t i = 2 * pairs - 1; i > 0; i--) {
        uint32_t j = random_below(i + 1);
        Card card = game.cards[i];
        game.cards[i] = game.cards[j];
        game.cards[j] = card;
    }
    game.revision++;
    game.id++;
    game.seed = seed;
    game.pairs = pairs;
    game.matched_pairs = game.flips = game.moves = 0;
    game.score = 0;
    game.regret = game.luck = 0;
    game.first = game.second = NO_CARD;
    game.started_at = microseconds_since_epoch();
    game.last_flip_at = 0;
}

/* MARK: the turn */

static const char *refusal(uint32_t number) {
    if (game.pairs == 0)
        return "NoGame";
    if (game.matched_pairs == game.pairs)
        return "GameOver";
    if (number >= 2 * game.pairs)
        return "NoSuchCard";
    if (game.cards[number].state == MATCHED)
        return "CardMatched";
    if (game.cards[number].state == UP)
        return "CardFaceUp";
    return NULL;
}

static void note_change(Flip *flip, uint32_t number) {
    uint32_t place = flip->changed_count++;
    for (; place > 0 && flip->changed[place - 1] > number; place--)
        flip->changed[place] = flip->changed[place - 1];
    flip->changed[place] = number;
}

static void turn_down(Flip *flip, uint32_t number) {
    game.cards[number].state = DOWN;
    game.cards[number].seen = true;
    note_change(flip, number);
}

static Flip turn_up(uint32_t number) {
    Flip flip = {.outcome = "turned-up"};
    if (game.second != NO_CARD) {
        turn_down(&flip, game.first);
        turn_down(&flip, game.second);
        game.first = game.second = NO_CARD;
    }
    game.revision++;
    game.flips++;
    game.last_flip_at = microseconds_since_epoch();
    note_change(&flip, number);
    Card *card = &game.cards[number];
    card->state = UP;
    if (game.first == NO_CARD) {
        game.first = number;
        return flip;
    }
    flip.move_completed = true;
    game.moves++;
    game.regret += 0.125;
    Card *first = &game.cards[game.first];
    /* Two cards that were seen before leave nothing to chance. */
    flip.had_luck = !first->seen || !card->seen;
    game.luck -= flip.had_luck ? 0.125 : 0;
    if (first->pair == card->pair) {
        first->state = card->state = MATCHED;
        note_change(&flip, game.first);
        game.matched_pairs++;
        flip.points = 2;
        flip.outcome = game.matched_pairs == game.pairs ? "won" : "matched";
    } else {
        game.second = number;
        flip.points = -(int32_t)first->seen - (int32_t)card->seen;
        flip.outcome = "mismatched";
    }
    game.score += flip.points;
    return flip;
}

#endif
