import MemorizeBus
import MemoryGame
import Practice
import ThemeFiles

/// The outcome of an import or of its trial.
struct ImportReport {
  private static let shownCards = 10
  /// With a wrong separator each line is a fault.
  private static let shownFaults = 50
  /// In cells of the table.
  private static let widestSide = 36

  let file: String
  let name: ThemeName
  let content: DeckContent
  /// The deck's file; nil if nothing was written.
  let path: String?

  /// Prints the result, and faults on standard error.
  func print(_ options: Options) throws {
    if options.form != .json {
      Self.printFaults(content.faults, of: file)
      Self.print(content.notes, "notes", of: file)
      if let unplayable { Output.messages.print(unplayable.harmless) }
      if path != nil, options.isQuiet { return }
    }
    guard let path else {
      return try options.print(
        json: json, plain: content.cards.map(Self.texts).tabbed,
        text: table + "\(name.text): \(counts). Nothing was written.\n")
    }
    let line = "imported: \(name.text), \(counts)"
    try options.print(
      json: json, plain: line.harmless + "\n", text: "\(line), in \(path)".harmless + "\n")
  }

  /// Lines that could not be read.
  static func printFaults(_ faults: [FileFault], of file: String) {
    print(faults, "faults", of: file)
  }

  private static func print(_ remarks: [FileFault], _ kind: String, of file: String) {
    guard !remarks.isEmpty else { return }
    let lines = remarks.prefix(shownFaults).map { ReportedFault($0, in: file).text }
    let others = remarks.count - lines.count
    let rest = others > 0 ? ["… and \(others) more \(kind); --json lists them all."] : []
    Output.messages.print((lines + rest).joined(separator: "\n"))
  }

  private var counts: String {
    let faults = content.faults.count
    return counted(content.cards.count, "card")
      + (faults == 0 ? "" : ", \(counted(faults, "fault"))")
  }

  /// Why the cards make no game; nil if they do.
  private var unplayable: String? {
    let pairs = content.cards.compactMap { try? Pair($0.first, $0.second) }
    do throws(DealRefusal) {
      // The checks of a real game, for which two pairs are enough.
      _ = try Theme(
        drawing: Theme.minimumPairs, of: pairs.count, among: content.cards.count, seed: 0,
        name: name
      ) { pairs[$0] }
      return nil
    } catch {
      return "The deck can be practised, but no game can use it. \(error.message)"
    }
  }

  private var shown: ArraySlice<WordCard> { content.cards.prefix(Self.shownCards) }

  private static func texts(_ card: WordCard) -> [String] {
    [card.first, card.second, card.pronunciation ?? ""]
  }

  private var table: String {
    let rows = [["FIRST", "SECOND", "PRONUNCIATION"]] + shown.map(Self.texts)
    let others = content.cards.count - shown.count
    return TextTable(rows: rows, widest: Self.widestSide).text()
      + (others > 0 ? "… and \(others) more\n" : "")
  }

  private var json: JSON {
    let faults = content.faults.map { ReportedFault($0, in: file).json }
    let read: JSON = [
      "name": .string(name.text), "cards": .integer(content.cards.count), "faults": .array(faults),
    ]
    let notes = content.notes.map { ReportedFault($0, in: file).json }
    let report = read.with("notes", notes.isEmpty ? nil : .array(notes))
      .with("unplayable", unplayable.map(JSON.string))
    guard path == nil else { return report.with("path", path.map(JSON.string)) }
    let first = shown.map { JSON(ThemePair($0.first, $0.second, $0.pronunciation ?? "")) }
    return report.with("first_cards", .array(first))
  }
}
