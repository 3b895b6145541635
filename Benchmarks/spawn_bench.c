/* Measures whole processes that do the same, interleaved, from spawn to exit.
 *
 * usage: spawn_bench RUNS CARD CARD CARD CARD -- COMMAND ARG… [-- COMMAND ARG…]…
 *
 * The four cards, of which the first two are no mates and the last two neither, are flipped
 * in turn, over and over. So every flip is accepted: each mismatch turns the other down, while
 * a card of the mismatch on show would be refused. `{card}` in an argument stands for the card;
 * a command without it flips none.
 * A command that fails ends the benchmark, since then nothing was compared.
 *
 * Prints a line a command: its name, runs, median and p99 in milliseconds, separated by tabs.
 */

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>

#define PROGRAM "spawn_bench"
#include "measure.h"

#define MOST_COMMANDS 16
#define CARDS 4
#define FIRST_COMMAND (2 + CARDS)
#define CARD_MARK "{card}"

extern char **environ;

typedef struct {
    char **arguments;
    /* The argument that holds `{card}`, as it was given; NULL where there is none. */
    int card_at;
    char *template;
    uint64_t *times;
} Command;

static uint64_t run(const Command *command, const char *card, const posix_spawn_file_actions_t *actions) {
    pid_t pid;
    int status;
    char argument[256];
    if (command->template) {
        const char *mark = strstr(command->template, CARD_MARK);
        snprintf(argument, sizeof argument, "%.*s%s%s", (int)(mark - command->template), command->template, card,
                 mark + strlen(CARD_MARK));
        command->arguments[command->card_at] = argument;
    }
    uint64_t start = now();
    int fault = posix_spawnp(&pid, command->arguments[0], actions, NULL, command->arguments, environ);
    if (fault)
        fail(command->arguments[0], strerror(fault));
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            exit(1);
    uint64_t duration = now() - start;
    if (status != 0) {
        fprintf(stderr, "spawn_bench: %s failed, with card %s if any (status %d)\n", command->arguments[0], card,
                WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
        exit(1);
    }
    return duration;
}

static int read_commands(char **arguments, Command *commands, size_t runs) {
    int count = 0;
    while (*arguments) {
        if (count == MOST_COMMANDS || strcmp(*arguments, "--"))
            return 0;
        Command *command = &commands[count++];
        command->arguments = arguments + 1;
        command->template = NULL;
        command->times = calloc(runs, sizeof *command->times);
        int i = 0;
        for (; command->arguments[i] && strcmp(command->arguments[i], "--"); i++)
            if (i > 0 && strstr(command->arguments[i], CARD_MARK)) {
                command->card_at = i;
                command->template = command->arguments[i];
            }
        if (i == 0 || !command->times)
            return 0;
        arguments = command->arguments + i;
    }
    /* Each list of arguments ends where the next command's mark stood. */
    for (int i = 1; i < count; i++)
        commands[i].arguments[-1] = NULL;
    return count;
}

int main(int argc, char **argv) {
    static Command commands[MOST_COMMANDS];
    size_t runs = argc > FIRST_COMMAND ? strtoul(argv[1], NULL, 10) : 0;
    int count = runs ? read_commands(argv + FIRST_COMMAND, commands, runs) : 0;
    if (count == 0) {
        fprintf(stderr, "usage: spawn_bench RUNS CARD CARD CARD CARD -- COMMAND ARG... [{card}] [-- COMMAND ...]\n");
        return 2;
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    size_t flips = 0;
    /* The first round is not counted; each round begins with another command. */
    for (size_t round = 0; round <= runs; round++) {
        for (int place = 0; place < count; place++) {
            Command *command = &commands[(round + (size_t)place) % (size_t)count];
            uint64_t duration = run(command, argv[2 + flips % CARDS], &actions);
            flips += command->template != NULL;
            if (round > 0)
                command->times[round - 1] = duration;
        }
    }
    for (int i = 0; i < count; i++) {
        char *slash = strrchr(commands[i].arguments[0], '/');
        qsort(commands[i].times, runs, sizeof *commands[i].times, by_size);
        printf("%s\t%zu\t%.2f\t%.2f\n", slash ? slash + 1 : commands[i].arguments[0], runs,
               (double)commands[i].times[runs / 2] / 1e6, (double)commands[i].times[(runs - 1) * 99 / 100] / 1e6);
    }
    return 0;
}
