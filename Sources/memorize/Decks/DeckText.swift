import DeckImport
import MemorizeBus
import MemorizeFiles
import MemorizeText
import PlainText
import Practice
import ThemeFiles
import Translation

/// The messages of the deck verbs.
enum DeckText {
  static func added(_ card: String, _ id: UInt64, to deck: String, isNew: Bool) -> String {
    isNew
      ? tr(
        "added: {card}, card {id} of the new deck {deck}",
        ["card": card, "id": id, "deck": deck])
      // Translators: {card} is its two sides, and {id} is its number.
      : tr("added: {card}, card {id} of {deck}", ["card": card, "id": id, "deck": deck])
  }

  static func added(_ cards: Int, to deck: String, isNew: Bool) -> String {
    isNew
      ? tr(
        cards, "added: 1 card to the new deck {deck}", "added: {n} cards to the new deck {deck}",
        ["deck": deck])
      : tr(cards, "added: 1 card to {deck}", "added: {n} cards to {deck}", ["deck": deck])
  }

  /// For scripts.
  static func notAdded(lines: Int) -> String {
    "\(counted(lines, "line")) not added: fix what “faults” lists."
  }

  /// Today's allowance, of all decks together.
  static func left(new: UInt32) -> String {
    new == 0
      ? tr("No new cards are left for today.")
      : tr(new, "1 new card is left for today.", "{n} new cards are left for today.")
  }

  static var noneHard: String {
    tr(
      Schedule.hardLapses,
      "No card is hard: one becomes hard when you have forgotten it 1 time.",
      "No card is hard: one becomes hard when you have forgotten it {n} times.")
  }

  /// If no deck offers new cards.
  static var noneOffered: String {
    // Translators: keep the command as it is, with the English name of the deck.
    tr(
      """
      No deck offers new cards. Start one: memorize practice start --deck "Japanese basics"
      """)
  }

  static func noneFound(_ text: String) -> String {
    tr("No card contains “{text}”.", ["text": text])
  }

  /// Why a deck offers no new cards; empty if it does.
  static func state(of deck: DeckSummary) -> String {
    if deck.isSuspended { return tr("suspended", context: "state") }
    // Translators: a deck that comes with the program and was not practiced yet.
    return deck.offersNew ? "" : tr("not started", context: "state")
  }

  static func languages(_ languages: SideLanguages, of deck: String) -> String {
    func name(_ tag: String) -> String {
      // Translators: instead of a language's tag, as “ja”.
      tag.isEmpty ? tr("unknown", context: "language") : tag
    }
    return tr(
      "{deck}: first side {first}, second side {second}",
      [
        "deck": shownThemeName(deck), "first": name(languages.first),
        "second": name(languages.second),
      ])
  }

  /// With a gap goes its whole sentence; for scripts too.
  static func removing(_ card: CardSummary) -> String {
    guard card.gap > 0 else {
      return english(
        "This deletes the card “\(card.front) = \(card.back)” of the deck “\(card.deck)”.")
    }
    let gaps = (try? GapSentence(card.sentence))?.numbers.count ?? 1
    return plural(
      gaps, one: "This deletes the sentence “\(card.sentence)” of the deck “\(card.deck)”.",
      other:
        "This deletes the sentence “\(card.sentence)” of the deck “\(card.deck)”, with all of its "
        + "\(gaps) cards.")
  }

  static func edited(_ id: UInt64) -> String { tr("edited: card {id}", ["id": id]) }

  static func removed(_ id: UInt64) -> String {
    tr("removed: card {id}; its reviews are kept", ["id": id])
  }

  static func suspended(_ ids: [String]) -> String {
    // Translators: {ids} are the numbers of cards.
    tr(ids.count, "suspended: card {ids}", "suspended: cards {ids}", ["ids": ids.listText])
  }

  static func resumed(_ ids: [String]) -> String {
    // Translators: {ids} are the numbers of cards.
    tr(ids.count, "resumed: card {ids}", "resumed: cards {ids}", ["ids": ids.listText])
  }

  static func suspended(deck: String) -> String {
    tr("suspended: deck {deck}", ["deck": shownThemeName(deck)])
  }

  static func resumed(deck: String) -> String {
    tr("resumed: deck {deck}", ["deck": shownThemeName(deck)])
  }
}

// Of an export.
extension DeckText {
  private static let shownNames = 5

  static func saved(_ path: String) -> String { tr("saved in {path}", ["path": path.harmless]) }

