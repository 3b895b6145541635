import MemorizeBus
import MemoryGame

extension RecordedGame {
  /// Replays the log, and compares what it comes to with what was told.
  ///
  /// The time from the first flip to the last is not compared: the service measures it by a clock
  /// that nobody sets, and the log has that on the wall.
  ///
  /// - Returns: the game as it began.
  /// - Throws: `ProgramError` that says what makes no game, or what does not follow.
  @discardableResult
  func checked() throws(ProgramError) -> Game {
    let beginning = try beginning.game()
    let game: Game
    do throws(ReplayFault) {
      game = try Replay.play(transitions.map(\.entry), on: beginning)
    } catch {
      let reason = error.refusal?.message ?? "Its points or its time are not what follows."
      throw Self.doesNotFollow(
        "The log of game \(id) cannot be replayed from transition \(error.entry + 1) on. \(reason)")
    }
    let told = (state, result)
    let replayed = (game.isWon ? "won" : "abandoned", FinalResult(game.abandoned()))
    let differences = Self.differences(told, replayed)
    guard differences.isEmpty else {
      throw Self.doesNotFollow(
        "The result of game \(id) does not follow from its log: \(differences.joined(separator: "; "))."
      )
    }
    return beginning
  }

  private static func doesNotFollow(_ message: String) -> ProgramError {
    ProgramError(.refused, name: "DoesNotFollow", message)
  }

  /// What was told otherwise than it is replayed.
  private static func differences(
    _ told: (state: String, result: FinalResult), _ replayed: (state: String, result: FinalResult)
  ) -> [String] {
    var differences: [String] = []
    func compare<T>(_ name: String, _ values: (T, T), by agree: (T, T) -> Bool) {
      guard !agree(values.0, values.1) else { return }
      differences.append("\(name) is told as \(shown(values.0)) and comes to \(shown(values.1))")
    }
    let (one, other) = (told.result, replayed.result)
    compare("the state", (told.state, replayed.state), by: ==)
    compare("the score", (one.score, other.score), by: ==)
    compare("the number of flips", (one.flips, other.flips), by: ==)
    compare("the number of moves", (one.moves, other.moves), by: ==)
    compare("par", (one.par, other.par), by: isNearly)
    compare("the regret", (one.regret, other.regret), by: isNearly)
    compare("the luck", (one.luck, other.luck), by: isNearly)
    compare("the grade", (one.grade, other.grade), by: ==)
    compare("the theme", (one.theme, other.theme), by: ==)
    compare("the number of pairs", (one.pairs, other.pairs), by: ==)
    compare("the seed", (one.seed, other.seed), by: ==)
    compare("whether it is seeded", (one.isSeeded, other.isSeeded), by: ==)
    compare("the day", (one.daily, other.daily), by: ==)
    compare("whether it is practice", (one.isPractice, other.isPractice), by: ==)
    compare("the winner", (one.winners, other.winners), by: ==)
    return differences
  }

  private static func shown<T>(_ value: T) -> String {
    switch value {
    case let names as [String]: "“\(names.joined(separator: ", ").shortened)”"
    case let text as String: "“\(text.shortened)”"
    case let truth as Bool: truth ? "yes" : "no"
    default: "\(value)"
    }
  }

  private static func isNearly(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 1e-9 }
}
