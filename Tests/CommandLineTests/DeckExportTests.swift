import Foundation
import MemorizeBus
import TestSupport
import Testing

/// Decks go to other programs with their sounds and pictures.
@Suite(.timeLimit(.minutes(30))) struct DeckExportTests {
  private let desk: Desk
  private var place: String { desk.bus.files.path("out") }

  init() throws {
    desk = try Desk()
    try desk.bus.files.make("out")
    let package = SourceTree.root.path + "/Tests/ThemeFilesTests/Packages/media.apkg"
    let imported = try desk.memorize("deck", "import", package)
    #expect(imported.code == 0 && imported.output.contains("3 new reviews, 1 suspended card"))
  }

  @Test func aPackageOfOursBringsEverythingBack() throws {
    for deck in ["Zoo", "Facts"] {
      let file = "\(place)/\(deck).apkg"
      let outcome = try desk.memorize("deck", "export", deck, "--to", "apkg", "-o", file)
      #expect(outcome.code == 0 && outcome.output == "saved in \(file)", "\(outcome.errors)")
      let again = try desk.memorize("deck", "import", file, "--json").json
      let found = again.objects("decks").map { [$0.number("new"), $0.number("changed")] }
      #expect(found == [[0, 0]] && again.number("reviews") == 0)
      let exists = try desk.memorize("deck", "export", deck, "--to", "apkg", "-o", file)
      #expect(exists.code == 5 && exists.errors.contains("exists. Choose another name"))
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: place).sorted() == [
        "Facts.apkg", "Zoo.apkg",
      ])
  }

  /// Packages have milliseconds and the log microseconds, so each answer came back as another one.
  @Test func whatWasPracticedIsNotDoubled() throws {
    for direction in ["forward", "backward"] {
      let start = ["practice", "start", "--deck", "Zoo", "--mode", "recall"]
      #expect(try desk.memorize(start + ["--direction", direction]).code == 0)
      for _ in 0..<3 {
        #expect(try desk.memorize("practice", "reveal").code == 0)
        #expect(try desk.memorize("practice", "grade", "good").code == 0)
      }
      #expect(try desk.memorize("practice", "stop").code == 0)
    }
    let log = try desk.memorize("practice", "reviews", "--plain").output
    for round in 1...2 {
      let file = "\(place)/Zoo\(round).apkg"
      #expect(try desk.memorize("deck", "export", "Zoo", "--to", "apkg", "-o", file).code == 0)
      #expect(try desk.memorize("deck", "import", file, "--json").json.number("reviews") == 0)
    }
    #expect(try desk.memorize("practice", "reviews", "--plain").output == log)
    #expect(log.split(separator: "\n").count == 9, "\(log)")
  }

  /// Two cards with one first side had one guid; and the package was refused by its own deck, or its
  /// reviews were added to cards that are in no deck.
  @Test func aDeckWithoutGuidsTakesItsPackage() throws {
    let table = try desk.bus.files.write("plain.csv", "Hund,dog\nHund,hound\nKatze,cat\n")
    #expect(try desk.memorize("deck", "import", table, "--deck", "Plain").code == 0)
    #expect(try desk.memorize("practice", "start", "--deck", "Plain", "--mode", "recall").code == 0)
    #expect(try desk.memorize("practice", "reveal").code == 0)
    #expect(try desk.memorize("practice", "grade", "good").code == 0)
    let log = try desk.memorize("practice", "reviews", "--plain").output
    let file = "\(place)/Plain.apkg"
    #expect(try desk.memorize("deck", "export", "Plain", "--to", "apkg", "-o", file).code == 0)
    let again = try desk.memorize("deck", "import", file, "--json").json
    let counts = again.objects("decks").map { [$0.number("new"), $0.number("unchanged")] }
    #expect(counts == [[0, 3]] && again.number("reviews") == 0, "\(again)")
    #expect(again.objects("faults").isEmpty)
    #expect(try desk.memorize("practice", "reviews", "--plain").output == log)
    let other = try desk.memorize("deck", "import", file, "--deck", "Other", "--json").json
    #expect(other.objects("decks").map { $0.number("new") } == [3])
  }

  /// Anki took a leading quotation mark for the beginning of a quoted field.
  @Test func leadingQuotationMarksAreQuoted() throws {
    #expect(try desk.memorize("deck", "add", "Zoo", "\"Hola\" dijo", "\"hi\" he said").code == 0)
    let file = "\(place)/zoo.txt"
    #expect(try desk.memorize("deck", "export", "Zoo", "-o", file).code == 0)
    let text = try String(contentsOf: URL(fileURLWithPath: file), encoding: .utf8)
    #expect(text.contains("\t\"\"\"Hola\"\" dijo\"\t\"\"\"hi\"\" he said\"\n"), "\(text)")
    let again = try desk.memorize("deck", "import", file, "--json").json
    #expect(again.objects("decks").map { $0.number("unchanged") } == [7], "\(again)")
  }

  /// A package made directories that nobody has asked for, and nobody else could read it.
  @Test func aPackageIsAFileLikeOthers() throws {
    let export = ["deck", "export", "Zoo", "--to", "apkg", "-o"]
    let refused = try desk.memorize(export + ["\(place)/none/Zoo.apkg"])
    #expect(refused.code != 0 && refused.errors.contains("could not be written: "))
    #expect(!FileManager.default.fileExists(atPath: "\(place)/none"))
    #expect(try desk.memorize(export + ["\(place)/Zoo.apkg"]).code == 0)
    let mode = try FileManager.default.attributesOfItem(atPath: "\(place)/Zoo.apkg")[
      .posixPermissions]
    #expect(mode as? Int == 0o644)
  }

  /// It removed files of directories of the user's own that were named like its temporary one.
  @Test func anExportTouchesNothingButItsFile() throws {
    let kept = try desk.bus.files.write("out/.memorize-backup/mine.txt", "mine")
    let export = ["deck", "export", "Zoo", "--to", "apkg", "-o"]
    #expect(try desk.memorize(export + ["\(place)/Zoo.apkg"]).code == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: place).sorted() == [
        ".memorize-backup", "Zoo.apkg",
      ])
    #expect(FileManager.default.fileExists(atPath: kept))
  }

  /// A file that is too large became an empty one in the package; a link brought along any file of the
  /// user; and files of the same names were overwritten.
  @Test func onlyFilesOfTheFolderAreExported() throws {
    let media = desk.bus.files.path("data/memorize/media")
    let secret = try desk.bus.files.write("secret.txt", "secret")
    try FileManager.default.createSymbolicLink(
      atPath: media + "/link.mp3", withDestinationPath: secret)
    try desk.bus.files.write("data/memorize/media/big.mp3", [UInt8](repeating: 1, count: 17 << 20))
    try desk.bus.files.write("data/memorize/media/own.mp3", "ours")
    try desk.bus.files.write(
      "data/memorize/decks/Own.tsv",
      "a [sound:link.mp3]\tb\nc [sound:big.mp3]\td\ne [sound:own.mp3]\tf\n")
    let file = "\(place)/Own.apkg"
    let package = try desk.memorize("deck", "export", "Own", "--to", "apkg", "-o", file)
    #expect(
      package.code == 0 && package.errors.contains("are too large: link.mp3, big.mp3"),
      "\(package.errors)")
    let list = try Outcome("/usr/bin/python3", ["-m", "zipfile", "-l", file]).output
    #expect(list.split(separator: "\n").count == 4, "\(list)")
    for theirs in ["theirs", "them"] {
      let other = try desk.bus.files.write("out/own.mp3", theirs)
      let table = try desk.memorize("deck", "export", "Own", "--media", place)
      let words = "1 file of \(place) has the name of another one, and stays: own.mp3"
      #expect(table.errors.contains(words), "\(table.errors)")
      #expect(try String(contentsOf: URL(fileURLWithPath: other), encoding: .utf8) == theirs)
    }
  }

  /// Anki shows a picture of a text only as HTML.
  @Test func aTableNamesItsFiles() throws {
    let text = try desk.memorize("deck", "export", "Zoo", "--media", place).output
    #expect(text.hasPrefix("#separator:tab\n#html:true\n#deck:Zoo\n#guid column:1\n"))
    let names = text.matches(of: /\[sound:(.+?)\]|<img src="(.+?)">/).map {
      String($0.1 ?? $0.2 ?? "")
    }
    #expect(names.count == 7 && Set(names).count == 5)
    #expect(Set(try FileManager.default.contentsOfDirectory(atPath: place)) == Set(names))
    let file = "\(place)/facts.csv"
    #expect(
      try desk.memorize("deck", "export", "Facts", "--to", "csv", "-o", file, "--json").json
        .text("file") == file)
    let table = try String(contentsOf: URL(fileURLWithPath: file), encoding: .utf8)
    #expect(table.split(separator: "\n").count == 3)
    #expect(table.contains("{{c1::Paris}} is in {{c2::France::country}}"))
    let again = try desk.memorize("deck", "import", file, "--deck", "Facts", "--json").json
    let counts = again.objects("decks").map { [$0.number("changed"), $0.number("unchanged")] }
    #expect(counts == [[0, 2]], "\(again)")
  }

  @Test func whatIsMissingIsNamed() throws {
    try FileManager.default.removeItem(atPath: desk.bus.files.path("data/memorize/media"))
    let file = "\(place)/Zoo.apkg"
    let outcome = try desk.memorize("deck", "export", "Zoo", "--to", "apkg", "-o", file)
    #expect(outcome.code == 0)
    #expect(
      outcome.errors.contains(
        "5 sounds and pictures are not in the folder of media, or are too large: "))
    for (arguments, words) in [
      (["--to", "apkg"], "Name the package, for example with “-o Zoo.apkg”."),
      (["--to", "apkg", "-o", "x.apkg", "--media", "m"], "omit --media"),
      (["--to", "anki", "-o", "\(place)/none/x"], "could not be written"),
    ] {
      let refused = try desk.memorize(["deck", "export", "Zoo"] + arguments)
      #expect(refused.code != 0 && refused.errors.contains(words), "\(refused.errors)")
    }
  }
}
