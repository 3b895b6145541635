/// A text with named places, as `{found} of {pairs} pairs`.
struct Template {
  let text: String
  /// The texts between the places, one more than there are of these.
  let texts: [Substring]
  /// The places' names.
  let names: [Substring]
  /// How many bytes of a sentence a match is sure of.
  let fixedBytes: Int

  init(_ text: String) {
    var (texts, names): ([Substring], [Substring]) = ([], [])
    var (start, search) = (text.startIndex, text.startIndex)
    while let open = text.utf8[search...].firstIndex(of: 0x7B),
      let close = text.utf8[open...].firstIndex(of: 0x7D)
    {
      let name = text[text.utf8.index(after: open)..<close]
      search = text.utf8.index(after: open)
      guard Self.isName(name) else { continue }
      texts.append(text[start..<open])
      names.append(name)
      search = text.utf8.index(after: close)
      start = search
    }
    texts.append(text[start...])
    (self.text, self.texts, self.names) = (text, texts, names)
    fixedBytes = texts.reduce(0) { $0 + $1.utf8.count }
  }

  /// Letters, digits and underscores, the first one no digit.
  private static func isName(_ name: Substring) -> Bool {
    guard let first = name.utf8.first, !(0x30...0x39).contains(first) else { return false }
    return name.utf8.allSatisfy {
      (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x5F
    }
  }

  /// With the places' values; one without a value stays as it is.
  func filled(_ value: (Substring) -> String?) -> String {
    guard !names.isEmpty else { return text }
    var filled = String(texts[0])
    for (name, text) in zip(names, texts.dropFirst()) {
      filled += value(name) ?? "{\(name)}"
      filled += text
    }
    return filled
  }

  /// The values with which this template is the sentence, each but the last as short as can be; nil if
  /// there are none.
  func values(in sentence: String) -> [(name: Substring, value: Substring)]? {
    var rest = Substring(sentence)
    guard rest.utf8.starts(with: texts[0].utf8) else { return nil }
    rest = Substring(rest.utf8.dropFirst(texts[0].utf8.count))
    var values: [(Substring, Substring)] = []
    for (index, name) in names.enumerated() {
      let next = texts[index + 1].utf8
      var value = rest
      if index == names.count - 1 {
        value = Substring(rest.utf8.dropLast(next.count))
        guard rest.utf8.count >= next.count, rest.utf8.suffix(next.count).elementsEqual(next) else {
          return nil
        }
      } else {
        guard !next.isEmpty, let end = rest.utf8.firstRange(of: next) else { return nil }
        value = rest[..<end.lowerBound]
      }
      values.append((name, value))
      rest = Substring(rest.utf8.dropFirst(value.utf8.count + next.count))
    }
    return rest.isEmpty ? values : nil
  }
}
