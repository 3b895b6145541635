/// What is known of the bounds that systemd keeps the service in.
struct SandboxFacts {
  /// What systemd says of the unit.
  var answer: UserManager.Answer
  /// The process of the service, where one runs.
  var process: RunningProcess?
  /// Whether the unit started it.
  var isOfUnit = false
  /// Whether user namespaces work.
  var namespaces = UserNamespaces.unknown

  private static let dropIn = "sandbox.conf"

  /// What is to be said of it.
  var checks: [Check] {
    let unit: Unit
    switch answer {
    case .unit(let known) where known.loadState == "loaded": unit = known
    case .unit, .absent:
      return [.note(.sandbox, "There is no unit, and so no sandbox; \(namespaceText).")]
    case .mute:
      return [.note(.sandbox, "Nobody tells whether there is a sandbox; \(namespaceText).")]
    }
    if let process, !isOfUnit {
      return [
        .note(
          .sandbox,
          "The unit did not start process \(process.identifier), which so runs without a sandbox.",
          fix: "kill \(process.identifier); systemctl --user start memorized")
      ]
    }
    let hasDropIn = unit.dropIns.contains { $0.hasSuffix("/" + Self.dropIn) }
    let bounds = process?.bounds
    if let bounds, let missing = bounds.missing(fully: hasDropIn) {
      return [withoutEffect(missing, hasDropIn)]
    }
    return [hasDropIn ? withDropIn(bounds) : withoutDropIn(bounds)]
  }

  /// What is written there is not in force.
  private func withoutEffect(_ missing: [String], _ hasDropIn: Bool) -> Check {
    let text =
      "The service runs \(missing.joined(separator: ", ")), "
      + (hasDropIn ? "although \(Self.dropIn) is installed" : "unlike the unit says")
    if hasDropIn, case .forbidden(let reason) = namespaces {
      return .warning(
        .sandbox, "\(text): user namespaces do not work, as \(reason).", fix: Self.allow)
    }
    return .warning(
      .sandbox, text + ".",
      fix: "systemctl --user daemon-reload; systemctl --user restart memorized")
  }

  private func withDropIn(_ bounds: RunningProcess.Bounds?) -> Check {
    if bounds == nil, case .forbidden(let reason) = namespaces {
      return .warning(
        .sandbox,
        "\(Self.dropIn) is installed, and user namespaces, which it needs, do not work: \(reason).",
        fix: Self.allow)
    }
    let effect = bounds.map { ", and the running service is bound by it: \($0.text)" } ?? ""
    return .ok(.sandbox, "\(Self.dropIn) is installed\(effect).")
  }

  private func withoutDropIn(_ bounds: RunningProcess.Bounds?) -> Check {
    let effect = bounds.map { ": \($0.text)" } ?? ""
    guard namespaces == .work else {
      return .ok(
        .sandbox,
        "The unit binds the service as far as goes without user namespaces\(effect); "
          + "\(namespaceText).")
    }
    return .note(
      .sandbox, "The unit binds the service without \(Self.dropIn)\(effect); \(namespaceText).",
      fix: "Install \(Self.dropIn) to ~/.config/systemd/user/\(UnitFacts.name).d, then: systemctl "
        + "--user daemon-reload; systemctl --user restart memorized")
  }

  private var namespaceText: String {
    switch namespaces {
    case .work: "user namespaces work here"
    case .forbidden(let reason): "user namespaces do not work here, as \(reason)"
    case .unknown: "whether user namespaces work here could not be tried"
    }
  }

  private static let allow =
    "Allow user namespaces to all users (see sysctl(8)), or remove \(dropIn) from "
    + "\(UnitFacts.name).d and run: systemctl --user daemon-reload"
}

extension RunningProcess.Bounds {
  /// What is not in force, in words; nil where all is, as far as the system tells.
  ///
  /// - Parameter fully: whether what needs user namespaces counts too.
  /// - Returns: the words, to stand after “runs”.
  func missing(fully: Bool) -> [String]? {
    var missing: [String] = []
    if gainsNothing == false { missing.append("free to gain privileges") }
    if filtersCalls == false { missing.append("without a filter of system calls") }
    if fully, hasOwnUsers == false { missing.append("in the user namespace of all") }
    if fully, seesHomeReadOnly == false { missing.append("with a home it may write to") }
    return missing.isEmpty ? nil : missing
  }

  /// What is in force, in words.
  var text: String {
    var words: [String] = []
    if gainsNothing == true { words.append("no new privileges") }
    if filtersCalls == true { words.append("system calls filtered") }
    if hasOwnUsers == true { words.append("a user namespace of its own") }
    if seesHomeReadOnly == true { words.append("home read-only") }
    return words.isEmpty ? "the system does not tell how" : words.joined(separator: ", ")
  }
}
