import EventLoop
import Glibc

/// The terminal while a program has it to itself: its screen, its keys and the Unix signals.
final class TerminalStage {
  /// How it ends.
  enum Ending: Equatable {
    /// The user left, or all was shown.
    case left
    /// A signal ended it.
    case signal(Int32)
  }

  let display: Display
  private let loop: Loop
  private let signals: TerminalSignals
  private var keys: Loop.WatchID?
  private var end: Result<Ending, any Error>?

  private let takesKeys: Bool

  /// Takes each key.
  var take: ((Key) -> Void)?
  /// What is to be shown.
  var frame: (() -> Frame?)?
  /// What Ctrl-Z does in place of stopping the program at once.
  var onStop: (() -> Void)?

  /// Takes the terminal, and the signals unless they are given; throws if it cannot be drawn on.
  ///
  /// Keys that it does not take are left for the shell.
  init(
    _ loop: Loop, takesKeys: Bool = true, signals given: TerminalSignals? = nil
  ) throws(ProgramError) {
    self.loop = loop
    self.takesKeys = takesKeys
    // Before the terminal is changed: from now on nothing ends the program without putting it back.
    // ncurses waits in its writes, which no signal ends any more. They take less than there is room
    // for now; only a terminal that stops in this very moment holds it up until it goes on.
    if let given { signals = given } else { signals = try TerminalSignals(loop) }
    display = Display(try Screen(takesKeys: takesKeys), loop)
  }

  /// Shows frames until it is ended or a signal comes; the terminal is then as it was, and the
  /// farewell stands below it if somebody left.
  func run(
    _ begin: () -> Void, farewell: () -> String? = { nil }
  ) -> Result<Ending, any Error> {
    signals.take = { [unowned self] in take($0) }
    display.frame = { [unowned self] in end == nil ? frame?() : nil }
    display.hangUp = { [unowned self] in hangUp() }
    do {
      if takesKeys {
        keys = try loop.watch(display.screen.input, for: .readable) { [unowned self] in
          readKeys($0)
        }
      }
      try display.begin()
    } catch {
      display.leaveInAMoment()
      return .failure(ProgramError(.unexpected, name: "Terminal", "\(error)"))
    }
    begin()
    loop.run { end != nil }
    let ending = end ?? .success(.left)
    switch ending {
    case .success(.signal): display.leaveInAMoment()
    case .success(.left):
      if let number = leave(farewell() ?? "") { return .success(.signal(number)) }
    case .failure: _ = leave("")
    }
    return ending
  }

  /// Ends it, unless it has ended; a signal that comes then still ends it by itself.
  func finish(_ ending: Result<Ending, any Error>) { end = end ?? ending }

  private func take(_ signal: TerminalSignals.Event) {
    switch signal {
    case .resized:
      display.screen.forget()
      display.drawSoon()
    case .stop:
      if let onStop { return onStop() }
      display.leaveInAMoment()
      signals.stopProcess()
      // Signals that came meanwhile are taken first: one that ends the program needs no screen.
      loop.enqueue { [weak self] in
        guard let self, !display.screen.isTaken else { return }
        resume()
      }
    case .continued: resume()
    case .end(let number): end = .success(.signal(number))
    }
  }

  private func readKeys(_ readiness: Readiness) {
    if readiness.isOfTheEnd { return hangUp() }
    // While the shell has the terminal the keys are its own.
    guard display.screen.isTaken else { return }
    // Several keys that were typed at once are drawn once.
    while end == nil, let key = display.screen.keyboard.next() { take?(key) }
    if display.screen.keyboard.isGone { hangUp() }
    display.drawSoon()
  }

  private func hangUp() {
    if end == nil { end = .success(.signal(SIGHUP)) }
  }

  private func resume() {
    guard end == nil else { return }
    display.screen.enter()
    display.drawSoon()
  }

  /// Puts the terminal back; a signal, which is returned, ends the wait for one that stands still.
  private func leave(_ farewell: String) -> Int32? {
    var signal: Int32?
    signals.take = { if case .end(let number) = $0 { signal = signal ?? number } }
    if let keys { loop.remove(keys) }
    display.leave(farewell) { signal != nil }
    return signal
  }
}
