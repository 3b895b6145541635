import MemoryGame
import Practice
import ThemeFiles

/// What became of a file that was imported, or would become of it.
struct ImportReport {
  /// How many cards a table of the first ones has.
  private static let shownCards = 10
  /// How many faults are told in lines: with a wrong separator each line is one.
  private static let shownFaults = 50
  /// How many cells a side takes in the table.
  private static let widestSide = 36

  /// The file that was read, as it was given.
  let file: String
  /// The deck's name.
  let name: ThemeName
  /// What was read.
  let content: DeckSource.Content
  /// Where the deck is now; nil where nothing was written.
  let path: String?

  /// Prints the result, and on standard error what could not be read.
  func tell(_ options: Options) throws(Output.Failure) {
    if case .json = options.form { return try Output.results.write(json.text + "\n") }
    Self.tellFaults(content.faults, of: file)
    if let unplayable { Output.messages.print(unplayable.harmless) }
    if path == nil {
      let isPlain = options.form == .plain
      try Output.results.write(isPlain ? plainCards : table)
      if !isPlain { try Output.results.write(sum + ". Nothing was written.\n") }
      return
    }
    guard !options.isQuiet else { return }
    let place = path.map { options.form == .plain ? "" : ", in \($0)" } ?? ""
    try Output.results.write("imported: \(sum)\(place)".harmless + "\n")
  }

  /// Tells of lines that could not be read.
  static func tellFaults(_ faults: [FileFault], of file: String) {
    let lines = faults.prefix(shownFaults).map { "\(file):\($0.line): \($0.message)".harmless }
    let others = faults.count - lines.count
    let rest = others > 0 ? ["… and \(others) more faults, which --json tells too."] : []
    guard !faults.isEmpty else { return }
    Output.messages.print((lines + rest).joined(separator: "\n"))
  }

  private var sum: String {
    let cards = content.cards.count
    let faults = content.faults.count
    let read = "\(name.text), \(cards) \(cards == 1 ? "card" : "cards")"
    return faults == 0 ? read : read + ", \(faults) \(faults == 1 ? "fault" : "faults")"
  }

  /// Why no game can be played with the cards; nil where one can.
  private var unplayable: String? {
    let cards = content.cards
    do throws(DealRefusal) {
      // Asks what a game asks, and two pairs are enough to know.
      _ = try Theme(drawing: Theme.minimumPairs, of: cards.count, seed: 0, name: name) {
        try? Pair(cards[$0].first, cards[$0].second)
      }
      return nil
    } catch {
      return "The deck can be practised, but not played with. \(error.message)"
    }
  }

  private var shown: ArraySlice<WordCard> { content.cards.prefix(Self.shownCards) }

  private var table: String {
    let heading = ["FIRST", "SECOND", "PRONUNCIATION"]
    let rows = shown.map { [$0.first, $0.second, $0.pronunciation ?? ""] }
    let others = content.cards.count - rows.count
    return TextTable(rows: [heading] + rows, widest: Self.widestSide).text()
      + (others > 0 ? "… and \(others) more\n" : "")
  }

  private var plainCards: String {
    content.cards.map { card in
      [card.first, card.second, card.pronunciation ?? ""].map(\.harmless).joined(separator: "\t")
        + "\n"
    }.joined()
  }

  private var json: JSON {
    let faults: [JSON] = content.faults.map {
      ["file": .string(file), "line": .integer($0.line), "message": .string($0.message)]
    }
    let read: JSON = [
      "name": .string(name.text), "cards": .integer(content.cards.count), "faults": .array(faults),
    ]
    let report = read.with("unplayable", unplayable.map(JSON.string))
    guard path == nil else { return report.with("path", path.map(JSON.string)) }
    let first: [JSON] = shown.map {
      [
        "first": .string($0.first), "second": .string($0.second),
        "pronunciation": .string($0.pronunciation ?? ""),
      ]
    }
    return report.with("first_cards", .array(first))
  }
}
