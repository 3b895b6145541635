import Foundation

/// A library for LD_PRELOAD that makes system calls on the database, or on all files of the user,
/// fail or kill the program.
package struct FailingCalls {
  private let path: String
  private let files: TemporaryDirectory

  package init(in directory: TemporaryDirectory? = nil) throws {
    files = try directory ?? TemporaryDirectory()
    path = files.path("failing-calls.so")
    let code = """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <errno.h>
      #include <fcntl.h>
      #include <signal.h>
      #include <stdarg.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <string.h>
      #include <unistd.h>
      static int fails(const char *call, const char *path) {
          static int count;
          const char *wanted = getenv("FAILING_CALL"), *when = getenv("FAILING_WHEN");
          if (!strcmp(wanted, "change") ? !strcmp(call, "open") || !strcmp(call, "read")
                  || !strstr(path, "/memorize/")
              : strcmp(call, wanted) || !strstr(path, "memorize.sqlite")) return 0;
          if (when && access(when, F_OK)) return 0;
          if (when) {
              FILE *log = fopen(getenv("FAILING_LOG"), "a");
              fprintf(log, "%s %s\\n", call, path);
              fclose(log);
          }
          count++;
          int number = atoi(getenv("FAILING_NUMBER"));
          if (getenv("FAILING_ONCE") ? count != number : count < number) return 0;
          if (when) {
              char path[4096];
              snprintf(path, sizeof path, "%s.struck", when);
              close(creat(path, 0600));
          }
          int code = atoi(getenv("FAILING_CODE"));
          if (code == 0) kill(getpid(), SIGKILL);
          if (code < 0) return kill(getpid(), -code);
          errno = code;
          return 1;
      }
      static int fails_on(const char *call, int file) {
          char link[64], path[4096];
          snprintf(link, sizeof link, "/proc/self/fd/%d", file);
          ssize_t length = readlink(link, path, sizeof path - 1);
          if (length < 0) return 0;
          path[length] = 0;
          return fails(call, path);
      }
      int open64(const char *path, int flags, ...) {
          int (*next)(const char *, int, ...) = dlsym(RTLD_NEXT, "open64");
          va_list rest;
          va_start(rest, flags);
          mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
          va_end(rest);
          return fails(flags & O_CREAT ? "create" : "open", path) || fails("open", path) ? -1
              : next(path, flags, mode);
      }
      int open(const char *path, int flags, ...) {
          va_list rest;
          va_start(rest, flags);
          mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
          va_end(rest);
          return open64(path, flags, mode);
      }
      // A write without room for all of it still takes what there is.
      static ssize_t fail(ssize_t begun) {
          errno = begun < 0 ? errno : atoi(getenv("FAILING_CODE"));
          return -1;
      }
      ssize_t write(int file, const void *from, size_t size) {
          ssize_t (*next)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
          return fails_on("write", file) ? fail(next(file, from, size / 2)) : next(file, from, size);
      }
      ssize_t pwrite64(int file, const void *from, size_t size, off_t at) {
          ssize_t (*next)(int, const void *, size_t, off_t) = dlsym(RTLD_NEXT, "pwrite64");
          return fails_on("write", file) ? fail(next(file, from, size / 2, at))
              : next(file, from, size, at);
      }
      ssize_t pread64(int file, void *to, size_t size, off_t at) {
          ssize_t (*next)(int, void *, size_t, off_t) = dlsym(RTLD_NEXT, "pread64");
          return fails_on("read", file) ? -1 : next(file, to, size, at);
      }
      ssize_t pread(int file, void *to, size_t size, off_t at) { return pread64(file, to, size, at); }
      ssize_t read(int file, void *to, size_t size) {
          ssize_t (*next)(int, void *, size_t) = dlsym(RTLD_NEXT, "read");
          return fails_on("read", file) ? -1 : next(file, to, size);
      }
      int fsync(int file) {
          int (*next)(int) = dlsym(RTLD_NEXT, "fsync");
          return fails_on("sync", file) ? -1 : next(file);
      }
      int fdatasync(int file) {
          int (*next)(int) = dlsym(RTLD_NEXT, "fdatasync");
          return fails_on("sync", file) ? -1 : next(file);
      }
      int fchmod(int file, mode_t mode) {
          int (*next)(int, mode_t) = dlsym(RTLD_NEXT, "fchmod");
          return fails_on("mode", file) ? -1 : next(file, mode);
      }
      int link(const char *path, const char *other) {
          int (*next)(const char *, const char *) = dlsym(RTLD_NEXT, "link");
          return fails("rename", path) ? -1 : next(path, other);
      }
      int unlink(const char *path) {
          int (*next)(const char *) = dlsym(RTLD_NEXT, "unlink");
          return fails("remove", path) ? -1 : next(path);
      }
      int rename(const char *path, const char *other) {
          int (*next)(const char *, const char *) = dlsym(RTLD_NEXT, "rename");
          return fails("rename", path) ? -1 : next(path, other);
      }
      int rmdir(const char *path) {
          int (*next)(const char *) = dlsym(RTLD_NEXT, "rmdir");
          return fails("remove", path) ? -1 : next(path);
      }
      char *mkdtemp(char *path) {
          char *(*next)(char *) = dlsym(RTLD_NEXT, "mkdtemp");
          return fails("create", path) ? NULL : next(path);
      }
      int syncfs(int file) {
          int (*next)(int) = dlsym(RTLD_NEXT, "syncfs");
          return fails_on("sync", file) ? -1 : next(file);
      }
      int renameat2(int from, const char *path, int to, const char *other, unsigned flags) {
          int (*next)(int, const char *, int, const char *, unsigned) =
              dlsym(RTLD_NEXT, "renameat2");
          return fails("rename", path) ? -1 : next(from, path, to, other, flags);
      }
      """
    let source = try files.write("failing-calls.c", code)
    let outcome = try Outcome("/usr/bin/cc", ["-shared", "-fPIC", "-o", path, source, "-ldl"])
    guard outcome.code == 0 else {
      throw CocoaError(
        .executableLoad, userInfo: [NSLocalizedDescriptionKey: outcome.errors])
    }
  }

  /// Fails the `read`, `write`, `sync` or `open` of that number, counted from 1, and later ones too
  /// unless `onlyOnce`.
  package func environment(
    failing call: String, from number: Int = 1, onlyOnce: Bool = false, with code: Int32
  ) -> [String: String] {
    [
      "LD_PRELOAD": path, "FAILING_CALL": call, "FAILING_NUMBER": "\(number)",
      "FAILING_CODE": "\(code)",
    ].merging(onlyOnce ? ["FAILING_ONCE": "1"] : [:]) { $1 }
  }

  /// Fails, or without a code kills the program at, the change of that number of any of the user's
  /// files, or sends it a signal with the code below zero, counted from 1 once it is armed: a file created, written, synced, renamed or removed.
  package func environment(
    changing number: Int, onlyOnce: Bool = false, with code: Int32? = nil
  ) -> [String: String] {
    environment(failing: "change", from: number, onlyOnce: onlyOnce, with: code ?? 0).merging(
      ["FAILING_WHEN": files.path("armed"), "FAILING_LOG": files.path("changes")]) { $1 }
  }

  /// What was changed while it was armed, since the last call: a word, and a path.
  package func popChanges() throws -> [String] {
    let text = try files.text("changes")
    try files.remove("changes")
    return text.split(separator: "\n").map(String.init)
  }

  /// Whether a call has failed since it was armed.
  package var hasStruck: Bool { access(files.path("armed.struck"), F_OK) == 0 }

  package func arm(_ isArmed: Bool = true) throws {
    guard isArmed else { return try files.remove("armed") }
    if hasStruck { try files.remove("armed.struck") }
    try files.write("armed")
  }
}
