#include <sqlite3.h>

// SQLITE_TRANSIENT, a macro that casts -1 to a function.
static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }
