// The kernel's interfaces that Glibc's own module leaves out.
#include <libintl.h>
#include <locale.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <unistd.h>
#include <wchar.h>

// Declared by <wchar.h> for X/Open programs only.
int wcwidth(wchar_t character);

// Defined by <fcntl.h> for GNU programs only.
#define SYNC_FILE_RANGE_WRITE 2U
int sync_file_range(int file, off_t start, off_t length, unsigned flags);

// Declared by <stdio.h> for GNU programs only.
#define RENAME_EXCHANGE 2U
int renameat2(int from_directory, const char *from, int to_directory, const char *to, unsigned flags);

// Defined by <fcntl.h> for GNU programs only.
#define F_SETSIG 10
#define F_SETLEASE 1024
#define F_GETLEASE 1025

// Declared by <unistd.h> for GNU programs only.
int syncfs(int file);

// Declared by <pthread.h> for GNU programs only.
int pthread_setname_np(pthread_t thread, const char *name);

// Swift does not call functions with any number of arguments, as prctl(2) is.
static inline int signal_at_end_of_parent(int signal) { return prctl(PR_SET_PDEATHSIG, signal); }

// Declared by <sys/resource.h> for GNU programs only.
int prlimit(pid_t process, unsigned resource, const void *limit, void *old);

// pidfd_open(2), which glibc before 2.36 does not declare: becomes readable when the process has ended.
static inline int descriptor_of_process(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

// Declared by <stdlib.h> for X/Open programs only.
int posix_openpt(int flags);
int unlockpt(int terminal);
int ptsname_r(int terminal, char *name, size_t size);

// Declared by <string.h> for GNU programs only: the words of strerror(3) in no language but English.
const char *strerrordesc_np(int code);
