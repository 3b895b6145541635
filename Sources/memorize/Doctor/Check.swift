/// One thing that was looked at, how it is, and what to do about it.
struct Check: Equatable {
  enum Status: Equatable {
    /// As it should be.
    case ok
    /// Worth knowing; nothing is wrong.
    case note
    /// Something works less well than it could.
    case warning
    /// Something does not work; other verbs would end with this.
    case fault(ExitStatus)
  }

  /// What was looked at; one subject may have several checks, or none.
  enum Subject: String {
    case bus, service, version, activation, unit, sandbox, storage, notifications, notifier
    case terminal, locale
  }

  let status: Status
  let subject: Subject
  /// A sentence.
  let text: String
  /// What to do; empty if nothing has to be done.
  let fix: String

  init(_ status: Status, _ subject: Subject, _ text: String, fix: String = "") {
    self.status = status
    self.subject = subject
    self.text = text
    self.fix = fix
  }
}

extension Check.Status {
  /// The word for scripts, the one for people, and a number that is greater if it is worse.
  private var words: (name: String, mark: String, severity: Int) {
    switch self {
    case .ok: ("ok", "ok   ", 0)
    case .note: ("note", "note ", 1)
    case .warning: ("warning", "warn ", 2)
    case .fault: ("fault", "FAULT", 3)
    }
  }

  var name: String { words.name }
  var mark: String { words.mark }
  var severity: Int { words.severity }
}

/// All checks, in the order in which they are printed.
struct Report {
  let checks: [Check]

  /// Of several faults the one that the others follow from counts: without the bus there is no
  /// service, without an answer no version.
  private static let order: [ExitStatus] = [.notAvailable, .timedOut, .versions, .unexpected]

  var worst: Check.Status {
    checks.map(\.status).max { $0.severity < $1.severity } ?? .ok
  }

  /// What the program ends with; only faults count.
  var exitStatus: ExitStatus {
    Self.order.first { exit in checks.contains { $0.status == .fault(exit) } } ?? .done
  }

  /// A line for each check, and a line below it for what to do.
  var text: String {
    checks.map { check in
      let line = "\(check.status.mark) \(check.subject.rawValue): \(check.text)".harmless + "\n"
      return check.fix.isEmpty ? line : line + "      → \(check.fix)".harmless + "\n"
    }.joined()
  }

  /// Status, check, text and what to do, separated by tabs.
  var plain: String {
    checks.map { check in
      [check.status.name, check.subject.rawValue, check.text, check.fix].map(\.harmless)
        .joined(separator: "\t") + "\n"
    }.joined()
  }

  var json: JSON {
    [
      "checks": .array(
        checks.map { check in
          [
            "name": .string(check.subject.rawValue), "status": .string(check.status.name),
            "text": .string(check.text), "fix": .string(check.fix),
          ]
        }),
      "worst": .string(worst.name),
    ]
  }
}
