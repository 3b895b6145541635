/// All that a game follows from but its moves: what a log is replayed on.
///
/// It holds the seed, from which all faces follow: a game does not give it back.
package struct GameBeginning: Equatable, Sendable {
  /// The cards.
  package let deal: Deal
  /// How points are counted.
  package let scoring: Scoring
  /// The names of those who play by turns; fewer than 2 for a solo game.
  package let players: [String]
  /// True where the seed was known beforehand: given by the player, or that of a day.
  package let isSeeded: Bool
  /// The day of a daily game, or nil.
  package let daily: DailyDate?
  /// True for a daily game that is not the day's first.
  package let isPractice: Bool
  /// When the cards were dealt.
  package let startedAt: Moment

  /// Makes the beginning of a game.
  ///
  /// - Parameters:
  ///   - deal: The cards.
  ///   - scoring: How points are counted.
  ///   - players: 2 to 8 names make a game by turns, fewer a solo game.
  ///   - isSeeded: True where the player gave the seed.
  ///   - daily: The day of a daily game.
  ///   - isPractice: True for a daily game that is not the day's first.
  ///   - startedAt: When the cards are dealt.
  package init(
    deal: Deal, scoring: Scoring = .classic, players: [String] = [], isSeeded: Bool = false,
    daily: DailyDate? = nil, isPractice: Bool = false, startedAt: Moment
  ) {
    self.deal = deal
    self.scoring = scoring
    self.players = players
    self.isSeeded = isSeeded || daily != nil
    self.daily = daily
    self.isPractice = isPractice
    self.startedAt = startedAt
  }
}
