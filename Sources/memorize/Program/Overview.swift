import ArgumentParser
import CellDrawing
import Doctor
import MemorizeBus
import MemorizeText
import PlainText
import Screens
import TerminalKit
import Translation

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
      lines = [options.form == .plain ? error.plainLine(options) : error.line(options)]
    }
    if options.form == .text {
      if let news = Storage.news(options) { lines.append(tr("Storage: {news}", ["news": news])) }
      let width = HelpPage.width
      // On a narrow terminal the explanations would take too many lines.
      let rows = Self.commands.map { width < 50 ? Explanation($0.label, "") : $0 }
      lines += [""] + Explanation.lines(of: rows, width: width)
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

  private static var commands: [Explanation] {
    [
      Explanation("memorize play", tr("Play in the terminal")),
      Explanation("memorize new Sea", tr("Start a game with a theme, or a random one")),
      Explanation("memorize new --daily", tr("Play today's daily game, the same for everybody")),
      Explanation("memorize practice", tr("Practice the word cards that are due")),
      Explanation("memorize stats", tr("See your results")),
      Explanation("memorize help", tr("Read about everything else")),
    ]
  }
}

extension GameState {
  fileprivate var overview: String {
    exists ? tr("Game: {status}", ["status": statusLine]) : tr("Game: none yet")
  }

  fileprivate var plainOverview: String { exists ? "Game: \(plainStatus)" : "Game: none yet" }
}

extension PracticeState {
  fileprivate var overview: String {
    if !exists, due == 0, new == 0, nextDue == 0 {
      return tr("Practice: nothing to ask yet; choose a deck with “memorize practice play”")
    }
    let facts = [sessionText, waitingText, nextDueText, streakText].compactMap(\.self)
    // Translators: what stands between the facts about the practice.
    let list = facts.clausesText
    return tr("Practice: {facts}", ["facts": list])
  }

  private var sessionText: String? {
    guard isInProgress else { return nil }
    // Translators: {place} is as 3/20.
    return tr("{deck}, question {place}", ["deck": deckName, "place": place]).harmless
  }

  private var nextDueText: String? {
    guard ready == 0, let wait else { return nil }
    // Translators: {time} is as 10 minutes.
    return tr("next due in {time}", ["time": RoughTime(seconds: wait).text])
  }

  fileprivate var plainOverview: String {
    let question = isInProgress ? "\(plainDeck), question \(place); ".harmless : ""
    let next = ready == 0 ? wait.map { "; next due in " + roughTime(seconds: $0) } ?? "" : ""
    return "Practice: " + question + plainWaiting + next
  }
}
