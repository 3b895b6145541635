import EventLoop
import Glibc

/// What a screen shows, and what keys make of it; it knows neither terminal nor bus.
protocol Scene {
  /// Where everything stands on a screen of a size.
  associatedtype Layout
  /// What a key asks of the service or the program.
  associatedtype Wish

  func layout(_ size: (columns: Int, rows: Int)) -> Layout
  /// The same scene on the same layout is always the same frame.
  func frame(on layout: Layout) -> Frame
  mutating func take(_ key: Key, on layout: Layout) -> Wish?
}

/// The terminal while a program has it to itself: shows a scene, takes its keys and the Unix signals.
///
/// A frame is drawn before the loop waits again, and of several that come together only the last.
/// While the terminal stands still nothing is drawn, and the loop runs on.
final class SceneScreen<S: Scene> {
  var scene: S {
    didSet {
      layout = nil
      drawSoon()
    }
  }
  var grant: (S.Wish) -> Void = { _ in }
  /// What Ctrl-Z does in place of stopping the program at once.
  var onStop: (() -> Void)?
  private let loop: Loop
  private let takesKeys: Bool
  private let signals: TerminalSignals
  private let screen: Screen
  private var keys: Loop.WatchID?
  /// Where everything stands; nil after a change, until somebody asks.
  private var layout: S.Layout?
  private var isDrawDue = false
  private var isGone = false
  /// How it ended: by a signal, because somebody left, or by an error.
  private var end: Result<Int32?, ProgramError>?

  /// Takes the terminal, and the signals unless they are given; throws if it cannot be drawn on.
  ///
  /// Keys that it does not take are left for the shell.
  init(
    on loop: Loop, takesKeys: Bool = true, signals: TerminalSignals? = nil, _ scene: (Screen) -> S
  ) throws(ProgramError) {
    self.loop = loop
    self.takesKeys = takesKeys
    // Before the terminal is changed: from now on nothing ends the program without putting it back.
    // ncurses waits in its writes, which no signal ends any more. They take less than there is room
    // for now; only a terminal that stops in this very moment holds it up until it goes on.
    if let signals { self.signals = signals } else { self.signals = try TerminalSignals(loop) }
    screen = try Screen(on: loop, takesKeys: takesKeys)
    self.scene = scene(screen)
  }

  /// Shows the scene until it is ended, and a farewell below it if somebody left.
  ///
  /// It waits while the terminal stands still, and returns the signal that ended it, if one did.
  func run(_ begin: () -> Void, farewell: () -> String? = { nil }) throws(ProgramError) -> Int32? {
    let ending = Result { () throws(ProgramError) in try show(begin) }
    var text: String?
    switch ending {
    case .success(let signal?): return signal
    case .success(nil): text = farewell()
    case .failure: break
    }
    // From here on a signal ends the wait.
    var signal: Int32?
    signals.take = { if case .end(let number) = $0 { signal = signal ?? number } }
    loop.run { signal != nil || !isWaiting }
    if signal == nil, let text { screen.write(text) }
    loop.run { signal != nil || !isWaiting }
    if let signal { return signal }
    return try ending.get()
  }

  /// Shows the scene until it is ended, and puts the terminal back.
  ///
  /// A terminal that stands still may get the last of it later. Returns the signal that ended it, if
  /// one did.
  func show(_ begin: () -> Void) throws(ProgramError) -> Int32? {
    signals.take = { [unowned self] in take($0) }
    screen.output.whenFailed = { [unowned self] _ in hangUp() }
    screen.output.whenFree = { [unowned self] in drawSoon() }
    if takesKeys {
      do throws(SystemError) {
        keys = try loop.watch(screen.input, for: .readable) { [unowned self] in readKeys($0) }
      } catch {
        leaveInAMoment()
        throw ProgramError(.unexpected, name: "Terminal", error.description)
      }
    }
    draw()
    begin()
    loop.run { end != nil }
    if let keys { loop.remove(keys) }
    if case .success(.some)? = end { leaveInAMoment() } else { screen.leave() }
    return try end?.get()
  }

  /// Whether a terminal that stands still has not taken everything yet.
  var isWaiting: Bool { screen.output.isBusy && !isGone }

  func finish(_ ending: Result<Int32?, ProgramError> = .success(nil)) { end = end ?? ending }

  private func take(_ signal: TerminalSignals.Event) {
    switch signal {
    case .resized:
      screen.forget()
      drawSoon()
    case .stop:
      if let onStop { return onStop() }
      leaveInAMoment()
      signals.stopProcess()
      // Signals that came meanwhile are taken first: one that ends the program needs no screen.
      loop.enqueue { [weak self] in
        guard let self, !screen.isTaken else { return }
        resume()
      }
    case .continued: resume()
    case .end(let number): end = .success(number)
    }
  }

  private func readKeys(_ readiness: Readiness) {
    if readiness.isOfTheEnd { return hangUp() }
    // While the shell has the terminal the keys are its own.
    guard screen.isTaken else { return }
    // Several keys that were typed at once are drawn once.
    while end == nil, let key = screen.keyboard.next() {
      if let wish = scene.take(key, on: layout ?? scene.layout(Terminal.size)) { grant(wish) }
    }
    if screen.keyboard.isGone { hangUp() }
    drawSoon()
  }

  private func drawSoon() {
    guard !isDrawDue else { return }
    isDrawDue = true
    loop.enqueue { [weak self] in
      self?.isDrawDue = false
      self?.draw()
    }
  }

  private func draw() {
    guard end == nil else { return }
    let layout = scene.layout(Terminal.size)
    self.layout = layout
    screen.draw(scene.frame(on: layout))
  }

  private func resume() {
    guard end == nil else { return }
    screen.enter()
    drawSoon()
  }

  /// Puts the terminal back, though it may stand still.
  private func leaveInAMoment() {
    screen.leave()
    screen.output.hurry()
  }

  private func hangUp() {
    isGone = true
    finish(.success(SIGHUP))
  }
}
