/// The languages of the two sides of a deck, as BCP 47 names them, in which they are spoken.
package struct SideLanguages: Hashable, Sendable {
  /// The longest tag, in bytes.
  private static let maximumBytes = 35

  /// Empty if unknown.
  package let first: String
  package let second: String

  package static let unknown = SideLanguages()

  private init() { (first, second) = ("", "") }

  /// Nil for a text that is no tag; an empty one stands for an unknown language.
  package init?(_ first: String, _ second: String) {
    for tag in [first, second] where !Self.isTag(tag) { return nil }
    (self.first, self.second) = (first, second)
  }

  /// `ja/en`; nil if it is neither that nor empty.
  package init?(written text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    switch parts.count {
    case 1 where text.isEmpty: self = .unknown
    case 2: self.init(parts[0], parts[1])
    default: return nil
    }
  }

  /// `ja/en`; empty if both are unknown.
  package var written: String { self == .unknown ? "" : "\(first)/\(second)" }

  package func question(_ direction: Direction) -> String {
    direction == .forward ? first : second
  }

  /// What a gap held is in the language of its sentence.
  package func answer(_ direction: Direction, isGap: Bool) -> String {
    direction == .forward && !isGap ? second : first
  }

  /// Whether the answers of cards with two sides are English, or of an unknown language.
  func mayBeEnglish(_ direction: Direction) -> Bool {
    let tag = answer(direction, isGap: false).lowercased()
    return tag.isEmpty || tag.split(separator: "-").first == "en"
  }

  /// Letters and digits in parts of at most eight, of which the first has two or three letters.
  private static func isTag(_ text: String) -> Bool {
    if text.isEmpty { return true }
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    func isLetter(_ byte: UInt8) -> Bool {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    return text.utf8.count <= maximumBytes && (2...3).contains(parts[0].count)
      && parts[0].allSatisfy(isLetter)
      && parts.allSatisfy {
        (1...8).contains($0.count) && $0.allSatisfy { isLetter($0) || isDigit($0) }
      }
  }
}
