import ArgumentParser
import MemorizeFiles
import MemoryGame
import PlainText
import Screens
import TerminalKit
import ThemeFiles
import UserFiles

struct ThemeCheckVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check theme files and decks for faults.",
    discussion: """
      Without files, check every file that the service reads: memorize/themes/*.themes and \
      memorize/decks/*.tsv below XDG_DATA_HOME, and the themes below XDG_DATA_DIRS. Neither the \
      service nor a bus is needed.

      Print a line for each fault (FILE:LINE: reason), then the totals. With --plain, print only \
      file, line and reason, separated by tabs; with --quiet, only the faults. A name that is \
      already taken is a fault too: it belongs to the first theme that has it, and built-in themes \
      come first. “-” is standard input, whose names are not compared.

      Exit with 5 if there is a fault.
      """)
  static let examples = ["memorize theme check", "memorize theme check pond.themes"]

  @Argument(help: "Files; .tsv files are decks, and all others are themes.", completion: .file())
  var files: [String] = []

  @Flag(help: "Treat every file that does not end in .themes as a deck.")
  var deck = false

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    if files.isEmpty, let host = options.host { try RemoteVerb(on: host, options).run() }
    var seen: Set<String> = []
    let named = files.filter { seen.insert($0).inserted }.map(InputFile.init)
    let check = files.isEmpty ? ThemeCheck() : ThemeCheck(of: named, decksAreExpected: deck)
    switch options.form {
    case .json: try Output.results.write(check.json.text + "\n")
    case .plain, .text:
      // File by file: together the faults may take many times the size of the files.
      for file in check.files {
        let faults = file.faults
        try Output.results.write(
          options.form == .plain
            ? faults.map(\.texts).tabbed : faults.map(\.text).lines)
      }
      if options.form == .text, !options.isQuiet { try Output.results.write(check.sum + "\n") }
    }
    guard check.isFaultless else { throw ExitStatus.refused }
  }
}

/// The faults of theme and deck files, including names that they share.
struct ThemeCheck {
  private(set) var files: [CheckedFile] = []
  private(set) var claims = ThemeClaims()

  /// Checks the named files; `decksAreExpected` decides about those without a known extension.
  init(of files: [InputFile], decksAreExpected: Bool) {
    for file in files {
      let isDeck = file.hasExtension("tsv") || (decksAreExpected && !file.hasExtension("themes"))
      var checked = CheckedFile(file, as: isDeck ? .decks : .own)
      // Named files have no owner, so no limit applies. Standard input is not one of the service's
      // files.
      if !file.isStandardInput { checked.claimNames(&claims, owner: nil) }
      self.files.append(checked)
    }
  }

  /// Checks all files of the service.
  init() {
    var faulty: [CheckedFile] = []
    var room = ThemeRoom()
    for directory in ThemeDirectory.all() {
      let (listed, _, faults) = directory.files()
      faulty += faults.map { CheckedFile(directory.path, nil, fault: $0) }
      for file in listed { files.append(checked(file, &room)) }
    }
    files = faulty + files
  }

  private mutating func checked(_ file: ThemePath, _ room: inout ThemeRoom) -> CheckedFile {
    let size = (try? FileVersion(of: file.path))?.size ?? 0
    if let fault = room.reserve(size, of: file.kind) {
      return CheckedFile(file.path, file.kind, fault: fault)
    }
    var checked = CheckedFile(InputFile(path: file.path), as: file.kind)
    if file.kind == .decks, let fault = claims.claim(cards: checked.maximumCards) {
      return CheckedFile(file.path, file.kind, fault: fault)
    }
    checked.claimNames(&claims, owner: file.kind.owner)
    return checked
  }

  var isFaultless: Bool { files.allSatisfy(\.faults.isEmpty) }

  /// The numbers of files, themes, cards and faults; cards only if there is a deck.
  var sum: String {
    ThemeText.sum(
      files: fileCount, themes: themes,
      cards: files.contains { $0.kind == .decks } ? cards : nil, faults: faults)
  }

  private var fileCount: Int { files.count { $0.kind != nil } }
  private var themes: Int { files.reduce(0) { $0 + $1.themes } }
  private var cards: Int { files.reduce(0) { $0 + $1.cards } }
  private var faults: Int { files.reduce(0) { $0 + $1.faults.count } }

  var json: JSON {
    let report: JSON = [
      "files": .integer(fileCount), "themes": .integer(themes), "cards": .integer(cards),
      "faults": .array(files.flatMap(\.faults).map(\.json)),
    ]
    guard !isFaultless else { return report }
    let message = ThemeText.faulty(faults, files: files.count { !$0.faults.isEmpty })
    return report.with("error", ["name": .string("FaultyFiles"), "message": .string(message)])
  }
}

/// A theme file or deck as far as it could be read, or a faulty directory.
struct CheckedFile {
  /// As given.
  private let path: String
  /// Nil for a directory.
  let kind: ThemeDirectory.Kind?
  private(set) var themes = 0
  private(set) var cards = 0
  /// The upper bound by which the service reserves room before it reads a deck.
  private(set) var maximumCards = 0
  /// Sorted by line.
  private(set) var faults: [ReportedFault] = []
  private var names: [(name: ThemeName, line: Int?)] = []

  /// A faulty directory, or a file that is not read.
  init(_ path: String, _ kind: ThemeDirectory.Kind?, fault: String) {
    (self.path, self.kind) = (path, kind)
    report(fault)
  }

  /// A failure to read the file is a fault like any other.
  init(_ file: InputFile, as kind: ThemeDirectory.Kind) {
    (path, self.kind) = (file.path, kind)
    do throws(FileError) {
      let bytes = try kind.checkLines(try file.read(upTo: kind.maximumBytes))
      if kind == .decks {
        maximumCards = DeckFile.maximumCards(in: bytes)
        read(DeckFile.read(bytes), of: file)
      } else {
        read(ThemeFile(reading: bytes))
      }
    } catch {
      report(error.sentence)
    }
  }

  private mutating func read(_ content: ThemeFile) {
    names = content.entries.map { ($0.theme.themeName, $0.line) }
    themes = names.count
    faults = content.faults.map { ReportedFault($0, in: path) }
  }

  private mutating func read(_ content: DeckContent, of file: InputFile) {
    cards = content.cards.count
    faults = content.faults.map { ReportedFault($0, in: path) }
    do throws(LineError) {
      names = [(try DeckCards(content).deckName(ofFile: file.stem), nil)]
    } catch {
      report(error.message)
    }
  }

  /// Claims the names of its themes, and reports those that are taken.
  mutating func claimNames(_ claims: inout ThemeClaims, owner: String?) {
    for (name, line) in names {
      let place = ThemeClaims.Location(file: path, line: line)
      guard let message = claims.claim(name, at: place, owner: owner) else { continue }
      if line != nil { themes -= 1 }
      report(message, line: line)
    }
  }

  /// Inserts a fault, sorted by line.
  private mutating func report(_ message: String, line: Int? = nil) {
    let place = faults.firstIndex { ($0.line ?? 0) > (line ?? 0) } ?? faults.endIndex
    faults.insert(ReportedFault(file: path, line: line, message: message), at: place)
  }
}
