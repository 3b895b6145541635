import ArgumentParser
import Doctor
import MemorizeBus
import MemorizeText
import PlainText
import Screens
import TerminalKit

/// `memorize` alone: the state of game and practice, and what to do next.
struct Overview: Verb {
  static let examples = ["memorize", "memorize --json"]

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    guard options.form != .json else {
      let (game, practice) = try Self.states(options)
      let json: JSON = ["game": game.summary, "practice": practice.summary]
      return try Output.results.write(json.text + "\n")
    }
    var lines: [String]
    do throws(ProgramError) {
      let (game, practice) = try Self.states(options)
      lines =
        options.form == .plain
        ? [game.plainOverview, practice.plainOverview] : [game.overview, practice.overview]
    } catch {
      // What to do next is useful without a service too.
      lines = [error.line(options)]
    }
    if options.form == .text {
      if let news = Storage.news(options) { lines.append("Storage: \(news)") }
      let width = HelpPage.width
      // On a narrow terminal the explanations would take too many lines.
      let rows = Self.commands.map { width < 50 ? ($0.label, "", "") : $0 }
      lines += [""] + HelpPage.lines(of: rows, width: width)
    }
    try Output.results.write(Output.results.wrapped(lines.lines))
  }

  /// Asks for both at once.
  private static func states(
    _ options: Options
  ) throws(ProgramError) -> (GameState, PracticeState) {
    let connection = try ServiceConnection(options)
    let (game, practice) = connection.both(
      { $0.state(of: GameContract.self, completion: $1) },
      { $0.state(of: PracticeContract.self, completion: $1) })
    return (try connection.unwrap(game), try connection.unwrap(practice))
  }

  private static let commands: [HelpPage.Row] = [
    ("memorize play", "Play in the terminal", ""),
    ("memorize new Sea", "Start a game with a theme, or a random one", ""),
    ("memorize new --daily", "Play today's daily game, the same for everybody", ""),
    ("memorize practice", "Practice the word cards that are due", ""),
    ("memorize stats", "See your results", ""),
    ("memorize help", "Read about everything else", ""),
  ]
}

extension GameState {
  fileprivate var overview: String { exists ? "Game: \(statusLine)" : "Game: none yet" }

  fileprivate var plainOverview: String { exists ? "Game: \(plainStatus)" : "Game: none yet" }
}

extension PracticeState {
  fileprivate var overview: String {
    if !exists, due == 0, new == 0, nextDue == 0 {
      return "Practice: nothing to ask yet; choose a deck with “memorize practice play”"
    }
    let question = isInProgress ? ["\(deckName), question \(place)".harmless] : []
    let next = ready == 0 ? wait.map { ["next due in \(roughTime(seconds: $0))"] } ?? [] : []
    let streak = streakText.map { [$0] } ?? []
    return "Practice: " + (question + [waitingText] + next + streak).joined(separator: "; ")
  }

  fileprivate var plainOverview: String {
    let question = isInProgress ? "\(plainDeck), question \(place); ".harmless : ""
    let next = ready == 0 ? wait.map { "; next due in " + roughTime(seconds: $0) } ?? "" : ""
    return "Practice: " + question + plainWaiting + next
  }
}
