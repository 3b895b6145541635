internal import DBus
internal import EventLoop
internal import MemorizeBus
internal import Practice
internal import UserService

/// Shows reminders and daytime questions while notifications are allowed, and withdraws them when
/// they are not.
///
/// Only the newest of each waits. The desktop is watched only while one of them waits or is open.
final class UnsolicitedController {
  private struct Reminder {
    var due: UInt32
    var new: UInt32
    var isShown = false
    /// Whether it had to wait, so that its numbers may be out of date.
    var isLate = false
  }

  private enum Question {
    case none
    case waiting
    /// Its session is being started.
    case starting
    case open
  }

  /// Asks a question; completes with whether it is asked.
  var onAsk: ((_ completion: @escaping (Bool) -> Void) -> Void)?
  /// Withdraws the question without a rating.
  var onWithdraw: (() -> Void)?

  private let daemon: Proxy
  private let server: NotificationServer
  private var settings: UserSettings?
  private var reminder: Reminder?
  private var question = Question.none
  private var watch: QuietWatch?
  /// Whether notifications are held; nil until it is known.
  private var isHeld: Bool?

  init(_ daemon: Proxy, server: NotificationServer) {
    self.daemon = daemon
    self.server = server
    daemon.on(PracticeContract.reminderDue) { [weak self] due, new in
      self?.reminder = Reminder(due: due, new: new)
      self?.restartWatch()
    }
    daemon.on(PracticeContract.questionDue) { [weak self] _ in
      guard let self, [.none, .waiting].contains(question) else { return }
      question = .waiting
      restartWatch()
    }
  }

  func apply(_ settings: UserSettings) {
    self.settings = settings
    if settings.questionEvery == 0, question == .waiting {
      question = .none
      endWatch()
    }
  }

  /// The user has started to practice, or dismissed the reminder.
  func endReminder() {
    reminder = nil
    server.hide(.reminder)
    endWatch()
  }

  /// Called when a question may have been opened in a bubble, or closed.
  func question(isOpen: Bool) {
    if isOpen {
      question = .open
      act()
    } else if question == .open {
      question = .none
    }
    endWatch()
  }

  /// Begins a new watch, since not every source announces its changes.
  private func restartWatch() {
    isHeld = nil
    watch = QuietWatch(daemon.connection) { [weak self] in
      self?.isHeld = $0
      self?.act()
    }
  }

  private func endWatch() {
    if reminder == nil, question == .none { watch = nil }
  }

  private func act() {
    guard let isHeld else { return }
    remind(isHeld: isHeld)
    switch question {
    case .waiting where isHeld: break
    case .waiting where !isQuietHour: ask()
    // The service announces the next one.
    case .waiting:
      question = .none
      endWatch()
    case .open where isHeld: onWithdraw?()
    default: break
    }
  }

  private func remind(isHeld: Bool) {
    guard let reminder else { return }
    // It was seen and is now in a list; showing it again would bring it to the front.
    if reminder.isShown, server.keeps(.reminder) { return }
    if isHeld {
      self.reminder?.isLate = true
      self.reminder?.isShown = false
      server.hide(.reminder)
    } else if !reminder.isShown {
      self.reminder?.isShown = true
      if reminder.isLate { showUpdated() } else { show(reminder) }
    }
  }

  private func show(_ reminder: Reminder) {
    server.show(.reminder(due: reminder.due, new: reminder.new))
  }

  /// Shows a late reminder with current numbers, unless there is nothing left to practice.
  private func showUpdated() {
    daemon.state(of: PracticeContract.self) { [weak self] answer in
      guard let self, var reminder, reminder.isShown else { return }
      if let now = try? answer.get() { (reminder.due, reminder.new) = (now.ready, now.new) }
      if reminder.due == 0, reminder.new == 0 { endReminder() } else { show(reminder) }
    }
  }

  private func ask() {
    question = .starting
    onAsk? { [weak self] isAsked in
      guard let self, question == .starting else { return }
      // Another client may have ended it already, which is reported next.
      question = isAsked ? .open : .none
      endWatch()
    }
  }

  /// Whether quiet hours have begun while a question waited.
  private var isQuietHour: Bool {
    let hours = settings.flatMap { QuietHours($0.quietHours) }
    return hours?.contain(WallClock.microseconds, SystemCalendar.current) == true
  }
}