  static func missing(_ names: [String]) -> String {
    tr(
      names.count,
      "1 sound or picture is not in the folder of media, or is too large: {list}",
      "{n} sounds and pictures are not in the folder of media, or are too large: {list}",
      ["list": listText(names)])
  }

  static func others(_ names: [String], in directory: String) -> String {
    tr(
      names.count, "1 file of {directory} has the name of another one, and stays: {list}",
      "{n} files of {directory} have the names of others, and stay: {list}",
      ["directory": directory, "list": listText(names)])
  }

  private static func listText(_ names: [String]) -> String {
    (Array(names.prefix(shownNames)) + (names.count > shownNames ? ["…"] : [])).listText
  }

  /// For scripts too.
  fileprivate static func list(_ names: [String]) -> String {
    names.prefix(shownNames).joined(separator: ", ") + (names.count > shownNames ? ", …" : "")
  }
}

// Of the folder of media.
extension DeckText {
  static func unused(_ files: Int, bytes: Int) -> String {
    files == 0
      ? tr("Every sound and picture is used by a deck.")
      : tr(
        files, "1 file that no deck uses, {size}", "{n} files that no deck uses, {size}",
        ["size": size(bytes)])
  }

  /// For scripts too.
  static func removing(_ files: Int) -> String {
    plural(
      files, one: "This removes 1 file that no deck uses.",
      other: "This removes \(files) files that no deck uses.")
  }

  static func removed(_ files: Int, bytes: Int) -> String {
    tr(files, "removed: 1 file, {size}", "removed: {n} files, {size}", ["size": size(bytes)])
  }

  private static func size(_ bytes: Int) -> String {
    // Translators: megabytes.
    tr("{number} MB", ["number": (Double(bytes) / 1_000_000).tenthsText])
  }
}

// Of an import.
extension DeckText {
  static func imported(_ deck: String, _ facts: [String], in path: String?) -> String {
    // Translators: the file of a deck.
    let place = path.map { [tr("in {path}", ["path": $0])] } ?? []
    // Translators: {facts} are as “2 new, 1 changed cards, 1 fault, in /home/…”.
    return tr("imported: {deck}, {facts}", ["deck": deck, "facts": (facts + place).listText])
  }

  static func sum(of deck: String, _ facts: [String]) -> String {
    tr("{deck}: {facts}", ["deck": deck, "facts": facts.listText])
  }

  /// Each sum on a line of its own.
  static func nothingWritten(_ sums: [String]) -> String {
    // Translators: the end of a line of facts, as “German: 12 cards, 1 fault”.
    let lines = sums.map { tr("{facts}.", ["facts": $0]) }.joined(separator: "\n")
    let nothing = tr("Nothing was written.")
    return lines.isEmpty ? nothing : "\(lines) \(nothing)"
  }

  static func moreCards(_ count: Int) -> String {
    tr(count, "… and 1 more", "… and {n} more")
  }

  /// How many cards, and if the deck was there already, which of them are new.
  static func counts(of deck: ImportedDeck) -> String {
    let found = deck.outcome
    let count = found.new + found.changed + found.unchanged
    guard found.new != deck.cards.count, count > 0 else {
      return tr(found.new, "1 card", "{n} cards")
    }
    // Translators: cards of an import, as in “2 new, 1 changed cards”.
    let new = tr(found.new, "1 new", "{n} new")
    let changed = tr(found.changed, "1 changed", "{n} changed")
    let unchanged = tr(found.unchanged, "1 unchanged", "{n} unchanged")
    let parts = [
      found.new > 0 ? new : nil, found.changed > 0 ? changed : nil,
      found.unchanged > 0 ? unchanged : nil,
    ]
    // Translators: {list} is as “2 new, 1 changed, 12 unchanged”; {n} is their sum.
    return tr(count, "{list} card", "{list} cards", ["list": parts.compactMap(\.self).listText])
  }

  static func faults(_ count: Int) -> String { tr(count, "1 fault", "{n} faults") }

  static func moreFaults(_ count: Int) -> String {
    tr(count, "… and 1 more fault.", "… and {n} more faults.")
  }

  static func moreNotes(_ count: Int) -> String {
    // Translators: remarks about an import.
    tr(count, "… and 1 more note.", "… and {n} more notes.")
  }

  static func moved(_ cards: Int) -> String {
    tr(cards, "moved: 1 card from other decks", "moved: {n} cards from other decks")
  }

  static func reviews(_ count: Int, isDryRun: Bool) -> String {
    isDryRun
      ? tr(count, "1 review", "{n} reviews") : tr(count, "1 new review", "{n} new reviews")
  }

