import Glibc
import PlainText
import UserFiles
import UserService

/// A restriction of the sandbox.
enum Restriction: CaseIterable {
  case privileges, calls, users, home

  /// The texts if it is in force and if not, and whether it needs the drop-in.
  var description: (inForce: String, otherwise: String, needsDropIn: Bool) {
    switch self {
    case .privileges:
      (english("no new privileges"), english("with the ability to gain privileges"), false)
    case .calls: (english("system calls filtered"), english("without a system call filter"), false)
    case .users:
      (
        english("a user namespace of its own"), english("in the user namespace of the session"),
        true
      )
    case .home: (english("home read-only"), english("with a writable home"), true)
    }
  }
}

/// Whether unprivileged users may create user namespaces, which the drop-in needs.
enum UserNamespaces: Equatable {
  case work
  /// They do not work, for this reason.
  case forbidden(String)
  /// It could not be tried.
  case unknown

  /// The kernel's settings that forbid them.
  private static let settings = [
    ("user.max_user_namespaces", "0"), ("kernel.unprivileged_userns_clone", "0"),
    ("kernel.apparmor_restrict_unprivileged_userns", "1"),
  ]

  /// A setting is a file of `/proc/sys`, nil if there is none; `trial` is whether a namespace could
  /// be created, nil if that could not be tried.
  init(trial: Bool?, setting: (String) -> String?) {
    // A setting names the reason, but may have exceptions.
    if trial == true {
      self = .work
    } else if let (name, value) = Self.settings.first(where: { setting($0.0) == $0.1 }) {
      self = .forbidden("\(name) is \(value)")
    } else {
      self = trial == nil ? .unknown : .forbidden(english("“unshare -U true” fails"))
    }
  }

  static func probe(within limit: Duration) -> UserNamespaces {
    let start = ProcessStart(
      apart: ["timeout", "\(limit / .seconds(1))", "unshare", "-U", "true"])
    let trial: Bool? =
      switch (try? start.start()).flatMap(ProcessEnd.init(of:)) {
      case .exited(0): true
      // From 124 on, statuses of env(1) and timeout(1): it was not tried, or did not end.
      case .exited(let status) where status < 124: false
      case .exited, .killed, nil: nil
      }
    return UserNamespaces(trial: trial) { name in
      let path = String(name.map { $0 == "." ? "/" : $0 })
      return FilePath.text("/proc/sys/" + path)?.split(separator: "\n").first.map(String.init)
    }
  }
}

extension Findings {
  private static let dropIn = "sandbox.conf"

  /// Whether the unit's sandbox is in force for the process, and what it could add.
  var sandboxCheck: Check? {
    guard let unit = unit.loaded else { return nil }
    if let process = owner.process, !isOfUnit {
      return Check(
        .note,
        english(
          "The unit did not start process \(process.identifier), so it runs without a sandbox."),
        fix: "kill \(process.identifier); systemctl --user start memorized")
    }
    let (dropIn, folder) = (Self.dropIn, "\(Unit.name).d")
    let hasDropIn = unit.dropIns.contains { $0.hasSuffix("/" + Self.dropIn) }
    let restrictions = owner.process?.restrictions
    let missing = Restriction.allCases.filter {
      restrictions?[$0] == false && (hasDropIn || !$0.description.needsDropIn)
    }
    if hasDropIn, case .forbidden(let reason) = namespaces, restrictions == nil || !missing.isEmpty
    {
      return Check(
        .warning,
        english(
          "\(dropIn) is installed, but the user namespaces that it needs do not work: \(reason)."),
        fix: english(
          "Allow user namespaces for all users (see sysctl(8)), or remove \(dropIn) from \(folder) "
            + "and run: \(Unit.reload)"))
    }
    guard missing.isEmpty else {
      let found = missing.map(\.description.otherwise).joined(separator: ", ")
      return Check(
        .warning,
        hasDropIn
          ? english("\(dropIn) is installed, but the service runs \(found).")
          : english("The unit restricts the service, but it runs \(found)."),
        fix: "\(Unit.reload); \(Unit.restart)")
    }
    let inForce = Restriction.allCases.filter { restrictions?[$0] == true }.map(
      \.description.inForce)
    let effect =
      inForce.isEmpty ? english("its effect is unknown") : inForce.joined(separator: ", ")
    let isKnown = restrictions != nil
    switch namespaces {
    case _ where hasDropIn:
      return Check(
        .ok,
        isKnown
          ? english("\(dropIn) is installed: \(effect).") : english("\(dropIn) is installed."))
    case .work:
      let commands = "\(Unit.reload); \(Unit.restart)"
      return Check(
        .note,
        isKnown
          ? english(
            "User namespaces work here, but \(dropIn) is not installed: \(effect).")
          : english("User namespaces work here, but \(dropIn) is not installed."),
        fix: english(
          "Install \(dropIn) in ~/.config/systemd/user/\(folder), then: \(commands)"))
    case .forbidden(let reason):
      return Check(
        .ok,
        isKnown
          ? english(
            "Without user namespaces (\(reason)) only the unit's own sandbox is possible: "
              + "\(effect).")
          : english(
            "Without user namespaces (\(reason)) only the unit's own sandbox is possible."))
    case .unknown:
      return Check(
        .ok,
        isKnown
          ? english("The unit's own sandbox, without \(dropIn): \(effect).")
          : english("The unit's own sandbox, without \(dropIn)."))
    }
  }
}
