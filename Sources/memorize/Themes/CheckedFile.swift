import MemoryGame
import ThemeFiles

/// A file of themes, or a deck, as far as it could be read.
struct CheckedFile {
  /// What a file holds.
  enum Kind {
    /// Themes, one a line.
    case themes
    /// The cards of a deck.
    case deck

    /// What the name says; what it leaves open is a deck where one `isExpected`.
    init(of file: InputFile, deckIsExpected isExpected: Bool = false) {
      let isDeck = file.hasExtension("tsv") || (isExpected && !file.hasExtension("themes"))
      self = isDeck ? .deck : .themes
    }

    /// How many bytes of it are read, here as by the service.
    var largest: Int { self == .themes ? 4 << 20 : 16 << 20 }

    /// How many lines of it are read; a fault takes many times as much as its line.
    var mostLines: Int { self == .themes ? 20_000 : 100_000 }
  }

  /// What is wrong with a line, or with all of the file.
  struct Fault {
    /// The line; nil where it is about the whole file.
    let line: Int?
    /// What is wrong, in a sentence for a person.
    let message: String
  }

  /// The path as it was given.
  let path: String
  /// How many themes could be read.
  private(set) var themes = 0
  /// How many cards could be read.
  private(set) var cards = 0
  /// What is wrong, in the order of the lines.
  private(set) var faults: [Fault] = []
  private var names: [(name: ThemeName, line: Int?)] = []

  /// Reads a file; that it cannot be read is a fault like others.
  init(_ file: InputFile, as kind: Kind) {
    path = file.path
    do throws(InputFile.Unreadable) {
      let bytes = try file.read(upTo: kind.largest)
      if bytes.count(where: { $0 == UInt8(ascii: "\n") }) > kind.mostLines {
        throw InputFile.Unreadable(
          "It has more than \(kind.mostLines) lines: make several files of it.")
      }
      switch kind {
      case .themes: take(ThemeFile(reading: bytes))
      case .deck: take(DeckFile(reading: bytes), of: file)
      }
    } catch {
      faults = [Fault(line: nil, message: error.message)]
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

  /// Gives the themes their names, and reports those that are left out: their names are taken, or
  /// there are too many.
  ///
  /// - Parameters:
  ///   - taken: the names that files before this one have.
  ///   - room: how many more themes there may be; nil where nobody counts them.
  mutating func claimNames(among taken: inout TakenNames, room: inout Int?) {
    var clashes: [Fault] = []
    for (name, line) in names {
      let message: String
      if let owner = taken.place(of: name) {
        message = owner.clash(name) + " already: give one another name."
      } else if room == 0 {
        message =
          "There are \(ThemeFile.maximumThemes) themes of your own before this one: take some out."
      } else {
        taken.take(name, at: TakenNames.Place(file: path, line: line))
        room = room.map { $0 - 1 }
        continue
      }
      if line != nil { themes -= 1 }
      clashes.append(Fault(line: line, message: message))
    }
    guard !clashes.isEmpty else { return }
    faults = (faults + clashes).sorted { ($0.line ?? 0) < ($1.line ?? 0) }
  }
}
