import PlainText

extension Findings {
  var notifierCheck: Check? {
    if notifier.exists { return runningNotifier }
    guard case .unit(let unit) = notifierUnit else { return nil }
    let (name, state) = (Unit.notifier, unit.activeState.printable)
    return switch unit.loadState {
    case "loaded" where unit.activeState == "active": Check(.ok, english("\(name) is active."))
    case "loaded" where unit.hasFailed:
      Check(
        .warning, english("\(name) has failed: \(unit.failure)."),
        fix: english("See why: journalctl --user -u memorize-notify"))
    case "loaded":
      Check(
        .note, english("\(name) is \(state): matches are not shown as notifications."),
        fix: Self.startNotifier)
    case "not-found":
      Check(.note, english("\(name) is not installed: matches are not shown as notifications."))
    case let state:
      Check(
        .note, english("\(name) cannot be started: it is “\(state.printable)”."),
        fix: "systemctl --user status memorize-notify")
    }
  }

  private static let startNotifier = "systemctl --user enable --now memorize-notify"

  /// A second notifier would end at once, so a running one is never to be started again.
  private var runningNotifier: Check {
    let (name, process) = (Unit.notifier, notifier.description)
    if let unit = notifierUnit.loaded, unit.mainProcess != 0,
      unit.mainProcess == notifier.process?.identifier
    {
      return Check(.ok, english("\(name) is active."))
    }
    let isEnabled = notifierUnit.loaded?.isEnabled ?? true
    return Check(
      .ok, english("Running as \(process), started by hand."),
      fix: isEnabled
        ? "" : english("To start it at login: systemctl --user enable memorize-notify"))
  }

  /// Whether the reminder and the questions that are set can come.
  var reminderChecks: [Check?] {
    [
      reminder.map { check(ReminderText.reminder(at: $0.printable)) },
      questionEvery.map { check(ReminderText.question(everyMinutes: $0)) },
      isPracticing
        ? Check(
          .note, english("A session of practice is on; no question appears before it ends."),
          fix: english("memorize practice play, or memorize practice stop")) : nil,
    ]
  }

  private func check(_ text: ReminderText) -> Check {
    let isShown = notifier.exists || notifierUnit.loaded?.activeState == "active"
    if !isShown {
      return Check(
        .warning, text.withoutNotifier,
        fix: notifierUnit.loaded == nil
          ? english("Start “memorize-notify”.") : Self.startNotifier)
    }
    if case .nobody = notifications.owner, notifications.isActivatable != true {
      return Check(.warning, text.withoutServer, fix: english("Start the one for your desktop."))
    }
    if let unit = unit.loaded, !unit.isEnabled {
      return Check(.warning, text.notAtLogin, fix: "systemctl --user enable memorized")
    }
    if unit.loaded == nil { return Check(.note, text.ifRunning) }
    return Check(.ok, text.appears)
  }
}
