import BoardLayout
import MemorizeBus

/// Prints the lines of `watch`, no line twice in a row.
///
/// While the reader has no room for a line, news become one state.
final class WatchPrinter {
  enum Style {
    /// Words.
    case text
    /// An event as JSON.
    case json
    /// As a bar or a script takes it.
    case format(LineFormat)

    /// The style that the options ask for; a format comes before what the environment says.
    init(_ form: Options.Form, _ format: LineFormat? = nil) {
      self = format.map(Style.format) ?? (form == .json ? .json : .text)
    }
  }

  /// Called once all lines were printed; the last may still wait for room.
  var whenDone: () -> Void = {}
  /// How many cards are due, for a format that shows it.
  var due: () -> UInt32 = { 0 }
  let outlet: Outlet
  private let style: Style
  private let end: String
  private var left: Int?
  private var last: String?
  private var backlog = Backlog()

  /// Prepares to print at most that many lines, each with that end.
  init(_ style: Style, to outlet: Outlet, end: String = "\n", count: Int? = nil) {
    self.style = style
    self.outlet = outlet
    self.end = end
    left = count
    outlet.whenFree = { [unowned self] () throws(Output.Failure) in try printBacklog() }
  }

  /// Prints news, each line as soon as there is room for it.
  func print(_ news: GameNews) throws(Output.Failure) {
    backlog.add(news)
    try printBacklog()
  }

  /// Prints the last news if all of it has room now: nobody waits for more.
  func printWhole(_ news: GameNews) throws(Output.Failure) {
    let size = lines(news).reduce(0) { $0 + $1.utf8.count + end.utf8.count }
    if outlet.takesAll(size) { try print(news) }
  }

  private func printBacklog() throws(Output.Failure) {
    // News that are not printed yet can still become part of a later state.
    while !backlog.isEmpty, outlet.takesMore(), let news = backlog.next() {
      for line in lines(news) where line != last && left != 0 {
        last = line
        left = left.map { $0 - 1 }
        try outlet.write(line + end)
        if left == 0 { whenDone() }
      }
    }
  }

  private func lines(_ news: GameNews) -> [String] {
    switch (style, news) {
    case (.text, .offline): ["offline"]
    case (.text, .state(let game)): [game.statusLine]
    case (.text, .change(let happening, _, let game)): happening.lines(game)
    case (.json, .offline): [event("offline").text]
    case (.json, .state(let game)): [event("state").with("game", game.json).text]
    case (.json, .change(let happening, let transition, let game)):
      [change(happening, transition, game).text]
    case (.format(let format), .offline): [format.offlineLine]
    case (.format(let format), .state(let game)), (.format(let format), .change(_, _, let game)):
      [format.line(game, due: due())]
    case (_, .failure): []
    }
  }

  private func change(_ happening: Happening, _ transition: GameTransition, _ game: GameState)
    -> JSON
  {
    event(happening.name)
      .with("revision", .integer(game.revision))
      .with("cards", .array(transition.changes.map { BoardCard($0).json }))
      .with("first", transition.move.map { .integer($0.first) })
      .with("second", transition.move.map { .integer($0.second) })
      .with("points", transition.move.map { .integer($0.points) })
      .with("result", transition.result.map { JSON($0) })
      .with("game", game.summary)
  }

  private func event(_ name: String) -> JSON { ["event": .string(name)] }
}
