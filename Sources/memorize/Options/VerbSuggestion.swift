/// Finds the verb that somebody may have meant.
enum VerbSuggestion {
  /// A question for a mistyped verb.
  ///
  /// - Parameter arguments: the arguments, the verb first.
  /// - Returns: the question, or nil where the verb is right or like none.
  static func sentence(for arguments: [String]) -> String? {
    guard let typed = arguments.first, !typed.hasPrefix("-"), !Memorize.verbs.contains(typed)
    else { return nil }
    let nearest = Memorize.verbs.min { distance(typed, $0) < distance(typed, $1) }
    guard let nearest, distance(typed, nearest) <= 2 else { return nil }
    return "Did you mean “\(nearest)”?"
  }

  /// How many letters are to be put in, left out or exchanged to make one word of the other.
  private static func distance(_ one: String, _ other: String) -> Int {
    var row = Array(0...other.count)
    for (index, letter) in one.enumerated() {
      var next = [index + 1]
      for (column, candidate) in other.enumerated() {
        let exchanged = row[column] + (letter == candidate ? 0 : 1)
        next.append(min(exchanged, row[column + 1] + 1, next[column] + 1))
      }
      row = next
    }
    return row.last ?? 0
  }
}
