import EventLoop
import MemorizeBus
import TerminalKit

/// How a verb prints the news of an interface.
protocol WatchLines {
  associatedtype Transition: SignaledTransition

  /// Whether properties that change without a transition are news as well.
  static var printsUpdates: Bool { get }

  /// Without line ends.
  func lines(of news: Follower<Transition>.News) -> [String]
}

/// Prints the lines of `watch`, never the same line twice in a row.
///
/// News is merged into one state while the reader has no room for a line, or while it is held to be
/// merged.
final class WatchPrinter<Lines: WatchLines> {
  typealias News = Follower<Lines.Transition>.News

  /// Called when all lines have been printed; the last may still wait for room.
  var whenDone: () -> Void = {}
  var lines: Lines
  let queue: OutputQueue
  private let end: String
  private var left: Int?
  private var last: String?
  private var backlog = Backlog<Lines.Transition>()
  private let loop: Loop
  /// How long news is held to be merged; the first is not held, nor is the loss of the service.
  private let interval: Duration?
  private var hold: TimerID?
  private var hasBegun = false

  /// Prints at most `count` lines, each with `end`.
  init(
    _ lines: Lines, to output: Output = .results, on loop: Loop, end: String = "\n",
    count: Int? = nil, coalescing interval: Duration? = nil
  ) {
    self.lines = lines
    self.loop = loop
    self.end = end
    self.interval = interval
    left = count
    queue = OutputQueue(output, on: loop)
    queue.whenFree = { [unowned self] () throws(Output.Failure) in
      if hold == nil { try printBacklog() }
    }
  }

  /// Prints news, once it is no longer held and there is room.
  func print(_ news: News) throws(Output.Failure) {
    defer { hasBegun = true }
    if case .absent = news {
      try printHeld()
    } else if let interval, hasBegun {
      backlog.add(news)
      hold = hold ?? loop.schedule(after: interval) { [weak self] in self?.endHold() }
      return
    }
    backlog.add(news)
    try printBacklog()
  }

  /// Prints held news, before its time, if there is room.
  func printHeld() throws(Output.Failure) {
    guard let hold else { return }
    loop.cancel(hold)
    self.hold = nil
    try printBacklog()
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
    while !backlog.isEmpty, queue.canAcceptMore(), let news = backlog.next() {
      for line in lines.lines(of: news) where line != last && left != 0 {
        last = line
        left = left.map { $0 - 1 }
        try queue.write(line + end)
        if left == 0 { whenDone() }
      }
    }
  }
}

/// News waiting to be printed, two at most.
///
/// Several changes become the state after them; an absence of the service is not merged.
struct Backlog<Transition: SignaledTransition> {
  typealias News = Follower<Transition>.News

  private var wasOffline = false
  private var latest: News?

  var isEmpty: Bool { !wasOffline && latest == nil }

  mutating func add(_ news: News) {
    switch (news, latest) {
    case (.absent, _): (wasOffline, latest) = (true, nil)
    case (.transition(_, let state), .some), (.update(let state), .some): latest = .state(state)
    case (.transition, nil), (.update, nil), (.state, _): latest = news
    case (.failure, _): break
    }
  }

  mutating func next() -> News? {
    defer { if wasOffline { wasOffline = false } else { latest = nil } }
    return wasOffline ? .absent : latest
  }
}
