import ArgumentParser
import Doctor
import MemorizeFiles
import PlainText
import Screens
import UserFiles

struct DeckMediaVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "media", abstract: "List sounds and pictures that no deck uses, or remove them.",
    discussion: """
      Sounds and pictures of all decks are in memorize/media below XDG_DATA_HOME. Print each file \
      there that no file in memorize/decks names, and its size in bytes, then the sum; --clean \
      removes them. If a deck's file has faults, nothing is listed and nothing removed: what it \
      names is not known. Neither the service nor a bus is needed.
      """)
  static let examples = ["memorize deck media", "memorize deck media --clean --yes"]

  @Flag(help: "Remove the files; asks before.")
  var clean = false

  @OptionGroup var confirmed: YesOption
  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    if let host = options.host { try RemoteVerb(on: host, options).run() }
    guard let folder = MediaDirectory.path else { throw DeckPlace.noDirectory }
    let unused = try UnusedMedia(in: folder)
    let isAsked = clean && !confirmed.isGiven && !unused.files.isEmpty
    if !clean || isAsked && options.form == .text { try print(unused, options) }
    guard clean else { return }
    if isAsked {
      let loss = DeckText.removing(unused.files.count)
      try Confirmation(loss: loss, question: english("Remove them?")).ask(options)
    }
    let removed = try unused.remove()
    try options.print(
      json: removed.json("removed"),
      plain: "removed: \(counted(removed.files.count, "file"))\n",
      text: DeckText.removed(removed.files.count, bytes: removed.bytes) + "\n")
  }

  private func print(_ unused: UnusedMedia, _ options: Options) throws {
    let rows = unused.files.map { [$0.name, String($0.bytes)] }
    try options.print(
      json: unused.json("unused"), plain: rows.tabbed,
      text: rows.tabbed + DeckText.unused(unused.files.count, bytes: unused.bytes) + "\n")
  }
}

/// The files in the folder of media that no deck names.
struct UnusedMedia {
  private(set) var files: [(name: String, bytes: Int)] = []
  private let folder: String

  /// Throws if the file of some deck cannot be read completely.
  init(in folder: String) throws(ProgramError) {
    self.folder = folder
    let used = try NamedMedia { place, reason throws(ProgramError) in
      throw ProgramError(
        .refused, name: "InvalidDeck", "\(place): \(reason)",
        hint: english("Correct this first: what the deck uses is not known."))
    }.all
    for name in (try? UserFile.names(in: folder).names) ?? [] where !used.contains(name) {
      guard let version = try? FileVersion(of: "\(folder)/\(name)") else { continue }
      files.append((name, version.size))
    }
  }

  /// Removes those that are still unused, and returns them.
  func remove() throws(ProgramError) -> UnusedMedia {
    if FilePath.kind(of: folder) == nil { return self }
    var outcome: Result<UnusedMedia, ProgramError>?
    do throws(FileError) {
      // Meanwhile no import begins.
      try ScratchDirectory.whileUnused(in: folder) {
        outcome = Result { () throws(ProgramError) in try removeNow() }
      }
    } catch {
      throw DeckPlace.failure(error, folder)
    }
    guard let outcome else {
      throw ProgramError(
        .refused, name: "Busy",
        english("An import is under way: try again when it has ended."))
    }
    return try outcome.get()
  }

  private func removeNow() throws(ProgramError) -> UnusedMedia {
    var removed = try UnusedMedia(in: folder)
    let listed = Set(files.map(\.name))
    removed.files.removeAll { !listed.contains($0.name) }
    for file in removed.files {
      do throws(FileError) {
        try UserFile.remove("\(folder)/\(file.name)")
      } catch {
        throw DeckPlace.failure(error, "\(folder)/\(file.name)")
      }
    }
    return removed
  }

  var bytes: Int { files.reduce(0) { $0 + $1.bytes } }

  func json(_ key: String) -> JSON {
    let list = files.map { file -> JSON in
      ["name": .string(file.name), "bytes": .integer(file.bytes)]
    }
    return JSON.object([(key, .array(list)), ("bytes", .integer(bytes))])
  }
}
