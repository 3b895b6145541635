import DeckImport
import Glibc
import MemorizeFiles
import PlainText
import Practice
import Screens
import TerminalKit
import ThemeFiles
import UserFiles

/// The sounds and pictures of an import on their way to the folder of media.
struct MediaImport {
  /// Whether nothing is written.
  let isTrial: Bool
  /// Whether they are left out.
  let isUnwanted: Bool
  /// Nil until the first file is written.
  private var draft: MediaDraft?

  init(isTrial: Bool, isUnwanted: Bool) {
    (self.isTrial, self.isUnwanted) = (isTrial, isUnwanted)
    if !isTrial, let folder = MediaDirectory.path { ScratchDirectory.removeLeft(in: folder) }
  }

  /// Renames the media of cards to those in the folder, and reports those that cannot be there.
  mutating func take(_ read: inout ReadDecks, of file: String, _ options: Options)
    throws(ProgramError)
  {
    var wanted: [String: MediaKind] = [:]
    for card in read.decks.lazy.flatMap(\.cards) where !card.media.isEmpty {
      for side in [card.media.front, card.media.back] {
        for sound in side.sounds { wanted[sound] = .sound }
        if let picture = side.picture { wanted[picture] = wanted[picture] ?? .picture }
      }
    }
    if wanted.isEmpty { return }
    let names: [String: String]
    let faults: [String: MediaFault]
    if isUnwanted {
      (names, faults) = ([:], [:])
      leaveOut(&read, file)
    } else {
      (names, faults) = try self.names(of: Set(wanted.keys), in: read.media, options)
    }
    for fault in MediaFault.allCases {
      for kind in MediaKind.allCases {
        let lost = faults.filter { $0.value == fault && wanted[$0.key] == kind }.keys.sorted()
        guard !lost.isEmpty else { continue }
        let text = DeckText.lost(kind, lost, fault, inPackage: read.package != nil)
        read.notes.add(ReportedFault(file: file, line: nil, message: text))
      }
    }
    for index in read.decks.indices { rename(&read, index, names, file) }
    read.decks.removeAll { $0.cards.isEmpty }
  }

  private func leaveOut(_ read: inout ReadDecks, _ file: String) {
    let sides = read.decks.lazy.flatMap(\.cards).flatMap { [$0.media.front, $0.media.back] }
    let sounds = sides.reduce(0) { $0 + $1.sounds.count }
    let pictures = sides.reduce(0) { $0 + ($1.picture == nil ? 0 : 1) }
    if read.package != nil {
      read.package?.omissions.sounds += sounds
      read.package?.omissions.pictures += pictures
    } else {
      let text = DeckText.leftOut(sounds: sounds, pictures: pictures)
      read.notes.add(ReportedFault(file: file, line: nil, message: text))
    }
  }

  private func rename(
    _ read: inout ReadDecks, _ index: Int, _ names: [String: String], _ file: String
  ) {
    var kept: [WordCard] = []
    for card in read.decks[index].cards {
      let media = card.media.renamed { names[$0] }
      let isLost = { (old: SideMedia, new: SideMedia, text: String) in
        !old.isEmpty && new.isEmpty && text.isEmpty
      }
      if isLost(card.media.front, media.front, card.first)
        || (!card.isSentence && isLost(card.media.back, media.back, card.second))
      {
        let text = card.first.isEmpty ? card.second : card.first
        read.faults.add(
          ReportedFault(
            file: file, line: nil,
            message: english(
              "The card “\(text)” is left out: one of its sides has nothing but sounds or pictures "
                + "that are not imported.")))
      } else {
        kept.append(media == card.media ? card : card.with(media: media))
      }
    }
    read.decks[index].cards = kept
  }

  /// The names that files get in the folder, by those in the source.
  private mutating func names(
    of wanted: Set<String>, in source: MediaFiles, _ options: Options
  ) throws(ProgramError) -> (names: [String: String], faults: [String: MediaFault]) {
    var progress = ProgressBar(options)
    defer { progress.erase() }
    var names: [String: String] = [:]
    var faults: [String: MediaFault] = [:]
    try TerminalSignals.holding(SIGINT, SIGTERM) { () throws(ProgramError) in
      faults = try source.read(wanted, upTo: MediaDraft.maximumBytes) {
        name, bytes throws(ProgramError) in
        exitIfInterrupted()
        names[name] = try self.name(of: bytes, name)
        progress.show(Double(names.count) / Double(wanted.count))
      }
      exitIfInterrupted()
    }
    return (names, faults)
  }

  /// Removes what no deck has needed.
  func finish() {
    TerminalSignals.holding(SIGINT, SIGTERM) { draft?.discard() }
  }

  /// Ends the program if Ctrl-C has come while it was held; what was written until then goes before.
  func exitIfInterrupted() {
    Interruption.exitIfPending { draft?.discard() }
  }

  private mutating func name(of bytes: [UInt8], _ old: String) throws(ProgramError) -> String {
    if isTrial { return MediaDraft.name(of: bytes, named: old) }
    if draft == nil { draft = try Self.newDraft() }
    guard let draft else { return old }
    return try Self.add(bytes, old, to: draft)
  }

  private static func newDraft() throws(ProgramError) -> MediaDraft {
    guard let folder = MediaDirectory.path else { throw DeckPlace.noDirectory }
    return try Result { () throws(FileError) in try MediaDraft(folder: folder) }
      .mapError { DeckPlace.failure($0, folder) }.get()
  }

  private static func add(
    _ bytes: [UInt8], _ name: String, to draft: MediaDraft
  ) throws(ProgramError) -> String {
    do throws(MediaDraft.Fault) {
      return try draft.add(bytes, named: name)
    } catch {
      switch error {
      case .file(let error): throw DeckPlace.failure(error, MediaDirectory.path ?? name)
      case .full:
        throw ProgramError(
          .refused, name: "LimitsExceeded",
          english("The folder of media can have \(MediaDraft.maximumFiles) files."),
          hint: english("To remove those that no deck uses, run: memorize deck media --clean"))
      }
    }
  }

  /// Puts the files of some cards into the folder, before their deck is written.
  func publish(_ cards: [WordCard]) throws(ProgramError) {
    guard let draft else { return }
    do throws(FileError) {
      try draft.publish(Set(cards.flatMap(\.media.names)))
    } catch {
      throw DeckPlace.failure(error, MediaDirectory.path ?? "")
    }
  }
}

/// What a file of the folder of media is for a card.
enum MediaKind: CaseIterable {
  case sound, picture
}
