import EventLoop

/// The screen in the program's loop.
///
/// What is to be shown is drawn before the loop waits again, and of what comes together only the
/// last. Where the terminal stands still it is drawn when that goes on; the loop runs meanwhile.
final class Display {
  /// The screen.
  let screen: Screen
  private let loop: Loop
  private var room: Loop.WatchID?
  private var isDue = false
  /// Tells what is to be shown; nil where nothing is any more.
  var frame: (() -> Frame?)?
  /// Called when the terminal is gone.
  var hangUp: (() -> Void)?
  /// What a terminal gets that stands still, where nobody may wait for it.
  private static let moment = Duration.milliseconds(100)

  init(_ screen: Screen, _ loop: Loop) {
    self.screen = screen
    self.loop = loop
  }

  /// Begins to look after the terminal.
  ///
  /// - Throws: `SystemError` where it cannot be watched.
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

  /// Puts the terminal back, and waits where it stands still.
  ///
  /// - Parameter isHurried: whether it is to be waited for no longer.
  func leave(unless isHurried: () -> Bool) {
    screen.leave()
    awaitRoom()
    loop.run { isHurried() || !screen.output.isWaiting }
  }

  /// Writes a text on the terminal that was put back, and waits where it stands still.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - isHurried: whether it is to be waited for no longer.
  func tell(_ text: String, unless isHurried: () -> Bool) {
    screen.output.write(text)
    awaitRoom()
    loop.run { isHurried() || !screen.output.isWaiting }
  }

  private func draw() {
    guard let frame = frame?() else { return }
    screen.draw(frame)
    awaitRoom()
  }

  /// What there was no room for is written as soon as there is; then what has happened meanwhile is
  /// drawn at once.
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
