internal import DBus
internal import MemorizeBus
internal import MemorizeText
internal import MemoryGame
internal import PlainText
internal import Translation

// How entries look. An entry that can change always has the same keys, so that none is removed.
extension TrayMenu {
  func properties(of entry: Entry) -> TrayMenuContract.Properties {
    switch entry {
    case .fixed(.root): ["children-display": .string("submenu")]
    case .fixed(.practice): ["label": .string(practiceLabel)]
    case .newGame:
      [
        "label": .string(tr("_New game", context: "menu")),
        "children-display": submenu(of: entry),
      ]
    case .anyTheme: ["label": .string(tr("_Any theme", context: "menu"))]
    case .fixed(.play):
      ["label": .string(tr("P_lay", context: "menu")), "visible": .boolean(canPlay)]
    case .fixed(.line): ["type": .string("separator")]
    case .fixed(.headline):
      ["label": .string(headline.asLabel), "enabled": .boolean(false)]
    case .fixed(.turnFaceDown):
      [
        "label": .string(tr("Turn _face down", context: "menu")), "enabled": .boolean(isMismatch),
        "visible": .boolean(game?.exists == true),
      ]
    case .theme(let index):
      ["label": .string(label(of: themes[index]))]
    case .row(let row):
      ["label": .string(text(ofRow: row)), "children-display": submenu(of: entry)]
    case .card(let number): properties(ofCard: number)
    }
  }

  private var practiceLabel: String {
    guard due > 0 else {
      // Translators: in menus, the letter after _ is the entry's key.
      return tr("_Practice", context: "menu")
    }
    // Translators: {n} cards are due; the letter after _ is the entry's key.
    return tr(due, "_Practice (1 due)", "_Practice ({n} due)")
  }

  private func label(of theme: ThemeSummary) -> String {
    "\(theme.icon) \(shownThemeName(theme.name))".shown.asLabel
  }

  /// How the game stands.
  var headline: String {
    guard let game else { return tr("The service is not running") }
    return game.exists ? game.headline.shown : tr("No game")
  }

  fileprivate static let longest = 80

  private var isMismatch: Bool { game?.up.count == 2 }

  private func submenu(of entry: Entry) -> Value {
    .string(children(of: entry).isEmpty ? "" : "submenu")
  }

  private func properties(ofCard number: Int) -> TrayMenuContract.Properties {
    guard let card = game?.cards[number] else { return [:] }
    var text = number.asLabel
    if card.state != .down { text += " " + card.face.shown.asLabel }
    // Translators: {card} is “_7 👻”.
    if card.state == .matched { text = tr("{card} matched", ["card": text]) }
    return ["label": .string(text), "enabled": .boolean(card.state != .matched)]
  }

  /// `Row 1: ▢ 🦇 ▢ ▢`, with the beginnings of long faces.
  private func text(ofRow row: Int) -> String {
    var faces: [String] = []
    for case .card(let number) in children(of: .row(row)) {
      guard let card = game?.cards[number] else { continue }
      faces.append(card.state == .down ? "▢" : WrittenText.harmless(card.face, upTo: 12))
    }
    let cards = WrittenText.harmless(faces.joined(separator: " "), upTo: Self.longest - 1)
    // Translators: a row of the board and its cards; {number} has _ before its key.
    return tr("Row {number}: {cards}", ["number": (row + 1).asLabel, "cards": cards.asLabel])
  }
}

extension String {
  /// What comes from the bus, on one line and not too long.
  fileprivate var shown: String { WrittenText.harmless(self, upTo: TrayMenu.longest) }

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
