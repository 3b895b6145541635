import Glibc

extension Findings {
  private static let dropIn = "sandbox.conf"

  /// Whether what the unit says is in force for the process, and what it could say.
  var sandboxCheck: Check? {
    guard let unit = loadedUnit else { return nil }
    if let process = owner.process, !isOfUnit {
      return Check(
        .note, .sandbox,
        "The unit did not start process \(process.identifier), so it runs without a sandbox.",
        fix: "kill \(process.identifier); systemctl --user start memorized")
    }
    let hasDropIn = unit.dropIns.contains { $0.hasSuffix("/" + Self.dropIn) }
    let bounds = owner.process?.bounds
    let missing = bounds?.missing(withDropIn: hasDropIn) ?? []
    if hasDropIn, case .forbidden(let reason) = namespaces, bounds == nil || !missing.isEmpty {
      return Check(
        .warning, .sandbox,
        "\(Self.dropIn) is installed, and the user namespaces that it needs do not work: "
          + "\(reason).",
        fix: "Allow user namespaces to all users (see sysctl(8)), or remove \(Self.dropIn) from "
          + "\(Unit.name).d and run: \(Unit.reload)")
    }
    guard missing.isEmpty else {
      let installed = hasDropIn ? "although \(Self.dropIn) is installed" : "unlike the unit says"
      return Check(
        .warning, .sandbox,
        "The service runs \(missing.joined(separator: ", ")), \(installed).",
        fix: "\(Unit.reload); \(Unit.restart)")
    }
    let effect = bounds.map { ": \($0.inForce)" } ?? ""
    if hasDropIn { return Check(.ok, .sandbox, "\(Self.dropIn) is installed\(effect).") }
    switch namespaces {
    case .work:
      return Check(
        .note, .sandbox,
        "User namespaces work here, and \(Self.dropIn) is not installed\(effect).",
        fix: "Install \(Self.dropIn) to ~/.config/systemd/user/\(Unit.name).d, then: "
          + "\(Unit.reload); \(Unit.restart)")
    case .forbidden(let reason):
      return Check(
        .ok, .sandbox,
        "The unit's own sandbox is all there can be without user namespaces (\(reason))\(effect).")
    case .unknown:
      return Check(.ok, .sandbox, "The unit's own sandbox, without \(Self.dropIn)\(effect).")
    }
  }
}

/// What keeps a process from doing harm; nil if the system does not say.
struct Bounds: Equatable {
  /// Whether it can never gain privileges.
  var gainsNothing: Bool?
  /// Whether a filter stands before its system calls.
  var filtersCalls: Bool?
  /// Whether it lives in a user namespace of its own.
  var hasOwnUsers: Bool?
  /// Whether it cannot write to the home directory.
  var seesHomeReadOnly: Bool?

  /// The words for each bound that is in force and that is not, and whether it needs the drop-in.
  private var table: [(isInForce: Bool?, words: String, otherwise: String, needsDropIn: Bool)] {
    [
      (gainsNothing, "no new privileges", "free to gain privileges", false),
      (filtersCalls, "system calls filtered", "without a filter of system calls", false),
      (hasOwnUsers, "a user namespace of its own", "in the user namespace of all", true),
      (seesHomeReadOnly, "home read-only", "with a home it may write to", true),
    ]
  }

  /// What is not in force, in words that follow “runs”.
  func missing(withDropIn hasDropIn: Bool) -> [String] {
    table.filter { $0.isInForce == false && (hasDropIn || !$0.needsDropIn) }.map(\.otherwise)
  }

  var inForce: String {
    let words = table.filter { $0.isInForce == true }.map(\.words)
    return words.isEmpty ? "the system does not say how" : words.joined(separator: ", ")
  }
}

/// Whether a user without privileges may make user namespaces here, which the drop-in needs.
enum UserNamespaces: Equatable {
  case work
  /// They do not work; the reason.
  case forbidden(String)
  /// It could not be tried.
  case unknown

  /// Asks the kernel's settings first, which name the reason.
  ///
  /// A setting is a file of `/proc/sys`, nil if there is none; `trial` says whether a namespace could
  /// be made, nil if that could not be tried.
  init(setting: (String) -> String?, trial: () -> Bool?) {
    let appArmor = "kernel.apparmor_restrict_unprivileged_userns"
    if setting("user.max_user_namespaces") == "0" {
      self = .forbidden("user.max_user_namespaces is 0")
    } else if setting("kernel.unprivileged_userns_clone") == "0" {
      self = .forbidden("kernel.unprivileged_userns_clone is 0")
    } else {
      switch trial() {
      case true?: self = .work
      case _ where setting(appArmor) == "1": self = .forbidden("\(appArmor) is 1")
      case false?: self = .forbidden("“unshare -U true” fails")
      case nil: self = .unknown
      }
    }
  }

  static func look(within limit: Duration) -> UserNamespaces {
    UserNamespaces(
      setting: { name in
        let path = String(name.map { $0 == "." ? "/" : $0 })
        return FilePath.text("/proc/sys/" + path)?.split(separator: "\n").first.map(String.init)
      },
      trial: {
        let status = system(
          "exec timeout \(limit / .seconds(1)) unshare -U true </dev/null >/dev/null 2>&1")
        // A shell's and timeout(1)'s own exit codes say that it was not tried, or did not end.
        return status == 0 ? true : (status >> 8) & 0xFF < 124 ? false : nil
      })
  }
}
