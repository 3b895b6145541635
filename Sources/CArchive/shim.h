// libarchive and SQLite, which only the import of a package needs, are loaded by it: linking them
// would cost every key binding two milliseconds. The types are those of their headers.
#include <archive.h>
#include <archive_entry.h>
#include <dlfcn.h>
#include <sqlite3.h>

#define CARCHIVE_FUNCTIONS(use) \
  use(archive_read_new) \
  use(archive_read_free) \
  use(archive_read_support_format_zip_streamable) \
  use(archive_read_support_format_raw) \
  use(archive_read_support_filter_zstd) \
  use(archive_read_open_fd) \
  use(archive_read_next_header) \
  use(archive_read_data) \
  use(archive_entry_pathname) \
  use(archive_error_string)

#define CARCHIVE_SQLITE_FUNCTIONS(use) \
  use(sqlite3_open_v2) \
  use(sqlite3_close_v2) \
  use(sqlite3_limit) \
  use(sqlite3_progress_handler) \
  use(sqlite3_create_collation_v2) \
  use(sqlite3_exec) \
  use(sqlite3_prepare_v2) \
  use(sqlite3_step) \
  use(sqlite3_finalize) \
  use(sqlite3_column_int64) \
  use(sqlite3_column_blob) \
  use(sqlite3_column_bytes) \
  use(sqlite3_errcode) \
  use(sqlite3_errmsg)

#define CARCHIVE_MEMBER(name) __typeof__(&name) _Nonnull name;
#define CARCHIVE_LOAD(function) \
  if (!(*(void **)&functions->function = dlsym(library, #function))) return 0;

struct carchive_functions { CARCHIVE_FUNCTIONS(CARCHIVE_MEMBER) };
struct carchive_sqlite_functions { CARCHIVE_SQLITE_FUNCTIONS(CARCHIVE_MEMBER) };

// Both return 0 if the library, or one of the functions, is missing; it stays loaded.
static inline int carchive_load(struct carchive_functions *functions) {
  void *library = dlopen("libarchive.so.13", RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
  CARCHIVE_FUNCTIONS(CARCHIVE_LOAD)
  return 1;
}

static inline int carchive_load_sqlite(struct carchive_sqlite_functions *functions) {
  void *library = dlopen("libsqlite3.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
  CARCHIVE_SQLITE_FUNCTIONS(CARCHIVE_LOAD)
  return 1;
}
