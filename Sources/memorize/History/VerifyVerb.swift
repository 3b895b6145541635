import ArgumentParser
import MemorizeBus
import PlainText
import Screens

struct VerifyVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check whether a game's result matches its log.",
    discussion: """
      The service replays a game given by its number; memorize itself replays one from a file. With \
      --plain, print the number and “follows”, separated by a tab. If the result does not follow, \
      report what differs and exit with 5.

      Of a code, print what its moves are worth; it needs neither the service nor a network. A \
      changed code is refused. The code proves that the rules allow the moves, not who found them. \
      With --plain, print day, theme, score, moves, par, regret and grade, separated by tabs.
      """,
    // The list of all verbs already fills its screen.
    shouldDisplay: false)
  static let examples = ["memorize verify 12", "memorize verify M1E00F111T00M9EFZ47MT"]

  @OptionGroup var source: GameSource
  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    if let code = try source.code() { return try print(RecordedGame(code), options) }
    let id: UInt64
    if let number = source.id {
      id = number
      try verify(number, options)
    } else {
      let game = try source.game(options)
      try game.checked()
      id = game.id
    }
    try options.print(
      json: ["verified": ["id": .integer(id), "follows": .boolean(true)]],
      plain: "\(id)\tfollows\n", text: GameHistoryText.follows(id) + "\n")
  }

  /// Prints what the moves of a code are worth.
  private func print(_ game: RecordedGame, _ options: Options) throws {
    let result = game.result
    let fields = [
      result.daily, result.theme, String(result.score), String(result.moves), result.par.tenths,
      result.regret.tenths, result.grade.text,
    ]
    let json: JSON = [
      "date": .string(result.daily), "theme": .string(result.theme),
      "score": .integer(result.score), "moves": .integer(result.moves), "par": .real(result.par),
      "regret": .real(result.regret), "luck": .real(result.luck),
      "grade": .string(result.grade.text),
    ]
    try options.print(
      json: ["code": json], plain: fields.tabbed + "\n",
      text: GameHistoryText.worth(result).lines)
  }

  private func verify(_ id: UInt64, _ options: Options) throws {
    let connection = try ServiceConnection(options)
    let follows = try connection.read(HistoryContract.verify, id)
    guard !follows else { return }
    // Replaying the game here finds the difference, if it can be read.
    connection.restartClock()
    do throws(ProgramError) {
      try connection.recordedGame(id).checked()
    } catch  where error.name == "DoesNotFollow" || error.name == "InvalidGame" {
      throw error
    } catch {
      // The service has already reported that.
    }
    throw ProgramError(
      .refused, name: "DoesNotFollow",
      english(
        "The stored result of game \(id) does not match its log. “memorize log \(id) --json” "
          + "prints what a bug report needs."))
  }
}
