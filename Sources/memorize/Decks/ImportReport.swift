import CellDrawing
import DeckImport
import MemorizeBus
import MemoryGame
import PlainText
import Practice
import Screens
import TerminalKit
import ThemeFiles
import Translation

/// An imported deck.
struct ImportedDeck {
  let name: ThemeName
  /// The cards in the file.
  let cards: [WordCard]
  let outcome: DeckMerge.Outcome
  /// The deck's file; nil if nothing was written.
  let path: String?

  /// For scripts.
  fileprivate var plainCounts: String {
    let (new, changed, unchanged) = (outcome.new, outcome.changed, outcome.unchanged)
    if new == cards.count { return counted(new, "card") }
    let parts = [(new, "new"), (changed, "changed"), (unchanged, "unchanged")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return (parts.isEmpty ? "0" : parts.joined(separator: ", "))
      + (new + changed + unchanged == 1 ? " card" : " cards")
  }

  /// Why no game can use the cards; nil if one can.
  var unplayable: String? {
    let pairs = cards.compactMap { try? Pair($0.first, $0.second) }
    do throws(DealError) {
      // The checks of a real game, for which two pairs are enough.
      _ = try Theme(
        drawing: Theme.minimumPairs, of: pairs.count, among: cards.count, seed: 0, name: name
      ) { pairs[$0] }
      return nil
    } catch {
      return english("The deck can be practiced, but no game can use it.") + " \(error.message)"
    }
  }

  fileprivate var json: JSON {
    let json: JSON = [
      "name": .string(name.text), "cards": .integer(cards.count), "new": .integer(outcome.new),
      "changed": .integer(outcome.changed), "unchanged": .integer(outcome.unchanged),
    ]
    return json.with("unplayable", unplayable.map(JSON.string))
      .with("path", path.map(JSON.string))
  }
}

/// The outcome of an import or a dry run.
struct ImportReport {
  private static let shownCards = 10
  /// In cells.
  private static let widestSide = 36

  let isDryRun: Bool
  private var decks: [ImportedDeck] = []
  private var faults = FirstFaults<ReportedFault>()
  private var notes = FirstFaults<ReportedFault>()
  private var failure: ProgramError?
  /// The number of cards removed from other decks.
  var moved = 0
  private var packages: [(file: String, omissions: AnkiPackage.Omissions)] = []
  private var outcome = ReviewUpload.Outcome()

  init(isDryRun: Bool) { self.isDryRun = isDryRun }

  mutating func addRemarks(of read: ReadDecks) {
    faults.add(read.faults)
    notes.add(read.notes)
  }

  mutating func addFault(_ message: String, of files: [String]) {
    let file = files.joined(separator: ", ")
    faults.add(ReportedFault(file: file, line: nil, message: message))
  }

  mutating func add(_ deck: ImportedDeck) { decks.append(deck) }

  mutating func add(_ package: AnkiPackage, of file: String, _ outcome: ReviewUpload.Outcome) {
    packages.append((file, package.omissions))
    self.outcome.reviews += outcome.reviews
    self.outcome.suspended += outcome.suspended
  }

  /// Prints the error of one of several files, and keeps the first.
  mutating func fail(_ error: ProgramError) {
    if failure == nil { failure = error }
    Output.messages.print(error.line(Options()))
  }

  /// Prints the result, and faults on standard error; throws the status of a failure.
  func print(_ options: Options) throws {
    if options.form != .json {
      printRemarks(options)
      if decks.count == 1, let reason = decks[0].unplayable {
        Output.messages.print(translatedSentence(reason).harmless)
      }
    }
    if isDryRun || !options.isQuiet || options.form == .json {
      try options.print(
        json: json,
        plain: isDryRun ? decks.flatMap(\.cards).map(Self.texts).tabbed : plainLines,
        text: isDryRun ? table : lines)
    }
    if let failure { throw failure.status }
  }

  /// Prints lines and notes that could not be read, and what was left out.
  func printRemarks(_ options: Options) {
    guard options.form != .json else { return }
    Self.print(faults, DeckText.moreFaults)
    Self.print(notes, DeckText.moreNotes)
    for (file, omissions) in packages {
      if let text = DeckText.omissions(omissions) {
        Output.messages.print("\(file): \(text)".harmless)
      }
    }
  }

  private static func print(_ remarks: FirstFaults<ReportedFault>, _ others: (Int) -> String) {
    guard remarks.count > 0 else { return }
    let rest = remarks.others > 0 ? [others(remarks.others)] : []
    Output.messages.print((remarks.listed.map(\.text) + rest).joined(separator: "\n"))
  }

