/// A card's number as it is typed, digit by digit.
struct NumberEntry: Hashable {
  /// What was typed so far, where more may follow; nil where the next digit begins a number.
  private(set) var pending: Int?

  /// Takes a digit.
  ///
  /// - Parameters:
  ///   - digit: 0…9.
  ///   - count: how many cards there are, numbered from 0.
  /// - Returns: the number of the card that is meant by now; nil where there is no such card.
  mutating func type(_ digit: Int, count: Int) -> Int? {
    let longer = pending.map { $0 * 10 + digit }
    pending = nil
    // What cannot be the end of a number may be the beginning of the next one.
    guard let number = [longer, digit].compactMap({ $0 }).first(where: { $0 < count }) else {
      return nil
    }
    if number > 0, number * 10 < count { pending = number }
    return number
  }

  /// Takes the last digit back.
  ///
  /// - Returns: whether there was one.
  mutating func takeBack() -> Bool {
    guard let number = pending else { return false }
    pending = number < 10 ? nil : number / 10
    return true
  }

  /// Forgets what was typed.
  mutating func clear() {
    pending = nil
  }
}
