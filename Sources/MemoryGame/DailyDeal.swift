/// The deal that is the same for everybody on one day.
package struct DailyDeal: Hashable, Sendable {
  /// The number of pairs of every daily deal.
  package static let pairs = 8

  /// The day.
  package let date: DailyDate

  /// Makes the daily deal of a day.
  ///
  /// - Parameter date: The day.
  package init(date: DailyDate) {
    self.date = date
  }

  /// The theme of the day.
  package var theme: Theme { Themes.daily[date.day % Themes.daily.count] }

  /// The seed of the day.
  package var seed: UInt64 {
    var mixer = SplitMix64(seed: UInt64(date.day))
    return mixer.next()
  }

  /// Deals the cards.
  ///
  /// - Returns: The deal of the day.
  /// - Throws: `DealRefusal`, though none of the daily themes gives cause.
  package func deal() throws(DealRefusal) -> Deal {
    try Deal(theme: theme, pairs: DailyDeal.pairs, seed: seed)
  }
}
