internal import MemoryGame
internal import PlainText

/// The last field of a theme's line: its pairs.
///
/// Without `;` and ` = ` it lists one-sided faces, separated by spaces or, without a space, one for
/// each grapheme cluster. Otherwise it lists pairs separated by `;`, each `first [pronunciation] =
/// second`; `first =` is a one-sided pair among two-sided ones.
enum FaceList {
  static func pairs(in field: EscapedText) throws(LineError) -> [Pair] {
    var entries = field.parts(of: field.range, at: ASCII.semicolon)
    guard entries.count > 1 || firstEquals(in: field.range, of: field) != nil else {
      return try faces(in: field)
    }
    if let last = entries.last, field.trimmed(last).isEmpty { entries.removeLast() }
    try refuseTooMany(entries.count)
    let indices = entries.map { firstEquals(in: $0, of: field) ?? lastEquals(in: $0, of: field) }
    let isTwoSided = indices.contains { $0 != nil }
    var pairs: [Pair] = []
    for (entry, index) in zip(entries, indices) {
      if index == nil {
        try refuseForgottenSide(entry, of: field, inTwoSided: isTwoSided, number: pairs.count + 1)
      }
      pairs.append(try pair(entry, equals: index, of: field, number: pairs.count + 1))
    }
    return pairs
  }

  private static func faces(in field: EscapedText) throws(LineError) -> [Pair] {
    let words = field.parts(of: field.range, at: ASCII.space).filter { !$0.isEmpty }
    try refuseTooMany(words.count)
    var texts = words.map(field.text(in:))
    if texts.count == 1, let run = texts.first {
      try refuseTooMany(run.count)
      texts = run.map(String.init)
    }
    var pairs: [Pair] = []
    for text in texts {
      do throws(ThemeError) {
        pairs.append(try Pair(text))
      } catch {
        throw LineError(error, inPair: pairs.count + 1)
      }
    }
    return pairs
  }

  /// Limits the work on a long line: no theme has more.
  private static func refuseTooMany(_ count: Int) throws(LineError) {
    if count > Theme.maximumPairs { throw LineError(.tooManyPairs(count)) }
  }

  /// The index of the first ` = ` without a backslash.
  private static func firstEquals(in part: Range<Int>, of field: EscapedText) -> Int? {
    part.dropFirst().dropLast().first { index in
      field.isMark(ASCII.equals, at: index) && field.isMark(ASCII.space, at: index - 1)
        && field.isMark(ASCII.space, at: index + 1)
    }
  }

  /// Returns the index of a ` =` that ends an entry; in a list of faces it would be a face.
  private static func lastEquals(in part: Range<Int>, of field: EscapedText) -> Int? {
    guard let last = part.dropFirst().last, field.isMark(ASCII.equals, at: last),
      field.isMark(ASCII.space, at: last - 1)
    else { return nil }
    return last
  }

  /// `cat=Katze` is most likely a pair that lacks its spaces.
  private static func refuseForgottenSide(
    _ entry: Range<Int>, of field: EscapedText, inTwoSided: Bool, number: Int
  ) throws(LineError) {
    if field.firstMark(ASCII.equals, in: entry) != nil {
      throw LineError(
        english("Pair \(number): = needs a space on each side; write \\= for the character itself.")
      )
    }
    if inTwoSided {
      throw LineError(
        english(
          "Pair \(number) has no second side: write first = second, or first = with nothing after "
            + "it if both cards show the first."))
    }
  }

  private static func pair(
    _ entry: Range<Int>, equals: Int?, of field: EscapedText, number: Int
  ) throws(LineError) -> Pair {
    var first = entry
    var second: String?
    if let equals {
      first = entry.lowerBound..<equals
      second = WrittenText.trimmed(field.text(in: (equals + 1)..<entry.upperBound))
    }
    let (side, said) = try pronunciation(in: first, of: field, number: number)
    do throws(ThemeError) {
      return try Pair(
        field.text(in: field.trimmed(side)), second,
        pronunciation: said.map { WrittenText.trimmed(field.text(in: $0)) })
    } catch {
      throw LineError(error, inPair: number)
    }
  }

  /// Splits `first [pronunciation]`.
  private static func pronunciation(
    in part: Range<Int>, of field: EscapedText, number: Int
  ) throws(LineError) -> (side: Range<Int>, said: Range<Int>?) {
    let open = field.firstMark(ASCII.bracketOpen, in: part)
    let close = field.firstMark(ASCII.bracketClose, in: part)
    if open == nil && close == nil { return (part, nil) }
    guard let open, let close, open < close,
      field.trimmed((close + 1)..<part.upperBound).isEmpty
    else {
      throw LineError(
        english(
          "Pair \(number): write the pronunciation as first [pronunciation] = second, and literal "
            + "brackets as \\[ and \\]."))
    }
    return (part.lowerBound..<open, (open + 1)..<close)
  }
}

extension FaceList {
  /// One-sided faces are separated by spaces, since grapheme clusters change with Unicode.
  static func text(of pairs: [Pair]) -> String {
    let isTwoSided = pairs.contains(where: \.isTwoSided)
    if !isTwoSided && pairs.allSatisfy({ $0.pronunciation == nil }) {
      return pairs.map { word($0.first.text) }.joined(separator: " ")
    }
    return pairs.map { entry($0, amongTwoSided: isTwoSided) }.joined(separator: "; ")
  }

  private static func word(_ face: String) -> String {
    // With its spaces a lone = would read as the mark between two sides.
    face == "=" ? "\\=" : EscapedText.escape(face, ["\\", " ", ";"])
  }

  private static func entry(_ pair: Pair, amongTwoSided: Bool) -> String {
    let marks: Set<Unicode.Scalar> = ["\\", ";", "=", "[", "]"]
    var text = EscapedText.escape(pair.first.text, marks)
    if let said = pair.pronunciation { text += " [\(EscapedText.escape(said, marks))]" }
    guard let second = pair.second else { return amongTwoSided ? text + " =" : text }
    return text + " = " + EscapedText.escape(second.text, ["\\", ";"])
  }
}
