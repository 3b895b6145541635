package import CellDrawing
package import EventLoop
import Glibc

/// The content of a screen and the effect of keys; it knows neither terminal nor bus.
package protocol Scene {
  /// Where everything stands on a screen of one size.
  associatedtype Layout
  /// What a key asks the service or the program to do.
  associatedtype Command

  func layout(_ size: Size) -> Layout
  /// Must depend on the scene and the layout alone.
  func frame(on layout: Layout) -> Frame
  mutating func handle(_ key: Key, on layout: Layout) -> Command?
  /// Whether characters are text, so that q does not leave.
  var acceptsText: Bool { get }
}

extension Scene {
  package var acceptsText: Bool { false }
}

/// The terminal while a program has it to itself: shows a scene, and handles keys and Unix signals.
///
/// A frame is drawn before the loop waits again, of several only the last. While the terminal is
/// stopped nothing is drawn, and the loop continues.
package final class SceneScreen<S: Scene> {
  package var scene: S {
    didSet {
      layout = nil
      drawSoon()
    }
  }
  package var perform: (S.Command) -> Void = { _ in }
  /// Sees each Unix signal first; returns whether nothing else is to be done about it.
  package var intercept: (TerminalSignals.Event) -> Bool = { _ in false }
  /// Called when a frame was drawn.
  package var whenDrawn: () -> Void = {}
  /// Called when the terminal is given back, also for a while.
  package var whenLeft: () -> Void = {}
  private let loop: Loop
  private let takesKeys: Bool
  private let signals: TerminalSignals
  private let screen: Screen
  private var keys: Loop.WatchID?
  private var requests = 0
  /// The number of the request whose reply is awaited.
  private var awaited: Int?
  /// The replies to requests up to this number come too late.
  private var abandoned = 0
  /// Keys that arrived since that request.
  private var typedAhead: [Key] = []
  /// Nobody types more ahead.
  private static var mostTypedAhead: Int { 1000 }
  /// Nil after a change, until it is needed.
  private var layout: S.Layout?
  private let isDrawDue = Loop.Flag()
  private var isGone = false
  /// Its end: by a signal, by the user, or by an error.
  private var end: Result<Int32?, any Error>?

  /// Takes the terminal, and the signals unless they are given; throws if it cannot be drawn on.
  ///
  /// Keys that it does not take are left for the shell.
  package init(
    on loop: Loop, takesKeys: Bool = true, signals: TerminalSignals? = nil, _ scene: S
  ) throws(TerminalError) {
    self.loop = loop
    self.takesKeys = takesKeys
    // Before the terminal is changed: from now on nothing ends the program without restoring it.
    // ncurses waits in its writes, and no signal interrupts that any more. They need less room than
    // there is now; only a terminal that is stopped at this very moment delays them until it
    // continues.
    if let signals { self.signals = signals } else { self.signals = try TerminalSignals(loop) }
    screen = try Screen(on: loop, takesKeys: takesKeys)
    self.scene = scene
  }

  /// Shows the scene until it ends, and a farewell below it if the user left.
  ///
  /// Waits while the terminal is stopped; a signal ends the program.
  package func run(_ begin: () -> Void, farewell: () -> String? = { nil }) throws {
    let ending = Result { try show(begin) }
    if case .success(let signal?) = ending { Glibc.exit(128 + signal) }
    signals.handle = { if case .end(let number) = $0 { Glibc.exit(128 + number) } }
    loop.run { !isWaiting }
    if case .success = ending, let text = farewell() { screen.write(text) }
    loop.run { !isWaiting }
    _ = try ending.get()
  }

  /// Shows the scene until it ends, and restores the terminal.
  ///
  /// It can be shown again after that. A stopped terminal may get the last bytes later. Returns the
  /// signal that ended it, if there was one.
  package func show(_ begin: () -> Void) throws -> Int32? {
    if !screen.isTaken {
      // It was shown before.
      end = nil
      screen.enter()
    }
    let before = signals.handle
    defer { signals.handle = before }
    signals.handle = { [unowned self] in handle($0) }
    screen.output.whenFailed = { [unowned self] _ in hangUp() }
    screen.output.whenFree = { [unowned self] in drawSoon() }
    if takesKeys {
      do throws(SystemError) {
        keys = try loop.watch(screen.input, for: .readable) { [unowned self] in readKeys($0) }
      } catch {
        leaveInAMoment()
        throw TerminalError.system(error.description)
      }
    }
    draw()
    begin()
    loop.run { end != nil }
    whenLeft()
    if let keys { loop.remove(keys) }
    if case .success(.some)? = end { leaveInAMoment() } else { screen.leave() }
    return try end?.get()
  }

  /// Asks the terminal whether it draws pictures itself; calls `answer` if it does.
  package func askForGraphics(then answer: @escaping () -> Void) {
    if takesKeys { screen.askForGraphics(then: answer) }
  }

  /// Whether a stopped terminal has not yet taken everything.
  package var isWaiting: Bool { screen.output.isBusy && !isGone }

  /// Returns a handler of a reply that changes what keys mean: until it is called, keys wait.
  ///
  /// A click does not wait, for it means what is shown; nor does a q that nothing was typed before,
  /// as the service may hang.
  package func awaiting<Reply>(_ handle: @escaping (Reply) -> Void) -> (Reply) -> Void {
    requests += 1
    let request = requests
    awaited = request
    return { [weak self] reply in
      guard let self, request > abandoned else { return }
      if awaited == request { awaited = nil }
      handle(reply)
      takeTypedAhead()
    }
  }

  /// Ignores the replies that are still to come, because their receiver is gone.
  package func awaitNothing() {
    (awaited, abandoned) = (nil, requests)
    dropTypedAhead()
  }

  /// Forgets the keys that wait.
  package func dropTypedAhead() { typedAhead = [] }

  package func finish(_ ending: Result<Int32?, any Error> = .success(nil)) { end = end ?? ending }

  private func handle(_ signal: TerminalSignals.Event) {
    if intercept(signal) { return }
    switch signal {
    case .resized:
      screen.forget()
      drawSoon()
    case .stop:
      whenLeft()
      leaveInAMoment()
      signals.stopProcess()
      // Pending signals first: one that ends the program needs no screen.
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
    // While the shell has the terminal, keys belong to it.
    guard screen.isTaken else { return }
    // Several keys typed at once are drawn once.
    while end == nil, let key = screen.keyboard.next() {
      if key == .redraw {
        screen.forget()
      } else if awaited == nil || leavesAtOnce(key) {
        handle(key)
      } else {
        hold(key)
      }
    }
    if screen.keyboard.isGone { hangUp() }
    drawSoon()
  }

  private func handle(_ key: Key) {
    if let command = scene.handle(key, on: layout ?? scene.layout(Terminal.size)) {
      perform(command)
    }
  }

  private func leavesAtOnce(_ key: Key) -> Bool {
    key == "q" && typedAhead.isEmpty && !scene.acceptsText
  }

  private func hold(_ key: Key) {
    if case .click = key { return }
    if typedAhead.count < Self.mostTypedAhead { typedAhead.append(key) }
  }

  private func takeTypedAhead() {
    while end == nil, awaited == nil, !typedAhead.isEmpty { handle(typedAhead.removeFirst()) }
    drawSoon()
  }

  private func drawSoon() {
    loop.enqueueOnce(isDrawDue) { [weak self] in self?.draw() }
  }

  private func draw() {
    guard end == nil else { return }
    let layout = scene.layout(Terminal.size)
    self.layout = layout
    screen.draw(scene.frame(on: layout))
    whenDrawn()
  }

  private func resume() {
    guard end == nil else { return }
    screen.enter()
    drawSoon()
  }

  /// Restores the terminal, without waiting for long if it is stopped.
  private func leaveInAMoment() {
    screen.leave()
    screen.output.flush()
  }

  private func hangUp() {
    isGone = true
    finish(.success(SIGHUP))
  }
}
