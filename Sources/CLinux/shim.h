// What Glibc's own module leaves out of the kernel's interfaces.
#include <malloc.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <wchar.h>

// Declared by <wchar.h> for X/Open programs only.
int wcwidth(wchar_t character);

// Defined by <spawn.h> for GNU programs only.
#ifndef POSIX_SPAWN_SETSID
#define POSIX_SPAWN_SETSID 0x80
#endif
