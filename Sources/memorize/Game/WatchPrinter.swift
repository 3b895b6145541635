import BoardLayout
import EventLoop
import MemorizeBus

typealias GameNews = GameFollower.News

/// Prints the lines of `watch`, never the same line twice in a row.
///
/// News is merged into one state while the reader has no room for a line, or while it is held to be
/// merged.
final class WatchPrinter {
  enum Style {
    case text
    case json
    case format(LineFormat)

    /// A format takes precedence over the environment.
    init(_ form: Options.Form, _ format: LineFormat? = nil) {
      self = format.map(Style.format) ?? (form == .json ? .json : .text)
    }
  }

  /// Called when all lines have been printed; the last may still wait for room.
  var whenDone: () -> Void = {}
  /// The due count, for a format that shows it.
  var due: UInt32 = 0
  let queue: OutputQueue
  private let style: Style
  private let end: String
  private var left: Int?
  private var last: String?
  private var backlog = Backlog()
  private let loop: Loop
  /// How long news is held to be merged; the first is not held, nor is the loss of the service.
  private let interval: Duration?
  private var hold: TimerID?
  private var hasBegun = false

  /// Prints at most `count` lines, each with `end`.
  init(
    _ style: Style, to output: Output = .results, on loop: Loop, end: String = "\n",
    count: Int? = nil, coalescing interval: Duration? = nil
  ) {
    self.style = style
    self.loop = loop
    self.end = end
    self.interval = interval
    left = count
    queue = OutputQueue(output, on: loop)
    queue.whenFree = { [unowned self] () throws(Output.Failure) in
      if hold == nil { try printBacklog() }
    }
  }

  /// Prints news when its time has come and there is room.
  func print(_ news: GameNews) throws(Output.Failure) {
    defer { hasBegun = true }
    if case .absent = news {
      try printHeld(isInTime: true)
    } else if let interval, hasBegun {
      backlog.add(news)
      hold = hold ?? loop.schedule(after: interval) { [weak self] in self?.endHold() }
      return
    }
    backlog.add(news)
    try printBacklog()
  }

  /// Prints held news; if the time is over, only if all of them fit now.
  ///
  /// Otherwise the reader could get half a line, since nobody waits for it any more.
  func printHeld(isInTime: Bool) throws(Output.Failure) {
    guard let hold else { return }
    loop.cancel(hold)
    self.hold = nil
    var (copy, size) = (backlog, 0)
    while let news = copy.next() {
      for line in style.lines(of: news, due: due) { size += line.utf8.count + end.utf8.count }
    }
    if isInTime || queue.takesAll(size) { try printBacklog() }
  }

  private func endHold() {
    hold = nil
    do throws(Output.Failure) {
      try printBacklog()
    } catch {
      queue.whenFailed(error)
    }
  }

  private func printBacklog() throws(Output.Failure) {
    // News not yet printed can still be merged.
    while !backlog.isEmpty, queue.takesMore(), let news = backlog.next() {
      for line in style.lines(of: news, due: due) where line != last && left != 0 {
        last = line
        left = left.map { $0 - 1 }
        try queue.write(line + end)
        if left == 0 { whenDone() }
      }
    }
  }
}

extension WatchPrinter.Style {
  /// Without their ends.
  func lines(of news: GameNews, due: UInt32 = 0) -> [String] {
    switch (self, news) {
    case (.text, .absent): ["offline"]
    case (.text, .state(let game)): [game.statusLine]
    case (.text, .transition(let transition, let game)): GameEvent(transition, game).lines(game)
    case (.json, .absent): [event("offline").text]
    case (.json, .state(let game)): [event("state").with("game", game.json).text]
    case (.json, .transition(let transition, let game)): [change(transition, game).text]
    case (.format(let format), .absent): [format.offlineLine]
    case (.format(let format), .state(let game)), (.format(let format), .transition(_, let game)):
      [format.line(game, due: due)]
    case (_, .failure), (_, .update): []
    }
  }

  private func change(_ transition: GameTransition, _ game: GameState) -> JSON {
    event(GameEvent(transition, game).name)
      .with("revision", .integer(game.revision))
      .with("cards", .array(transition.changes.map(\.json)))
      .with("first", transition.move.map { .integer($0.first) })
      .with("second", transition.move.map { .integer($0.second) })
      .with("points", transition.move.map { .integer($0.points) })
      .with("result", transition.result.map { JSON($0) })
      .with("game", game.summary)
  }

  private func event(_ name: String) -> JSON { ["event": .string(name)] }
}

/// News waiting to be printed, two at most.
///
/// Several changes become the state after them; an absence of the service is not merged.
struct Backlog {
  private var wasOffline = false
  private var latest: GameNews?

  var isEmpty: Bool { !wasOffline && latest == nil }

  mutating func add(_ news: GameNews) {
    switch (news, latest) {
    case (.absent, _): (wasOffline, latest) = (true, nil)
    case (.transition(_, let game), .some): latest = .state(game)
    case (.transition, nil), (.state, _): latest = news
    case (.failure, _), (.update, _): break
    }
  }

  mutating func next() -> GameNews? {
    defer { if wasOffline { wasOffline = false } else { latest = nil } }
    return wasOffline ? .absent : latest
  }
}
