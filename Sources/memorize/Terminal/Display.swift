import EventLoop

/// The screen in the program's loop.
///
/// A frame is drawn before the loop waits again, and of several that come together only the last.
/// While the terminal stands still nothing is drawn, and the loop runs on.
final class Display {
  let screen: Screen
  private let loop: Loop
  private var room: Loop.WatchID?
  private var isDue = false
  /// What is to be shown; nil if nothing is any more.
  var frame: (() -> Frame?)?
  /// Called when the terminal is gone.
  var hangUp: (() -> Void)?
  /// How long a terminal that stands still is waited for when the program has to hurry.
  private static let moment = Duration.milliseconds(100)

  init(_ screen: Screen, _ loop: Loop) {
    self.screen = screen
    self.loop = loop
  }

  /// Draws, and watches the terminal for room and for its end.
  func begin() throws(SystemError) {
    room = try loop.watch(screen.output.descriptor, for: []) { [unowned self] in writeRest($0) }
    draw()
  }

  /// Draws before the loop waits again.
  func drawSoon() {
    guard !isDue else { return }
    isDue = true
    loop.enqueue { [weak self] in
      self?.isDue = false
      self?.draw()
    }
  }

  /// Puts the terminal back, though it may stand still.
  func leaveInAMoment() {
    screen.leave()
    screen.output.finish(within: Self.moment)
  }

  /// Puts the terminal back, writes a text below, and waits while it stands still unless hurried.
  func leave(_ farewell: String, unless isHurried: () -> Bool) {
    screen.leave()
    awaitRoom()
    loop.run { isHurried() || !screen.output.isWaiting }
    guard !isHurried() else { return }
    screen.output.write(farewell)
    awaitRoom()
    loop.run { isHurried() || !screen.output.isWaiting }
  }

  private func draw() {
    guard let frame = frame?() else { return }
    screen.draw(frame)
    awaitRoom()
  }

  /// Writes the rest as soon as there is room, then draws what has happened meanwhile.
  private func writeRest(_ readiness: Readiness) {
    if readiness.isOfTheEnd { hangUp?() }
    screen.output.writeRest()
    awaitRoom()
    drawSoon()
  }

  private func awaitRoom() {
    if screen.output.isGone { hangUp?() }
    guard let room else { return }
    try? loop.update(room, for: screen.output.isWaiting ? .writable : [])
  }
}

extension Readiness {
  /// Whether there will be nothing more.
  var isOfTheEnd: Bool { !isDisjoint(with: [.hungUp, .failed]) }
}
