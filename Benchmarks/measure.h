/* What all programs that measure share: their end with an error, the clock, and the order of times.
 *
 * Whoever includes it defines PROGRAM, its own name.
 */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void fail(const char *what, const char *why) {
    fprintf(stderr, PROGRAM ": %s: %s\n", what, why);
    exit(1);
}

static uint64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static int by_size(const void *left, const void *right) {
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}
