/// One thing that was looked at, how it stands, and what to do about it.
struct Check: Equatable {
  /// How something stands.
  enum Status: Equatable {
    /// As it should.
    case ok
    /// Worth knowing; nothing is wrong.
    case note
    /// Something works less well than it could.
    case warning
    /// Something does not work; other verbs would end with this.
    case fault(ExitStatus)
  }

  /// What was looked at; one subject may have several checks.
  enum Subject: String {
    case bus, service, version, activation, unit, sandbox, notifications, notifier, terminal
    case locale, widths
  }

  /// What was looked at.
  let subject: Subject
  /// How it stands.
  let status: Status
  /// A sentence that says so.
  let text: String
  /// What to do; empty where nothing needs to be done.
  let fix: String

  /// Says that something is as it should be.
  static func ok(_ subject: Subject, _ text: String) -> Check {
    Check(subject: subject, status: .ok, text: text, fix: "")
  }

  /// Says something worth knowing.
  static func note(_ subject: Subject, _ text: String, fix: String = "") -> Check {
    Check(subject: subject, status: .note, text: text, fix: fix)
  }

  /// Says what could be better.
  static func warning(_ subject: Subject, _ text: String, fix: String) -> Check {
    Check(subject: subject, status: .warning, text: text, fix: fix)
  }

  /// Says what does not work, and what other verbs would end with for it.
  static func fault(
    _ subject: Subject, _ text: String, exit: ExitStatus = .unexpected, fix: String
  ) -> Check {
    Check(subject: subject, status: .fault(exit), text: text, fix: fix)
  }
}

extension Check.Status {
  /// The word that scripts know it by.
  var name: String {
    switch self {
    case .ok: "ok"
    case .note: "note"
    case .warning: "warning"
    case .fault: "fault"
    }
  }

  /// The word for people, all of one width.
  var mark: String {
    switch self {
    case .ok: "ok   "
    case .note: "note "
    case .warning: "warn "
    case .fault: "FAULT"
    }
  }

  /// Greater is worse.
  var severity: Int {
    switch self {
    case .ok: 0
    case .note: 1
    case .warning: 2
    case .fault: 3
    }
  }
}
