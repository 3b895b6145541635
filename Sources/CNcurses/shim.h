// Functions, not macros: Swift sees only those. The wide-character library needs its declarations.
#define NCURSES_NOMACROS 1
#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif

// The library for wide characters has its own directory if both libraries are installed.
#if __has_include(<ncursesw/curses.h>)
#include <ncursesw/curses.h>
#else
#include <curses.h>
#endif

// Declared by <term.h>, whose macros for hundreds of capabilities are names such as `lines`.
extern char *tgoto(const char *, int, int);
extern char *tigetstr(const char *);
extern int tigetflag(const char *);
extern int tigetnum(const char *);
extern int setupterm(const char *, int, int *);
struct term;
extern struct term *set_curterm(struct term *);
extern int del_curterm(struct term *);

// Masks made by macros with arguments. Clicks are not requested: ncurses turns two of them into one
// double click, even in different places.
enum {
  CNCURSES_PRESSED = BUTTON1_PRESSED,
  CNCURSES_RELEASED = BUTTON1_RELEASED,
  CNCURSES_WHEEL_UP = BUTTON4_PRESSED,
  CNCURSES_WHEEL_DOWN = BUTTON5_PRESSED,
};
