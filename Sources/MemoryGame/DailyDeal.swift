/// The deal that is the same for everybody on one day.
public struct DailyDeal: Hashable, Sendable {
  /// The number of pairs of every daily deal.
  public static let pairs = 8

  /// The day.
  public let date: DailyDate

  /// Makes the daily deal of a day.
  ///
  /// - Parameter date: The day.
  public init(date: DailyDate) {
    self.date = date
  }

  /// The theme of the day.
  public var theme: Theme { Themes.daily[date.day % Themes.daily.count] }

  /// The seed of the day.
  public var seed: UInt64 {
    var mixer = SplitMix64(seed: UInt64(date.day))
    return mixer.next()
  }

  /// Deals the cards.
  ///
  /// - Returns: The deal of the day.
  /// - Throws: `DealRefusal`, though none of the daily themes gives cause.
  public func deal() throws(DealRefusal) -> Deal {
    try Deal(theme: theme, pairs: DailyDeal.pairs, seed: seed)
  }
}
