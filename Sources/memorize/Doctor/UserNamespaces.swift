import Glibc

/// Whether a user without privileges may make user namespaces here, by which systemd shuts a
/// service of a user off from the file system.
enum UserNamespaces: Equatable {
  /// They work.
  case work
  /// They do not; the reason.
  case forbidden(String)
  /// Nobody can tell without trying, and it could not be tried.
  case unknown

  /// Judges by the kernel's settings first, for those name the reason.
  ///
  /// - Parameters:
  ///   - setting: the first line of a file in `/proc/sys`; nil where it is not there.
  ///   - trial: whether `unshare -U true` went well; nil where it was not tried.
  init(setting: (String) -> String?, trial: () -> Bool?) {
    if setting("user/max_user_namespaces") == "0" {
      self = .forbidden("user.max_user_namespaces is 0")
    } else if setting("kernel/unprivileged_userns_clone") == "0" {
      self = .forbidden("kernel.unprivileged_userns_clone is 0")
    } else {
      let isRestricted = setting("kernel/apparmor_restrict_unprivileged_userns") == "1"
      self =
        switch trial() {
        case true?: .work
        case _ where isRestricted:
          .forbidden("kernel.apparmor_restrict_unprivileged_userns is 1")
        case false?: .forbidden("“unshare -U true” fails")
        case nil: .unknown
        }
    }
  }

  /// Looks at this system.
  static func look(within limit: Duration) -> UserNamespaces {
    UserNamespaces(
      setting: {
        SmallFile.read("/proc/sys/" + $0)?.split(separator: "\n").first.map { String($0) }
      },
      trial: { UserNamespaceTrial.run(within: limit) })
  }
}

/// The command `unshare -U true`, by which the drop-in is installed or not.
enum UserNamespaceTrial {
  /// Runs it, and kills it where it takes longer.
  ///
  /// - Parameter limit: how long it may take.
  /// - Returns: whether it went well; nil where it is not there or did not end.
  static func run(within limit: Duration) -> Bool? {
    // The end of the pipe tells the end of the command, which waitpid(2) cannot do with a limit.
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    defer { close(ends[0]) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in STDIN_FILENO...STDERR_FILENO {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 3)
    let words = ["unshare", "-U", "true"].map { (word: String) in strdup(word) } + [nil]
    defer { words.forEach { free($0) } }
    var child = pid_t()
    let failure = posix_spawnp(&child, "unshare", &actions, nil, words, environ)
    close(ends[1])
    guard failure == 0 else { return nil }
    var wish = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
    let hasEnded = poll(&wish, 1, limit.milliseconds) == 1
    if !hasEnded { kill(child, SIGKILL) }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    return hasEnded ? status == 0 : nil
  }
}

extension Duration {
  /// Whole milliseconds, as poll(2) wants them, and never without end.
  var milliseconds: Int32 {
    let (seconds, attoseconds) = max(self, .zero).components
    let whole = min(seconds, 1_000_000) * 1000
    return Int32(clamping: whole + attoseconds / 1_000_000_000_000_000)
  }
}
