internal import DBus
internal import MemorizeBus
internal import MemoryGame
internal import PlainText

// How entries look. An entry that can change always has the same keys, so that none is removed.
extension TrayMenu {
  func properties(of entry: Entry) -> TrayMenuContract.Properties {
    switch entry {
    case .fixed(.root): ["children-display": .string("submenu")]
    case .fixed(.practice):
      ["label": .string(due > 0 ? "_Practice (\(due) due)" : "_Practice")]
    case .newGame:
      ["label": .string("_New game"), "children-display": submenu(of: entry)]
    case .anyTheme: ["label": .string("_Any theme")]
    case .fixed(.play): ["label": .string("P_lay"), "visible": .boolean(canPlay)]
    case .fixed(.line): ["type": .string("separator")]
    case .fixed(.headline):
      ["label": .string(headline.asLabel), "enabled": .boolean(false)]
    case .fixed(.turnFaceDown):
      [
        "label": .string("Turn _face down"), "enabled": .boolean(isMismatch),
        "visible": .boolean(game?.exists == true),
      ]
    case .theme(let index):
      ["label": .string("\(themes[index].icon) \(themes[index].name)".shown.asLabel)]
    case .row(let row):
      ["label": .string(text(ofRow: row)), "children-display": submenu(of: entry)]
    case .card(let number): properties(ofCard: number)
    }
  }

  /// How the game stands.
  var headline: String {
    guard let game else { return "The service is not running" }
    return game.exists ? game.headline.shown : "No game"
  }

  private var isMismatch: Bool { game?.up.count == 2 }

  private func submenu(of entry: Entry) -> Value {
    .string(children(of: entry).isEmpty ? "" : "submenu")
  }

  private func properties(ofCard number: Int) -> TrayMenuContract.Properties {
    guard let card = game?.cards[number] else { return [:] }
    var text = number.asLabel
    if card.state != .down { text += " " + card.face.shown.asLabel }
    if card.state == .matched { text += " matched" }
    return ["label": .string(text), "enabled": .boolean(card.state != .matched)]
  }

  /// `Row 1: ▢ 🦇 ▢ ▢`, with the beginnings of long faces.
  private func text(ofRow row: Int) -> String {
    var faces = ""
    for case .card(let number) in children(of: .row(row)) {
      guard let card = game?.cards[number] else { continue }
      faces += " " + (card.state == .down ? "▢" : WrittenText.harmless(card.face, upTo: 12))
    }
    return "Row \((row + 1).asLabel):" + faces.shown.asLabel
  }
}

extension String {
  /// What comes from the bus, on one line and not too long.
  fileprivate var shown: String { WrittenText.harmless(self, upTo: 80) }

  /// Without a key: an underscore would mark one.
  fileprivate var asLabel: String { replacing(["_": "__"]) }
}

extension Int {
  /// Its last digit is the key.
  fileprivate var asLabel: String {
    var digits = "\(self)"
    digits.insert("_", at: digits.index(before: digits.endIndex))
    return digits
  }
}
