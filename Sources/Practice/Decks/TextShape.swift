/// What of a text is seen at a glance: its beginning, its ending, its length and its scripts.
struct TextShape {
  /// Whose scripts count; later letters are not looked at, since a text may be long.
  private static let maximumLetters = 16

  private let beginning: Edge
  /// From the last letter on.
  private let ending: Edge
  /// In bytes, which are counted already.
  private let length: Int
  private let scripts: Scripts

  init(_ text: String) {
    let letters = text.unicodeScalars
    beginning = Edge(letters)
    ending = Edge(letters.reversed())
    length = text.utf8.count
    scripts = letters.prefix(Self.maximumLetters).reduce(into: []) { $0.formUnion(Scripts($1)) }
  }

  /// How much two texts look alike, from 0 to 17: by their endings most, then by their lengths and
  /// scripts, then by their first letters.
  func likeness(to other: TextShape) -> Int {
    let (shorter, longer) = (min(length, other.length), max(length, other.length))
    let sameScripts = scripts == other.scripts ? 4 : scripts.isDisjoint(with: other.scripts) ? 0 : 2
    return 2 * ending.common(other.ending) + 4 * shorter / max(longer, 1) + sameScripts
      + beginning.common(other.beginning)
  }

  /// Three letters without their case, or fewer.
  private struct Edge {
    private var letters: SIMD4<UInt32> = .zero

    init(_ text: some Sequence<Unicode.Scalar>) {
      for (place, letter) in text.prefix(3).enumerated() {
        letters[place] =
          letter.isASCII
          ? letter.value | (("A"..."Z").contains(letter) ? 0x20 : 0)
          : letter.properties.lowercaseMapping.unicodeScalars.first?.value ?? 0
      }
    }

    func common(_ other: Edge) -> Int {
      var count = 0
      while count < 3, letters[count] != 0, letters[count] == other.letters[count] { count += 1 }
      return count
    }
  }

  private struct Scripts: OptionSet {
    let rawValue: UInt16

    init(rawValue: UInt16) { self.rawValue = rawValue }

    private static let ranges: [ClosedRange<UInt32>] = [
      0x30...0x39, 0x41...0x24F, 0x370...0x3FF, 0x400...0x52F, 0x590...0x5FF, 0x600...0x6FF,
      0x900...0x97F, 0xE00...0xE7F, 0x3041...0x309F, 0x30A0...0x30FF, 0x3400...0x9FFF,
      0xAC00...0xD7A3,
    ]

    /// Empty for spaces, punctuation, and scripts that few decks have.
    init(_ letter: Unicode.Scalar) {
      let index = Self.ranges.firstIndex { $0.contains(letter.value) }
      rawValue = index.map { 1 << UInt16($0) } ?? 0
    }
  }
}
