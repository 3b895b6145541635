import DeckImport
import MemorizeBus
import MemorizeFiles
import PlainText
import Practice
import ThemeFiles

/// The messages of the deck verbs.
enum DeckText {
  static func added(_ card: String, _ id: UInt64, to deck: String, isNew: Bool) -> String {
    isNew
      ? "added: \(card), card \(id) of the new deck \(deck)"
      : "added: \(card), card \(id) of \(deck)"
  }

  static func added(_ cards: Int, to deck: String, isNew: Bool) -> String {
    isNew
      ? plural(
        cards, one: "added: 1 card to the new deck \(deck)",
        other: "added: \(cards) cards to the new deck \(deck)")
      : plural(
        cards, one: "added: 1 card to \(deck)", other: "added: \(cards) cards to \(deck)")
  }

  static func notAdded(lines: Int) -> String {
    plural(
      lines, one: "1 line not added: fix what “faults” lists.",
      other: "\(lines) lines not added: fix what “faults” lists.")
  }

  /// Today's allowance, of all decks together.
  static func left(new: UInt32) -> String {
    new == 0
      ? "No new cards are left for today."
      : plural(
        new, one: "1 new card is left for today.", other: "\(new) new cards are left for today.")
  }

  static let noneHard =
    "No card is hard: one becomes hard when you have forgotten it \(Schedule.hardLapses) times."

  /// If no deck offers new cards.
  static let noneOffered = """
    No deck offers new cards. Start one: memorize practice start --deck "Japanese basics"
    """

  /// Why a deck offers no new cards; empty if it does.
  static func state(of deck: DeckSummary) -> String {
    deck.isSuspended ? "suspended" : deck.offersNew ? "" : "not started"
  }

  static func languages(_ languages: SideLanguages, of deck: String) -> String {
    func name(_ tag: String) -> String { tag.isEmpty ? "unknown" : tag }
    return "\(deck): first side \(name(languages.first)), second side \(name(languages.second))"
  }

  /// With a gap goes its whole sentence.
  static func removing(_ card: CardSummary) -> String {
    guard card.gap > 0 else {
      return "This deletes the card “\(card.front) = \(card.back)” of the deck “\(card.deck)”."
    }
    let gaps = (try? GapSentence(card.sentence))?.numbers.count ?? 1
    return plural(
      gaps, one: "This deletes the sentence “\(card.sentence)” of the deck “\(card.deck)”.",
      other:
        "This deletes the sentence “\(card.sentence)” of the deck “\(card.deck)”, with all of its "
        + "\(gaps) cards.")
  }

  static func edited(_ id: UInt64) -> String { "edited: card \(id)" }

  static func removed(_ id: UInt64) -> String { "removed: card \(id); its reviews are kept" }

  static func suspended(_ ids: String, count: Int) -> String {
    plural(count, one: "suspended: card \(ids)", other: "suspended: cards \(ids)")
  }

  static func resumed(_ ids: String, count: Int) -> String {
    plural(count, one: "resumed: card \(ids)", other: "resumed: cards \(ids)")
  }

  static func suspended(deck: String) -> String { "suspended: deck \(deck)" }

  static func resumed(deck: String) -> String { "resumed: deck \(deck)" }
}

// Of an export.
extension DeckText {
  static func saved(_ path: String) -> String { "saved in \(path.harmless)" }

  static func missing(_ names: [String]) -> String {
    let list = list(names)
    return plural(
      names.count,
      one: "1 sound or picture is not in the folder of media, or is too large: \(list)",
      other: "\(names.count) sounds and pictures are not in the folder of media, or are too large: "
        + list)
  }

  static func others(_ names: [String], in directory: String) -> String {
    let list = list(names)
    return plural(
      names.count, one: "1 file of \(directory) has the name of another one, and stays: \(list)",
      other:
        "\(names.count) files of \(directory) have the names of others, and stay: \(list)")
  }

  fileprivate static func list(_ names: [String]) -> String {
    let shown = 5
    return names.prefix(shown).joined(separator: ", ") + (names.count > shown ? ", …" : "")
  }
}

// Of the folder of media.
extension DeckText {
  static func unused(_ files: Int, bytes: Int) -> String {
    files == 0
      ? "Every sound and picture is used by a deck."
      : plural(
        files, one: "1 file that no deck uses, \(size(bytes))",
        other: "\(files) files that no deck uses, \(size(bytes))")
  }

  static func removing(_ files: Int) -> String {
    plural(
      files, one: "This removes 1 file that no deck uses.",
      other: "This removes \(files) files that no deck uses.")
  }

