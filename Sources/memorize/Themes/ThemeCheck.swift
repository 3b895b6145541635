import ThemeFiles
import UserFiles

/// What is wrong with files of themes and decks, each by itself and together.
struct ThemeCheck {
  private let files: [CheckedFile]
  private let isAboutCards: Bool
  /// How many directories are at fault, which are no files.
  private let directories: Int

  /// Reads the files that somebody names; `decksAreExpected` tells what a file is whose name does not.
  init(of files: [InputFile], decksAreExpected: Bool) {
    var claims = ThemeClaims()
    let kinds = files.map { file in
      let isDeck =
        file.hasExtension("tsv") || (decksAreExpected && !file.hasExtension("themes"))
      return isDeck ? ThemeDirectory.Kind.decks : .own
    }
    self.files = zip(files, kinds).map { file, kind in
      var checked = CheckedFile(file, as: kind)
      // Nobody counts them, and what stands in standard input has no place among files.
      if !file.isStandardInput { checked.claimNames(&claims, owner: nil) }
      return checked
    }
    directories = 0
    isAboutCards = kinds.contains(.decks)
  }

  /// Reads all files that the service reads.
  init() {
    var claims = ThemeClaims()
    self.init(claiming: &claims)
  }

  /// Reads all files that the service reads, and claims the names that they give.
  init(claiming claims: inout ThemeClaims) {
    var files: [CheckedFile] = []
    var faulty: [CheckedFile] = []
    var room = ThemeRoom()
    var hasDecks = false
    for directory in ThemeDirectory.all() {
      let (listed, faults) = directory.files()
      faulty += faults.map { CheckedFile(faulty: directory.path, $0) }
      hasDecks = hasDecks || (directory.kind == .decks && !listed.isEmpty)
      files += listed.map { Self.checked($0, &room, &claims) }
    }
    self.files = faulty + files
    directories = faulty.count
    isAboutCards = hasDecks
  }

  private static func checked(
    _ file: ThemePath, _ room: inout ThemeRoom, _ claims: inout ThemeClaims
  ) -> CheckedFile {
    let size = (try? FileVersion(of: file.path))?.size ?? 0
    if let fault = room.take(size, of: file.kind) {
      return CheckedFile(faulty: file.path, fault)
    }
    var checked = CheckedFile(InputFile(path: file.path), as: file.kind)
    if file.kind == .decks, let fault = claims.claim(cards: checked.mostCards) {
      return CheckedFile(faulty: file.path, fault)
    }
    checked.claimNames(&claims, owner: file.kind.owner)
    return checked
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
