// What Glibc's own module leaves out of the kernel's interfaces.
#include <signal.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
