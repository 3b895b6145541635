#include <sqlite3.h>

// SQLITE_TRANSIENT, a macro that casts -1 to a function.
static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }

// Swift does not call functions with any number of arguments, as sqlite3_db_config is.
static inline int csqlite_keep_log(sqlite3 *db) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

// The last errno of the write-ahead log, or else of the database; 0 if there is none.
static inline int csqlite_last_errno(sqlite3 *db) {
  sqlite3_file *log = 0;
  int code = 0;
  sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
  if (log && log->pMethods) log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &code);
  if (!code) sqlite3_file_control(db, "main", SQLITE_FCNTL_LAST_ERRNO, &code);
  return code;
}
