// libarchive, which only packages need, is loaded by it: linking it would cost every
// key binding 2.5 milliseconds. The types are those of its headers.
#include <archive.h>
#include <archive_entry.h>
#include <dlfcn.h>

#define CARCHIVE_FUNCTIONS(use) \
  use(archive_read_new) \
  use(archive_read_free) \
  use(archive_read_support_format_zip_streamable) \
  use(archive_read_support_format_raw) \
  use(archive_read_support_format_empty) \
  use(archive_read_support_filter_zstd) \
  use(archive_read_open_fd) \
  use(archive_read_open_memory) \
  use(archive_read_next_header) \
  use(archive_read_data) \
  use(archive_entry_pathname) \
  use(archive_error_string) \
  use(archive_write_new) \
  use(archive_write_free) \
  use(archive_write_close) \
  use(archive_write_set_format_zip) \
  use(archive_write_zip_set_compression_deflate) \
  use(archive_write_zip_set_compression_store) \
  use(archive_write_open_fd) \
  use(archive_write_header) \
  use(archive_write_data) \
  use(archive_entry_new) \
  use(archive_entry_free) \
  use(archive_entry_set_pathname) \
  use(archive_entry_set_size) \
  use(archive_entry_set_filetype) \
  use(archive_entry_set_perm)

#define CARCHIVE_MEMBER(name) __typeof__(&name) _Nonnull name;
#define CARCHIVE_LOAD(function) \
  if (!(*(void **)&functions->function = dlsym(library, #function))) return 0;

struct carchive_functions { CARCHIVE_FUNCTIONS(CARCHIVE_MEMBER) };

// Returns 0 if the library, or one of the functions, is missing; it stays loaded.
static inline int carchive_load(struct carchive_functions *functions) {
  void *library = dlopen("libarchive.so.13", RTLD_NOW | RTLD_LOCAL);
  if (!library) return 0;
  CARCHIVE_FUNCTIONS(CARCHIVE_LOAD)
  return 1;
}
