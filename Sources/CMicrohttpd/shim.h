// libmicrohttpd, which only the door for other tools needs, is loaded by it. The types are those of its
// header.
#include <dlfcn.h>
#include <microhttpd.h>

#define CMICROHTTPD_FUNCTIONS(use) \
  use(MHD_start_daemon) \
  use(MHD_stop_daemon) \
  use(MHD_run) \
  use(MHD_get_timeout) \
  use(MHD_get_daemon_info) \
  use(MHD_get_connection_info) \
  use(MHD_get_connection_values) \
  use(MHD_create_response_from_buffer) \
  use(MHD_add_response_header) \
  use(MHD_queue_response) \
  use(MHD_destroy_response)

#define CMICROHTTPD_MEMBER(name) __typeof__(&name) _Nonnull name;
#define CMICROHTTPD_LOAD(function) \
  if (!(*(void **)&functions->function = dlsym(library, #function))) return 0;

struct cmicrohttpd_functions { CMICROHTTPD_FUNCTIONS(CMICROHTTPD_MEMBER) };

// Returns 0 if the library, or one of the functions, is missing; it stays loaded.
static inline int cmicrohttpd_load(struct cmicrohttpd_functions *functions) {
  void *library = dlopen("libmicrohttpd.so.12", RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
  CMICROHTTPD_FUNCTIONS(CMICROHTTPD_LOAD)
  return 1;
}

// Swift does not call functions with any number of arguments, as these three are.

// MHD_start_daemon(3) without a thread, on a socket that listens; the callbacks get `context`.
static inline struct MHD_Daemon *_Nullable cmicrohttpd_start(
    const struct cmicrohttpd_functions *functions, int listening, unsigned connections,
    MHD_AcceptPolicyCallback accept, MHD_AccessHandlerCallback answer,
    MHD_NotifyConnectionCallback notify, MHD_RequestCompletedCallback end, void *context) {
  return functions->MHD_start_daemon(
      MHD_USE_EPOLL, 0, accept, context, answer, context,
      MHD_OPTION_LISTEN_SOCKET, (MHD_socket)listening, MHD_OPTION_CONNECTION_LIMIT, connections,
      MHD_OPTION_NOTIFY_CONNECTION, notify, context, MHD_OPTION_NOTIFY_COMPLETED, end, context,
      MHD_OPTION_END);
}

// The descriptor that becomes readable when MHD_run has work; -1 without.
static inline int cmicrohttpd_events(
    const struct cmicrohttpd_functions *functions, struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = functions->MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info ? info->epoll_fd : -1;
}

static inline int cmicrohttpd_socket(
    const struct cmicrohttpd_functions *functions, struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      functions->MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}
