internal import MemoryGame
internal import PlainText

/// The stored form of a dealt theme.
///
/// A line for the theme, then one for each pair, with the fields separated by tabs; no name or face
/// can contain either.
enum StoredTheme {
  static func text(of theme: Theme) -> String {
    let head = [theme.name, theme.icon, theme.colors.joined(by: ","), "\(theme.rule)"]
    let pairs = theme.pairs.map { [$0.first.text, $0.second?.text ?? "", $0.pronunciation ?? ""] }
    return ([head] + pairs).map { $0.joined(by: "\t") }.joined(by: "\n")
  }

  static func theme(of text: String) -> Theme? {
    let lines = fields(of: text)
    guard let head = lines.first, head.count == 4, let rule = try? PairRule(head[3]) else {
      return nil
    }
    var pairs: [Pair] = []
    for line in lines.dropFirst() {
      guard line.count == 3, let pair = try? Pair(line[0], line[1], pronunciation: line[2]) else {
        return nil
      }
      pairs.append(pair)
    }
    return try? Theme(
      stored: head[0], icon: head[1], colors: head[2].split(separator: ",").map(String.init),
      pairs: pairs, rule: rule)
  }

  private static func fields(of text: String) -> [[String]] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }
}

extension Sequence<UInt8> {
  /// FNV-1a; stored for finding equal themes and as numbers of cards, so it stays the same.
  ///
  /// `start` is the hash of the bytes before these.
  @inlinable package func hashFNV1a(after start: UInt64 = 0xcbf2_9ce4_8422_2325) -> UInt64 {
    reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
