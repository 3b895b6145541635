package import EventLoop
// The list of variables is a global of the C library, which no program of ours changes while it
// starts processes.
@preconcurrency package import Glibc

/// A process to be started: its program, and what it does not inherit.
package final class ProcessStart {
  package enum Role {
    case member, groupLeader, sessionLeader
  }

  /// The program of this process.
  package static let ourProgram = "/proc/self/exe"
  /// `POSIX_SPAWN_SETSID`, which <spawn.h> defines for GNU programs only.
  private static let newSession: Int32 = 0x80

  package var role = Role.member
  package var blockedSignals: sigset_t?
  /// Whether signals that we handle or ignore have their usual effect.
  package var resetsSignals = false
  package var limits: ProcessLimits?
  /// `NAME=value`.
  package var addedVariables: [String] = []
  package var removedVariables: [String] = []
  private let path: String
  private let words: [String]
  private let otherWords: [UnsafeMutablePointer<CChar>?]
  private var actions = posix_spawn_file_actions_t()

  /// The first word is the program's name; `otherWords` follow the words and need not be text.
  package init(
    _ path: String, _ words: [String], then otherWords: [UnsafeMutablePointer<CChar>?] = []
  ) {
    (self.path, self.words, self.otherWords) = (path, words, otherWords)
    posix_spawn_file_actions_init(&actions)
  }

  deinit { posix_spawn_file_actions_destroy(&actions) }

  package func open(_ path: String, _ access: Int32, as stream: Int32) {
    posix_spawn_file_actions_addopen(&actions, stream, path, access, 0)
  }

  package func pass(_ descriptor: Int32, as stream: Int32) {
    posix_spawn_file_actions_adddup2(&actions, descriptor, stream)
  }

  /// Returns the child, whose end the caller has to wait for.
  package func start() throws(SystemError) -> pid_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var flags: Int32 =
      switch role {
      case .member: 0
      case .groupLeader: POSIX_SPAWN_SETPGROUP
      case .sessionLeader: Self.newSession
      }
    if var blockedSignals {
      posix_spawnattr_setsigmask(&attributes, &blockedSignals)
      flags |= POSIX_SPAWN_SETSIGMASK
    }
    if resetsSignals {
      var all = sigset_t()
      sigfillset(&all)
      posix_spawnattr_setsigdefault(&attributes, &all)
      flags |= POSIX_SPAWN_SETSIGDEF
    }
    posix_spawnattr_setflags(&attributes, Int16(flags))
    let copies = words.map { strdup($0) }
    let added = addedVariables.map { strdup($0) }
    defer { (copies + added).forEach { free($0) } }
    var process = pid_t()
    let code = posix_spawn(
      &process, path, &actions, &attributes, copies + otherWords + [nil],
      inheritedVariables + added + [nil])
    guard code == 0 else { throw SystemError("start “\(words[0])”", code: code) }
    limits?.set(of: process)
    return process
  }

  private var inheritedVariables: [UnsafeMutablePointer<CChar>?] {
    var variables: [UnsafeMutablePointer<CChar>?] = []
    var next = environ
    while let variable = next.pointee {
      let isRemoved = removedVariables.contains {
        strncmp(variable, $0 + "=", $0.utf8.count + 1) == 0
      }
      if !isRemoved { variables.append(variable) }
      next += 1
    }
    return variables
  }
}

extension ProcessStart {
  /// A program in `PATH` that shares nothing with this one: in a session of its own, so that it can be
  /// ended with all that it has started, with the usual signals, and without streams.
  package convenience init(apart words: [String]) {
    self.init("/usr/bin/env", ["env"] + words)
    (role, blockedSignals, resetsSignals) = (.sessionLeader, sigset_t.of([]), true)
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      open("/dev/null", O_RDWR, as: stream)
    }
  }

  /// Returns the end of a pipe from which the caller reads what the program prints, and closes it.
  package func startPrinting() throws(SystemError) -> (process: pid_t, output: Int32) {
    let pipe = try Pipe()
    pass(pipe.writer, as: STDOUT_FILENO)
    defer { close(pipe.writer) }
    do throws(SystemError) {
      return (try start(), pipe.reader)
    } catch {
      close(pipe.reader)
      throw error
    }
  }
}

/// A pipe that no process started by us inherits by itself.
package struct Pipe {
  package let reader: Int32
  package let writer: Int32

  package init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    try SystemError.check("create a pipe", pipe(&ends))
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reader, writer) = (ends[0], ends[1])
  }
}
