import ThemeFiles

/// What is wrong with files of themes and decks, each by itself and together.
struct ThemeCheck {
  private let files: [CheckedFile]
  private let isAboutCards: Bool
  /// How many directories are at fault, which are no files.
  private let directories: Int

  /// Reads the files that somebody names.
  ///
  /// - Parameters:
  ///   - files: the files, of which standard input is not among those whose names are compared.
  ///   - decksAreExpected: whether a file whose name does not tell is a deck.
  init(of files: [InputFile], decksAreExpected: Bool) {
    var names = TakenNames()
    let kinds = files.map { CheckedFile.Kind(of: $0, deckIsExpected: decksAreExpected) }
    self.files = zip(files, kinds).map { file, kind in
      var checked = CheckedFile(file, as: kind)
      var unbounded: Int?
      if !file.isStandardInput { checked.claimNames(among: &names, room: &unbounded) }
      return checked
    }
    directories = 0
    isAboutCards = kinds.contains(.deck)
  }

  /// Reads all files that the service reads.
  init() {
    var names = TakenNames()
    self.init(among: &names)
  }

  /// Reads all files that the service reads, and takes the names that they give.
  init(among names: inout TakenNames) {
    let found = DataDirectories.files()
    var room: Int? = ThemeFile.maximumThemes
    var unbounded: Int?
    var bytes: [DataDirectories.Origin: Int] = [:]
    let read = found.files.map { file in
      // A file with holes may be as large as any number.
      bytes[file.origin, default: 0] += min(file.input.size, 1 << 40)
      if let fault = file.origin.fault(ofTotal: bytes[file.origin] ?? 0) {
        return CheckedFile(faulty: file.input.path, fault)
      }
      var checked = CheckedFile(file.input, as: file.origin == .decks ? .deck : .themes)
      if file.origin == .own {
        checked.claimNames(among: &names, room: &room)
      } else {
        checked.claimNames(among: &names, room: &unbounded)
      }
      return checked
    }
    files = found.faults.map { CheckedFile(faulty: $0.path, $0.message) } + read
    directories = found.faults.count
    isAboutCards = found.files.contains { $0.origin == .decks }
  }

  /// Whether nothing is wrong.
  var isFaultless: Bool { files.allSatisfy(\.faults.isEmpty) }

  /// The faults, `FILE:LINE: reason`, as compilers tell them; a piece for each file.
  var faultLines: [String] {
    files.map { file in
      file.faults.map { fault in
        let place = fault.line.map { ":\($0)" } ?? ""
        return "\(file.path)\(place): \(fault.message)".harmless + "\n"
      }.joined()
    }
  }

  /// The faults as file, line and reason, separated by tabs; a piece for each file.
  var plainLines: [String] {
    files.map { file in
      file.faults.map { fault in
        let line = fault.line.map(String.init) ?? ""
        return [file.path.harmless, line, fault.message.harmless].joined(separator: "\t") + "\n"
      }.joined()
    }
  }

  /// How many files, themes, cards and faults there are.
  var sum: String {
    let cards = isAboutCards ? [Self.count(totals.cards, "card")] : []
    let counts =
      [Self.count(totals.files, "file"), Self.count(totals.themes, "theme")] + cards
      + [Self.count(totals.faults, "fault")]
    return counts.joined(separator: ", ")
  }

  /// What `--json` tells.
  var json: JSON {
    let faults = files.flatMap { file in
      file.faults.map { fault in
        let told: JSON = ["file": .string(file.path)]
        return told.with("line", fault.line.map { .integer($0) })
          .with("message", .string(fault.message))
      }
    }
    let report: JSON = [
      "files": .integer(totals.files), "themes": .integer(totals.themes),
      "cards": .integer(totals.cards), "faults": .array(faults),
    ]
    return isFaultless ? report : report.with("error", error)
  }

  /// What scripts tell the outcome by, as that of any other verb.
  private var error: JSON {
    let files = files.count { !$0.faults.isEmpty }
    let message =
      "\(Self.count(totals.faults, "fault")) in \(Self.count(files, "file")): mend what “faults” tells."
    return ["name": .string("FaultyFiles"), "message": .string(message)]
  }

  private var totals: (files: Int, themes: Int, cards: Int, faults: Int) {
    files.reduce((-directories, 0, 0, 0)) { sum, file in
      (sum.0 + 1, sum.1 + file.themes, sum.2 + file.cards, sum.3 + file.faults.count)
    }
  }

  private static func count(_ number: Int, _ thing: String) -> String {
    "\(number) \(thing)\(number == 1 ? "" : "s")"
  }
}