  static func suspended(_ cards: Int) -> String {
    tr(cards, "1 suspended card", "{n} suspended cards")
  }

  static func media(_ files: Int) -> String {
    tr(files, "with 1 sound or picture", "with {n} sounds and pictures")
  }

  /// Files that cards name and that are not imported; for scripts too.
  static func lost(
    _ kind: MediaKind, _ names: [String], _ fault: MediaFault, inPackage: Bool
  ) -> String {
    switch kind {
    case .sound: lostSounds(names.count, list(names), fault, inPackage)
    case .picture: lostPictures(names.count, list(names), fault, inPackage)
    }
  }

  private static var megabytes: Int { MediaDraft.maximumBytes >> 20 }

  private static func lostSounds(
    _ count: Int, _ list: String, _ fault: MediaFault, _ inPackage: Bool
  ) -> String {
    switch fault {
    case .missing where inPackage:
      plural(
        count, one: "1 sound is missing in the package: \(list)",
        other: "\(count) sounds are missing in the package: \(list)")
    case .missing:
      plural(
        count, one: "1 sound is not beside the file: \(list)",
        other: "\(count) sounds are not beside the file: \(list)")
    case .tooLarge:
      plural(
        count, one: "1 sound has more than \(megabytes) MB: \(list)",
        other: "\(count) sounds have more than \(megabytes) MB: \(list)")
    case .damaged:
      plural(
        count, one: "1 sound cannot be read: \(list)",
        other: "\(count) sounds cannot be read: \(list)")
    }
  }

  private static func lostPictures(
    _ count: Int, _ list: String, _ fault: MediaFault, _ inPackage: Bool
  ) -> String {
    switch fault {
    case .missing where inPackage:
      plural(
        count, one: "1 picture is missing in the package: \(list)",
        other: "\(count) pictures are missing in the package: \(list)")
    case .missing:
      plural(
        count, one: "1 picture is not beside the file: \(list)",
        other: "\(count) pictures are not beside the file: \(list)")
    case .tooLarge:
      plural(
        count, one: "1 picture has more than \(megabytes) MB: \(list)",
        other: "\(count) pictures have more than \(megabytes) MB: \(list)")
    case .damaged:
      plural(
        count, one: "1 picture cannot be read: \(list)",
        other: "\(count) pictures cannot be read: \(list)")
    }
  }

  /// Of a table whose media are not wanted; for scripts too.
  static func leftOut(sounds soundCount: Int, pictures pictureCount: Int) -> String {
    let sounds = plural(soundCount, one: "1 sound", other: "\(soundCount) sounds")
    let pictures = plural(pictureCount, one: "1 picture", other: "\(pictureCount) pictures")
    guard soundCount > 0, pictureCount > 0 else {
      let files = soundCount > 0 ? sounds : pictures
      return english("left out: \(files)")
    }
    return english("left out: \(sounds), \(pictures)")
  }

  /// Nil if nothing is left out.
  static func omissions(_ found: AnkiPackage.Omissions) -> String? {
    let active = found.suspendedDirections
    let suspended = tr(
      active, "1 card suspended in one direction stays active",
      "{n} cards suspended in one direction stay active")
    let list = leftOut(found)
    guard !list.isEmpty else { return active == 0 ? nil : suspended }
    return active == 0
      ? tr("left out: {list}", ["list": list.listText])
      // Translators: {suspended} is the text about cards suspended in one direction.
      : tr("left out: {list}; {suspended}", ["list": list.listText, "suspended": suspended])
  }

  private static func leftOut(_ found: AnkiPackage.Omissions) -> [String] {
    let all: [(count: Int, text: String)] = [
      (found.clozeNotes, tr(found.clozeNotes, "1 cloze note", "{n} cloze notes")),
      (
        found.imageOcclusions,
        tr(found.imageOcclusions, "1 image occlusion note", "{n} image occlusion notes")
      ),
      (
        found.otherCards,
        tr(
          found.otherCards, "1 card whose question is neither side of its note",
          "{n} cards whose question is neither side of their note")
      ),
      (found.sounds, tr(found.sounds, "1 sound", "{n} sounds")),
      (found.pictures, tr(found.pictures, "1 picture", "{n} pictures")),
      (
        found.answerMedia,
        tr(
          found.answerMedia, "1 sound or picture that only the answers of both directions show",
          "{n} sounds and pictures that only the answers of both directions show")
      ),
      (
        found.longNotes,
        tr(found.longNotes, "1 text too long for a note", "{n} texts too long for notes")
      ),
    ]
    return all.filter { $0.count > 0 }.map(\.text)
  }
}
