import DeckImport
import Glibc
import MemorizeBus
import MemorizeFiles
import PlainText
import Practice
import Screens
import TerminalKit
import ThemeFiles
import UserFiles

/// A deck on its way to other programs.
struct ExportedDeck {
  let name: String
  /// The cards of each line.
  private var notes: [(line: WordCard, cards: [CardSummary])] = []

  /// As the deck's file has them: all gaps of a sentence are one.
  var lines: [WordCard] { notes.map(\.line) }

  init(name: String, _ cards: [CardSummary]) {
    self.name = name
    for card in cards {
      if card.gap > 0, let last = notes.last?.cards.last, last.gap > 0,
        last.sentence == card.sentence, last.guid == card.guid
      {
        notes[notes.count - 1].cards.append(card)
      } else {
        notes.append((card.line, [card]))
      }
    }
  }

  /// The names of all sounds and pictures, once each.
  private var files: [String] {
    var seen: Set<String> = []
    return lines.flatMap(\.media.names).filter { seen.insert($0).inserted }
  }

  private static func content(of name: String) throws(FileError) -> [UInt8] {
    guard let path = MediaDirectory.file(publishedAs: name) else { throw .system(ENOENT) }
    return try UserFile.read(path, limit: MediaDraft.maximumBytes)
  }

  /// Copies the sounds and pictures into a directory; files that it has stay, and others of the same
  /// names are reported.
  func copyMedia(to directory: String) throws(ProgramError) {
    if FilePath.kind(of: directory) == nil, !files.isEmpty {
      try Result { () throws(FileError) in try UserFile.makeDirectory(absolute(directory)) }
        .mapError { ProgramError.notWritten(directory, $0) }.get()
    }
    var (missing, others): ([String], [String]) = ([], [])
    for name in files {
      guard let bytes = try? Self.content(of: name) else {
        missing.append(name)
        continue
      }
      let path = "\(directory)/\(name)"
      if FilePath.kind(of: path, followingLinks: false) == nil {
        try write(bytes, to: path)
      } else if (try? UserFile.read(path, limit: MediaDraft.maximumBytes)) != bytes {
        others.append(name)
      }
    }
    report(missing)
    if !others.isEmpty { Output.messages.print(DeckText.others(others, in: directory).harmless) }
  }

  private func report(_ missing: [String]) {
    if !missing.isEmpty { Output.messages.print(DeckText.missing(missing).harmless) }
  }

  func write(_ bytes: [UInt8], to path: String) throws(ProgramError) {
    do throws(FileError) {
      try UserFile.replace(path, with: bytes, permissions: 0o644, overwrites: false)
    } catch {
      throw ProgramError.notWritten(path, error)
    }
  }

  /// Writes a package completely or not at all.
  func writePackage(to path: String, _ log: [ReviewRow]) throws(ProgramError) {
    let reviews = Dictionary(grouping: log.compactMap(\.review), by: \.card)
    let exported = notes.map { note in
      ExportedNote(
        line: note.line, cards: note.cards.flatMap { $0.exported(reviews[$0.id] ?? []) })
    }
    var (there, missing): ([String], [String]) = ([], [])
    for name in files {
      let version = MediaDirectory.file(publishedAs: name).flatMap { try? FileVersion(of: $0) }
      let isThere = version.map { $0.size <= MediaDraft.maximumBytes } ?? false
      if isThere { there.append(name) } else { missing.append(name) }
    }
    report(missing)
    var writer = PackageWriter(deck: self.name, now: Int64(time(nil)))
    var fault: LineError?
    do throws(FileError) {
      // What is written until a signal goes before the program does.
      try TerminalSignals.holding(SIGINT, SIGTERM) { () throws(FileError) in
        try UserFile.replace(path, permissions: 0o644, overwrites: false) { file in
          do throws(LineError) {
            try writer.write(exported, files: there, to: file) { name throws(LineError) in
              if Interruption.isPending { throw LineError(english("It was interrupted.")) }
              return try Result { () throws(FileError) in try Self.content(of: name) }
                .mapError { LineError(english("\(name) cannot be read: \($0.reason).")) }.get()
            }
          } catch {
            fault = error
          }
          return fault == nil && !Interruption.isPending ? nil : ECANCELED
        }
      }
    } catch {
      throw fault.map { ProgramError(.unexpected, name: "File", "\(path): \($0.message)") }
        ?? ProgramError.notWritten(path, error)
    }
  }

  private func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : (FilePath.real(".") ?? "") + "/" + path
  }
}

extension ProgramError {
  /// A file that was named could not be written.
  static func notWritten(_ path: String, _ error: FileError) -> ProgramError {
    ProgramError(
      .unexpected, name: "File", english("\(path) could not be written: \(error.reason)."))
  }
}

extension CardSummary {
  /// The line of the deck's file, without what is not the deck's own.
  fileprivate var line: WordCard {
    WordCard(
      gap > 0 ? sentence : front, gap > 0 ? "" : back, pronunciation: pronunciation, guid: guid,
      note: note,
      media: CardMedia(
        front: Self.media(frontSounds, frontPicture), back: Self.media(backSounds, backPicture)),
      tags: tags.joined(separator: " "))
  }

  private static func media(_ sounds: [String], _ picture: String) -> SideMedia {
    func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "" }
    return SideMedia(
      sounds: sounds.map(name), picture: picture.isEmpty ? nil : name(picture))
  }

  /// Anki's cards: each direction that was asked is one.
  fileprivate func exported(_ all: [Review<UInt64>]) -> [ExportedNote.Card] {
    // As in the log, an imported card is reviewed once in a millisecond.
    var milliseconds: Set<UInt64> = []
    let log = all.filter { $0.rating != nil && milliseconds.insert($0.at / 1000).inserted }
    func card(_ template: Int, _ memory: CardMemory?, _ direction: Direction) -> ExportedNote.Card {
      ExportedNote.Card(
        template: template, isSuspended: isSuspended,
        memory: memory.map {
          ExportedNote.Memory(
            due: $0.due, stability: $0.stability, difficulty: $0.difficulty, lapses: Int($0.lapses))
        },
        reviews: log.filter { $0.direction == direction }.sorted { $0.at < $1.at })
    }
    if gap > 0 { return [card(Int(gap) - 1, forward, .forward)] }
    let isReversed = backward != nil || log.contains { $0.direction == .backward }
    return [card(0, forward, .forward)] + (isReversed ? [card(1, backward, .backward)] : [])
  }
}
