import ArgumentParser

/// The verb `new`.
struct NewVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Starts a game, and prints the board.",
    discussion: "A game that is on is abandoned.")

  @Option(help: "The theme; one is drawn where none is given.")
  var theme: String?

  @Option(help: "How many pairs: a number, a range as 4-9, random, or all.")
  var pairs: PairsChoice?

  @Option(help: "Deals the same cards for the same seed; such a game is no best score.")
  var seed: UInt64?

  @Option(help: "How points are counted: classic or timed.")
  var scoring: ScoringChoice?

  @Flag(help: "Plays today's deal, which is the same for everybody.")
  var daily = false

  @Option(name: .customLong("player"), help: "A player; once for each, by turns.")
  var players: [String] = []

  @OptionGroup var board: BoardOptions
  @OptionGroup var common: CommonOptions
  var boardOptions: BoardOptions? { board }

  func validate() throws {
    guard daily else { return }
    if theme != nil || pairs != nil || seed != nil || !players.isEmpty {
      throw ValidationError("--daily excludes --theme, --pairs, --seed and --player.")
    }
  }

  var request: any Request {
    NewRequest(
      theme: theme, pairs: pairs, seed: seed, scoring: scoring, daily: daily, players: players)
  }
}

/// How points are counted.
enum ScoringChoice: String, ExpressibleByArgument, CaseIterable {
  /// The same points at any time.
  case classic
  /// More points for a quick second card.
  case timed
}