  private var plainLines: String {
    let faulty =
      decks.count > 1 || faults.count == 0 ? "" : ", \(counted(faults.count, "fault"))"
    let imported = decks.map { "imported: \($0.name.text), \($0.plainCounts)\(faulty)" }
    let gone = moved > 0 ? ["moved: \(counted(moved, "card")) from other decks"] : []
    let suspended =
      outcome.suspended > 0 ? ", \(counted(outcome.suspended, "suspended card"))" : ""
    let reviews =
      outcome.reviews > 0 || outcome.suspended > 0
      ? [counted(outcome.reviews, "new review") + suspended] : []
    return (imported + gone + reviews).map { $0.harmless + "\n" }.joined()
  }

  private var lines: String {
    let imported = decks.map { DeckText.imported($0.name.text, facts(of: $0), in: $0.path) }
    let gone = moved > 0 ? [DeckText.moved(moved)] : []
    return (imported + gone + mediaLines + reviewLines).map { $0.harmless + "\n" }.joined()
  }

  private func facts(of deck: ImportedDeck) -> [String] {
    let faulty = decks.count > 1 || faults.count == 0 ? [] : [DeckText.faults(faults.count)]
    return [DeckText.counts(of: deck)] + faulty
  }

  /// The number of different sounds and pictures of the cards.
  private var media: Int { Set(decks.lazy.flatMap(\.cards).flatMap(\.media.names)).count }

  private var mediaLines: [String] {
    let media = media
    return media > 0 ? [DeckText.media(media)] : []
  }

  private var reviewLines: [String] {
    guard outcome.reviews > 0 || outcome.suspended > 0 else { return [] }
    let suspended = outcome.suspended > 0 ? [DeckText.suspended(outcome.suspended)] : []
    let reviews = DeckText.reviews(outcome.reviews, isDryRun: isDryRun)
    return [([reviews] + suspended).listText]
  }

  private var shown: ArraySlice<WordCard> { decks.flatMap(\.cards).prefix(Self.shownCards) }

  private static func texts(_ card: WordCard) -> [String] {
    [card.first, card.second, card.pronunciation ?? ""]
  }

  private var table: String {
    let headings = [
      tr("FIRST", context: "column"), tr("SECOND", context: "column"),
      tr("PRONUNCIATION", context: "column"),
    ]
    let rows = [headings] + shown.map(Self.texts)
    let others = decks.reduce(0) { $0 + $1.cards.count } - shown.count
    let sums =
      decks.map { DeckText.sum(of: $0.name.text, facts(of: $0)) } + mediaLines + reviewLines
    return TextTable(rows: rows, widest: Self.widestSide).text()
      + (others > 0 ? DeckText.moreCards(others) + "\n" : "")
      + (DeckText.nothingWritten(sums) + "\n").harmlessLines
  }

  private var json: JSON {
    let report: JSON = [
      "decks": .array(decks.map(\.json)), "faults": .array(faults.listed.map(\.json)),
    ]
    let isPackage = !packages.isEmpty
    let media = media
    return
      report
      .with("more_faults", faults.others == 0 ? nil : .integer(faults.others))
      .with("notes", notes.count == 0 ? nil : .array(notes.listed.map(\.json)))
      .with("more_notes", notes.others == 0 ? nil : .integer(notes.others))
      .with(
        "first_cards",
        isDryRun
          ? .array(shown.map { JSON(ThemePair($0.first, $0.second, $0.pronunciation ?? "")) }) : nil
      )
      .with("media", media == 0 ? nil : .integer(media))
      .with("moved", isPackage ? .integer(moved) : nil)
      .with("reviews", isPackage ? .integer(outcome.reviews) : nil)
      .with("suspended", isPackage ? .integer(outcome.suspended) : nil)
      .with(
        "left_out",
        isPackage ? AnkiPackage.Omissions(adding: packages.map(\.omissions)).json : nil
      )
      .with("error", failure?.fields)
  }
}

extension AnkiPackage.Omissions {
  private static var kinds: [(key: String, number: WritableKeyPath<Self, Int>)] {
    [
      ("cloze_notes", \.clozeNotes), ("image_occlusions", \.imageOcclusions),
      ("other_cards", \.otherCards), ("sounds", \.sounds), ("pictures", \.pictures),
      ("suspended_directions", \.suspendedDirections), ("answer_media", \.answerMedia),
      ("long_notes", \.longNotes),
    ]
  }

  fileprivate init(adding all: [Self]) {
    self.init()
    for (_, number) in Self.kinds {
      self[keyPath: number] = all.reduce(0) { $0 + $1[keyPath: number] }
    }
  }

  fileprivate var json: JSON {
    .object(Self.kinds.map { key, number in (key, .integer(self[keyPath: number])) })
  }
}
