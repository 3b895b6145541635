import MemoryGame
import ThemeFiles
import UserFiles

/// A file of themes, or a deck, as far as it could be read.
struct CheckedFile {
  /// What is wrong with a line, or with all of the file.
  struct Fault {
    /// The line; nil if it is about the whole file.
    let line: Int?
    let message: String
  }

  /// The path as it was given.
  let path: String
  /// How many themes could be read.
  private(set) var themes = 0
  /// How many cards could be read.
  private(set) var cards = 0
  /// The most cards it may have, as the service counts them before it reads.
  private(set) var mostCards = 0
  /// What is wrong, in the order of the lines.
  private(set) var faults: [Fault] = []
  private var names: [(name: ThemeName, line: Int?)] = []

  /// Reads a file; that it cannot be read is a fault like others.
  init(_ file: InputFile, as kind: ThemeDirectory.Kind) {
    path = file.path
    do throws(FileError) {
      let bytes = try kind.checkLines(try file.read(upTo: kind.maximumBytes))
      if kind == .decks {
        mostCards = DeckFile.maximumCards(in: bytes)
        take(DeckFile(reading: bytes), of: file)
      } else {
        take(ThemeFile(reading: bytes))
      }
    } catch {
      faults = [Fault(line: nil, message: error.sentence)]
    }
  }

  /// Takes a directory that is at fault, or a file that is not read.
  init(faulty path: String, _ message: String) {
    self.path = path
    faults = [Fault(line: nil, message: message)]
  }

  private mutating func take(_ content: ThemeFile) {
    names = content.entries.map { ($0.theme.themeName, $0.line) }
    themes = names.count
    faults = content.faults.map { Fault(line: $0.line, message: $0.message) }
  }

  private mutating func take(_ content: DeckFile, of file: InputFile) {
    cards = content.entries.count
    faults = content.faults.map { Fault(line: $0.line, message: $0.message) }
    if content.entries.isEmpty {
      faults.insert(Fault(line: nil, message: "There is no card in it, and so no deck."), at: 0)
    }
    guard !file.isStandardInput, !content.entries.isEmpty else { return }
    if let name = content.name { return names = [(name, nil)] }
    do throws(ThemeFault) {
      names = [(try ThemeName(file.stem), nil)]
    } catch {
      let message =
        "The file's name makes no name of a deck. \(error.message) Rename it, or begin it with a "
        + "line “#deck:” and a name."
      faults.insert(Fault(line: nil, message: message), at: 0)
    }
  }

  /// Claims the names of its themes, and reports those that are left out.
  mutating func claimNames(_ claims: inout ThemeClaims, owner: String?) {
    var clashes: [Fault] = []
    for (name, line) in names {
      let place = ThemeClaims.Place(file: path, line: line)
      guard let message = claims.claim(name, at: place, owner: owner) else { continue }
      if line != nil { themes -= 1 }
      clashes.append(Fault(line: line, message: message))
    }
    guard !clashes.isEmpty else { return }
    faults = (faults + clashes).sorted { ($0.line ?? 0) < ($1.line ?? 0) }
  }
}