  static func removed(_ files: Int, bytes: Int) -> String {
    plural(
      files, one: "removed: 1 file, \(size(bytes))",
      other: "removed: \(files) files, \(size(bytes))")
  }

  private static func size(_ bytes: Int) -> String {
    "\((Double(bytes) / 1_000_000).tenths) MB"
  }
}

// Of an import.
extension DeckText {
  /// How many cards, and if the deck was there already, which of them are new.
  static func counts(of deck: ImportedDeck) -> String {
    let found = deck.outcome
    if found.new == deck.cards.count {
      return plural(found.new, one: "1 card", other: "\(found.new) cards")
    }
    let parts = [
      found.new > 0 ? "\(found.new) new" : nil,
      found.changed > 0 ? "\(found.changed) changed" : nil,
      found.unchanged > 0 ? "\(found.unchanged) unchanged" : nil,
    ].compactMap(\.self)
    let list = parts.isEmpty ? "0" : parts.joined(separator: ", ")
    return plural(
      found.new + found.changed + found.unchanged, one: "\(list) card", other: "\(list) cards")
  }

  static func faults(_ count: Int) -> String {
    plural(count, one: "1 fault", other: "\(count) faults")
  }

  static func moreFaults(_ count: Int) -> String {
    plural(count, one: "… and 1 more fault.", other: "… and \(count) more faults.")
  }

  static func moreNotes(_ count: Int) -> String {
    plural(count, one: "… and 1 more note.", other: "… and \(count) more notes.")
  }

  static func moved(_ cards: Int) -> String {
    plural(
      cards, one: "moved: 1 card from other decks", other: "moved: \(cards) cards from other decks")
  }

  static func reviews(_ count: Int, isDryRun: Bool) -> String {
    isDryRun
      ? plural(count, one: "1 review", other: "\(count) reviews")
      : plural(count, one: "1 new review", other: "\(count) new reviews")
  }

  static func suspended(_ cards: Int) -> String {
    plural(cards, one: "1 suspended card", other: "\(cards) suspended cards")
  }

  static func media(_ files: Int) -> String {
    plural(files, one: "with 1 sound or picture", other: "with \(files) sounds and pictures")
  }

  /// Files that cards name and that are not imported.
  static func lost(
    _ kind: MediaKind, _ names: [String], _ fault: MediaFault, inPackage: Bool
  ) -> String {
    let count = names.count
    let list = list(names)
    let files =
      switch kind {
      case .sound: plural(count, one: "1 sound", other: "\(count) sounds")
      case .picture: plural(count, one: "1 picture", other: "\(count) pictures")
      }
    let reason =
      switch fault {
      case .missing where inPackage:
        plural(count, one: "is missing in the package", other: "are missing in the package")
      case .missing: plural(count, one: "is not beside the file", other: "are not beside the file")
      case .tooLarge:
        plural(
          count, one: "has more than \(MediaDraft.maximumBytes >> 20) MB",
          other: "have more than \(MediaDraft.maximumBytes >> 20) MB")
      case .damaged: plural(count, one: "cannot be read", other: "cannot be read")
      }
    return "\(files) \(reason): \(list)"
  }

  /// Nil if nothing is left out.
  static func omissions(_ found: AnkiPackage.Omissions) -> String? {
    let all: [(Int, String, String)] = [
      (found.clozeNotes, "1 cloze note", "\(found.clozeNotes) cloze notes"),
      (
        found.imageOcclusions, "1 image occlusion note",
        "\(found.imageOcclusions) image occlusion notes"
      ),
      (
        found.otherCards, "1 card whose question is neither side of its note",
        "\(found.otherCards) cards whose question is neither side of their note"
      ),
      (found.sounds, "1 sound", "\(found.sounds) sounds"),
      (found.pictures, "1 picture", "\(found.pictures) pictures"),
      (
        found.answerMedia, "1 sound or picture that only the answers of both directions show",
        "\(found.answerMedia) sounds and pictures that only the answers of both directions show"
      ),
      (
        found.longNotes, "1 text too long for a note", "\(found.longNotes) texts too long for notes"
      ),
    ]
    let parts = all.filter { $0.0 > 0 }.map { plural($0.0, one: $0.1, other: $0.2) }
    let list = parts.isEmpty ? nil : "left out: \(parts.joined(separator: ", "))"
    let active = found.suspendedDirections
    let suspended =
      active == 0
      ? nil
      : plural(
        active, one: "1 card suspended in one direction stays active",
        other: "\(active) cards suspended in one direction stay active")
    let both = [list, suspended].compactMap(\.self)
    return both.isEmpty ? nil : both.joined(separator: "; ")
  }
}
