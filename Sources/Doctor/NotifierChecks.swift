import PlainText

extension Findings {
  var notifierCheck: Check? {
    if notifier.exists { return runningNotifier }
    guard case .unit(let unit) = notifierUnit else { return nil }
    let (name, state) = (Unit.notifier, unit.activeState.printable)
    return switch unit.loadState {
    case "loaded" where unit.activeState == "active": Check(.ok, "\(name) is active.")
    case "loaded" where unit.hasFailed:
      Check(
        .warning, "\(name) has failed: \(unit.failure).",
        fix: "See why: journalctl --user -u memorize-notify")
    case "loaded":
      Check(
        .note, "\(name) is \(state): matches are not shown as notifications.",
        fix: Self.startNotifier)
    case "not-found":
      Check(.note, "\(name) is not installed: matches are not shown as notifications.")
    case let state:
      Check(
        .note, "\(name) cannot be started: it is “\(state.printable)”.",
        fix: "systemctl --user status memorize-notify")
    }
  }

  private static let startNotifier = "systemctl --user enable --now memorize-notify"

  /// A second notifier would end at once, so a running one is never to be started again.
  private var runningNotifier: Check {
    let process = notifier.process?.identifier
    if let unit = notifierUnit.loaded, unit.mainProcess != 0, unit.mainProcess == process {
      return Check(.ok, "\(Unit.notifier) is active.")
    }
    let isEnabled = notifierUnit.loaded?.isEnabled ?? true
    return Check(
      .ok, "Running as \(notifier.description), started by hand.",
      fix: isEnabled ? "" : "To start it at login: systemctl --user enable memorize-notify")
  }

  /// Whether the reminder and the questions that are set can come.
  var reminderChecks: [Check?] {
    [
      reminder.map { time in
        reminderCheck(
          set: "The daily reminder is set for \(time.printable)",
          appears: "The daily reminder appears at \(time.printable)")
      },
      questionEvery.map { minutes in
        reminderCheck(
          set: "A question is set for every \(minutes) minutes",
          appears: "A question appears every \(minutes) minutes while cards are due")
      },
      isPractising
        ? Check(
          .note, "A session of practice is on; no question appears before it ends.",
          fix: "memorize practice play, or memorize practice stop") : nil,
    ]
  }

  private func reminderCheck(set: String, appears: String) -> Check {
    let isShown = notifier.exists || notifierUnit.loaded?.activeState == "active"
    if !isShown {
      return Check(
        .warning, "\(set), but no notifier is running to show it.",
        fix: notifierUnit.loaded == nil ? "Start “memorize-notify”." : Self.startNotifier)
    }
    if case .nobody = notifications.owner, notifications.isActivatable != true {
      return Check(
        .warning, "\(set), but no notification server is running to show it.",
        fix: "Start the one for your desktop.")
    }
    if let unit = unit.loaded, !unit.isEnabled {
      return Check(
        .warning,
        "\(set), but after login it appears only once something has started the service.",
        fix: "systemctl --user enable memorized")
    }
    if unit.loaded == nil { return Check(.note, "\(appears), if the service is running.") }
    return Check(.ok, "\(appears).")
  }
}
