struct NumberEntry: Hashable {
  /// The digits so far if more may follow; nil if the next digit begins a number.
  private(set) var pending: Int?

  /// Returns the number of the card typed so far, below `count`; nil if there is no such card.
  mutating func type(_ digit: Int, count: Int) -> Int? {
    let longer = pending.map { $0 * 10 + digit }
    pending = nil
    // A digit that cannot continue a number may begin the next one.
    guard let number = [longer, digit].compactMap({ $0 }).first(where: { $0 < count }) else {
      return nil
    }
    if number > 0, number * 10 < count { pending = number }
    return number
  }

  /// Deletes the last digit; false if there was none.
  mutating func deleteDigit() -> Bool {
    guard let number = pending else { return false }
    pending = number < 10 ? nil : number / 10
    return true
  }

  mutating func clear() {
    pending = nil
  }
}
