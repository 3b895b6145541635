internal import PlainText

/// The text of a dealt theme, which is stored and shared with its game.
///
/// A line for the theme, then one for each pair, with the fields separated by tabs; no name or face
/// can contain either.
extension Theme {
  package var storedText: String {
    let head = [name, icon, colors.joined(by: ","), "\(rule)"]
    let lines = pairs.map { [$0.first.text, $0.second?.text ?? "", $0.pronunciation ?? ""] }
    return ([head] + lines).map { $0.joined(by: "\t") }.joined(by: "\n")
  }

  package init?(storedText text: String) {
    // One more than it may have, so that a huge text takes no time.
    let lines = text.split(
      separator: "\n", maxSplits: Theme.maximumPairs + 1, omittingEmptySubsequences: false
    ).map {
      $0.split(separator: "\t", maxSplits: 4, omittingEmptySubsequences: false).map(String.init)
    }
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
    try? self.init(
      stored: head[0], icon: head[1], colors: head[2].split(separator: ",").map(String.init),
      pairs: pairs, rule: rule)
  }
}
