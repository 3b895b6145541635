import Foundation
import Practice
import TestSupport
import Testing
import ThemeFiles

/// Sounds and pictures come along with decks.
@Suite(.timeLimit(.minutes(30))) struct DeckMediaTests {
  private let shelf: Shelf
  private let packages = SourceTree.root.path + "/Tests/ThemeFilesTests/Packages/"

  init() throws { shelf = try Shelf() }

  private func cards(_ deck: String) throws -> [WordCard] {
    DeckFile.read(Array(try shelf.text("data/memorize/decks/\(deck).tsv").utf8)).cards
  }

  private func media() throws -> [String] {
    try shelf.names("data/memorize").contains("media") ? shelf.names("data/memorize/media") : []
  }

  private func content(_ name: String?) throws -> [UInt8] {
    [UInt8](
      try Data(contentsOf: URL(fileURLWithPath: shelf.data + "/media/" + (try #require(name)))))
  }

  @discardableResult
  private func importing(_ file: String, _ arguments: String...) throws -> Outcome {
    let outcome = try shelf.memorize(["deck", "import", file, "--no-reviews"] + arguments)
    #expect(outcome.code == 0, "\(outcome.errors)")
    return outcome
  }

  @Test(arguments: ["media.apkg", "media-legacy.apkg"])
  func aPackageBringsItsFiles(name: String) throws {
    let outcome = try importing(packages + name)
    #expect(outcome.output.hasSuffix("with 7 sounds and pictures"))
    #expect(outcome.errors.contains("1 sound is missing in the package: missing.mp3"))
    #expect(
      outcome.errors.contains("2 pictures are missing in the package: gone too.png, gone.png"))
    #expect(outcome.errors.contains("The card “pulpo” is left out"))
    let zoo = try cards("Zoo")
    #expect(zoo.map(\.first) == ["perro", "gato", "", "ruido", "silencio", "pez"])
    #expect(
      try content(zoo[0].media.front.sounds.first) == Array(repeating: "a bark", count: 50).joined()
        .utf8 + [])
    #expect(try content(zoo[0].media.back.picture) == [0x89] + "PNG dog".utf8)
    #expect(zoo[2].media.front == zoo[0].media.back)
    #expect(try zoo[1].media.front.sounds.map { try content($0).count } == [6, 300])
    #expect(zoo[1].media.front.sounds.first?.hasSuffix(".ogg") == true)
    #expect(try content(zoo[3].media.back.sounds.first) == Array("music".utf8))
    #expect(try content(zoo[4].media.front.sounds.first).isEmpty && zoo[5].media.isEmpty)
    let japan = try cards("Japan")
    // What only both answers have must not be heard with either question.
    #expect(japan[0].media.back.sounds.count == 1 && japan[1].media.isEmpty)
    #expect(
      outcome.errors.contains("1 sound or picture that only the answers of both directions show"))
    #expect(japan[0].note == "日本に行く。")
    #expect(try shelf.text("data/memorize/decks/Japan.tsv").contains("#language:ja-JP/en-GB\n"))
    let facts = try cards("Facts").flatMap(\.cards)
    #expect(
      facts.map { "\($0.first)|\($0.second)|\($0.note)" } == [
        "[…] is in France, […]!|Paris, Paris|A city.",
        "Paris is in [country], Paris!|France|A city.",
        "[…] is in Italy|Rome|",
      ])
    #expect(facts[0].media.back.picture != nil && facts[0].media.front.isEmpty)
    // Each file once, and none that nobody names.
    let files = try media()
    #expect(files.count == 7 && files.allSatisfy { $0.prefixMatch(of: /[0-9a-f]{40}\./) != nil })

    let again = try importing(packages + name, "--json").json
    #expect(
      again.objects("decks").allSatisfy { $0.number("new") == 0 && $0.number("changed") == 0 })
    #expect(try media() == files)
    let kept = try importing(packages + name, "--no-media")
    #expect(kept.errors.contains("left out: 1 cloze note, 7 sounds, 6 pictures"))
    #expect(try cards("Zoo") == zoo)
  }

  @Test func mediaAreLeftOut() throws {
    try importing(packages + "media.apkg", "--no-media")
    #expect(try media().isEmpty)
    #expect(try cards("Zoo").map(\.first) == ["perro", "gato", "ruido", "silencio", "pez"])
    let preview = try importing(packages + "media.apkg", "--dry-run", "--deck", "All", "--yes")
    #expect(try media().isEmpty && preview.output.contains("with 7 sounds and pictures"))
  }

  /// A hostile package must not write outside of the folder, nor keep the rest from being imported.
  @Test func hostileMediaAreLeftOut() throws {
    let script = """
      import sys, zipfile
      source, target = sys.argv[1:]
      with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
          new.writestr("collection.anki21", old.read("collection.anki21"))
          new.writestr("../../escape", b"outside")
          new.writestr("1", bytes(17 << 20))
          new.writestr("/etc/passwd", b"absolute")
          new.writestr("4", b"one file")
          new.writestr("4", b"another of the name")
          new.writestr("media", '{"../../escape":"perro.mp3","1":"again.mp3","2":"el gato.OGG",'
              '"/etc/passwd":"my dog.png","4":"R&B.mp3","4":"stille.mp3","5":["x"],"6":"日本.mp3"}')
      """
    let file = shelf.path("hostile.apkg")
    let made = try Outcome(
      "/usr/bin/python3", ["-W", "ignore", "-c", script, packages + "media-legacy.apkg", file])
    #expect(made.code == 0, "\(made.errors)")
    let outcome = try importing(file)
    #expect(outcome.errors.contains("1 sound has more than 16 MB: again.mp3"))
    #expect(
      outcome.errors.contains(
        "3 sounds are missing in the package: el gato.OGG, missing.mp3, 日本.mp3"))
    let zoo = try cards("Zoo")
    #expect(zoo.count == 6)
    #expect(try content(zoo[0].media.front.sounds.first) == Array("outside".utf8))
    #expect(try content(zoo[0].media.back.picture) == Array("absolute".utf8))
    #expect(try content(zoo[3].media.back.sounds.first) == Array("one file".utf8))
    #expect(zoo[3].media.back.sounds == zoo[4].media.front.sounds)
    #expect(try media().count == 3 && shelf.names("data/memorize") == ["decks", "media"])
  }

  /// The whole collection was said to be damaged.
  @Test(arguments: [#"{"0":"dog.mp3"#, "\u{28}\u{B5}/\u{FD}"]) func aDamagedListIsNamed(
    list: String
  ) throws {
    let script = """
      import sys, zipfile
      source, target, list = sys.argv[1:]
      with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
          new.writestr("collection.anki21", old.read("collection.anki21"))
          new.writestr("media", list.encode("latin1"))
      """
    let file = shelf.path("damaged.apkg")
    let made = try Outcome(
      "/usr/bin/python3", ["-c", script, packages + "media-legacy.apkg", file, list])
    #expect(made.code == 0, "\(made.errors)")
    let outcome = try importing(file)
    #expect(
      outcome.errors.contains("The list of sounds and pictures is damaged"), "\(outcome.errors)")
    #expect(try !outcome.errors.contains("collection") && cards("Zoo").count > 3)
  }

  /// A package that lacks some files took the sounds from the cards that had them.
  @Test func whatAPackageLacksStays() throws {
    let script = """
      import sys, zipfile
      source, target = sys.argv[1:]
      with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
          new.writestr("collection.anki21", old.read("collection.anki21"))
          new.writestr("0", b"another dog")
          new.writestr("media", '{"0":"my dog.png"}')
      """
    let file = shelf.path("lacking.apkg")
    let made = try Outcome(
      "/usr/bin/python3", ["-c", script, packages + "media-legacy.apkg", file])
    #expect(made.code == 0, "\(made.errors)")
    try importing(packages + "media.apkg")
    let zoo = try cards("Zoo")
    try importing(file)
    let again = try cards("Zoo")
    #expect(again.map(\.media.front.sounds) == zoo.map(\.media.front.sounds))
    #expect(again.map(\.media.back.sounds) == zoo.map(\.media.back.sounds))
    #expect(again[0].media.back.picture != zoo[0].media.back.picture)
    #expect(try content(again[0].media.back.picture) == Array("another dog".utf8))
  }

  /// A sound that one had added oneself was dropped, although the package has none in its place.
  @Test func ownSoundsAndPicturesStay() throws {
    try importing(packages + "media.apkg")
    let text = try shelf.text("data/memorize/decks/Zoo.tsv")
    try shelf.write("mine", to: "data/memorize/media/my.mp3")
    try shelf.write(
      text.replacingOccurrences(of: "\tfish", with: "\tfish [sound:my.mp3]"),
      to: "data/memorize/decks/Zoo.tsv")
    let before = try cards("Zoo")
    #expect(before.contains { $0.media.back.sounds == ["my.mp3"] })
    let again = try importing(packages + "media.apkg", "--json").json
    #expect(again.objects("decks").allSatisfy { $0.number("changed") == 0 })
    #expect(try cards("Zoo") == before)
  }

  @Test func aTableNamesFilesBesideIt() throws {
    try shelf.write("woof", to: "table/sounds/dog.mp3")
    try shelf.write("meow", to: "table/collection.media/cat.mp3")
    try shelf.write("image", to: "table/dog.png")
    try shelf.write("secret", to: "secret.mp3")
    try FileManager.default.createSymbolicLink(
      atPath: shelf.path("table/link.mp3"), withDestinationPath: shelf.path("secret.mp3"))
    let table = try shelf.write(
      "Word;Meaning;Sound;Picture;Example\nperro;dog;sounds/dog.mp3;dog.png;El perro ladra.\n"
        + "gato;cat;[sound:cat.mp3];;\nuno;one;../secret.mp3;;\ndos;two;link.mp3;;\ntres;three;\(shelf.path("secret.mp3"));;\n"
        + "cuatro;four;/dev/zero;;\n", to: "table/words.csv")
    let outcome = try importing(
      table, "--sound", "Sound", "--picture", "Picture", "--note", "Example")
    #expect(outcome.errors.contains("4 sounds are not beside the file: "), "\(outcome.errors)")
    let words = try cards("words")
    #expect(words.map(\.second) == ["dog", "cat", "one", "two", "three", "four"])
    #expect(try content(words[0].media.front.sounds.first) == Array("woof".utf8))
    #expect(try content(words[0].media.back.picture) == Array("image".utf8))
    #expect(words[0].note == "El perro ladra." && words[2].media.isEmpty)
    #expect(try content(words[1].media.front.sounds.first) == Array("meow".utf8))
    for arguments in [["--sound", "3"], ["--picture", "Flag"]] {
      let refused = try shelf.memorize(
        ["deck", "import", packages + "media.apkg"] + arguments)
      #expect(refused.code == 2 && refused.errors.contains("is for tables"))
    }
  }

  @Test func aVocabularyNamesFilesBesideIt() throws {
    try shelf.write("woof", to: "v/dog.mp3")
    try shelf.write("image", to: "v/a dog.png")
    try shelf.write("secret", to: "secret.mp3")
    let vocabulary = try shelf.write(
      """
      <kvtml version="2.0"><information><title>Dogs</title></information>
      <identifiers><identifier id="0"><name>English</name><locale>en_US</locale></identifier>
      <identifier id="1"><name>Spanish</name><locale>es</locale></identifier></identifiers>
      <entries><entry id="0"><translation id="0"><text>dog</text><image>file://\(shelf.path("v/a%20dog.png"))</image>
      </translation><translation id="1"><text>perro</text><sound>dog.mp3</sound></translation></entry>
      <entry id="1"><translation id="0"><text>one</text><sound>file://\(shelf.path("secret.mp3"))</sound></translation>
      <translation id="1"><text>uno</text></translation></entry></entries></kvtml>
      """, to: "v/dogs.kvtml")
    let outcome = try importing(vocabulary)
    #expect(outcome.errors.contains("1 sound is not beside the file: file://"))
    let dogs = try cards("Dogs")
    #expect(try content(dogs[0].media.front.picture) == Array("image".utf8))
    #expect(try content(dogs[0].media.back.sounds.first) == Array("woof".utf8))
    #expect(dogs[1].media.isEmpty)
    #expect(try shelf.text("data/memorize/decks/Dogs.tsv").contains("#language:en-US/es\n"))
  }

  /// It failed where no deck has ever had a sound.
  @Test func withoutAFolderThereIsNothingToRemove() throws {
    let outcome = try shelf.memorize("deck", "media", "--clean")
    #expect(outcome.code == 0 && outcome.output == "removed: 0 files, 0.0 MB")
    #expect(!FileManager.default.fileExists(atPath: shelf.path("data/memorize")))
  }

  @Test func unusedFilesAreListedAndRemoved() throws {
    try importing(packages + "media.apkg")
    #expect(
      try shelf.memorize("deck", "media").output == "Every sound and picture is used by a deck.")
    try shelf.write("nobody names it", to: "data/memorize/media/old.mp3")
    #expect(
      try shelf.memorize("deck", "media").output
        == "old.mp3\t15\n1 file that no deck uses, 0.0 MB")
    #expect(try shelf.memorize("deck", "media", "--plain").output == "old.mp3\t15")
    let refused = try shelf.memorize("deck", "media", "--clean")
    #expect(refused.code == 5 && refused.errors.contains("This removes 1 file that no deck uses."))
    #expect(try media().count == 8)
    // What a deck with faults names is not known.
    let faulty = try shelf.write(
      "a\tb [sound:old.mp3]\nonly one side\n", to: "data/memorize/decks/faulty.tsv")
    let unknown = try shelf.memorize("deck", "media", "--clean", "--yes")
    #expect(unknown.code == 5 && unknown.errors.contains("\(faulty):2: The second side is empty"))
    try FileManager.default.removeItem(atPath: faulty)
    let removed = try shelf.memorize("deck", "media", "--clean", "--yes", "--json").json
    #expect(removed.objects("removed").map { $0.text("name") } == ["old.mp3"])
    #expect(try media().count == 7)
    // What a killed import has left took as much room as its package, and nothing removed it.
    try shelf.write("half", to: "data/memorize/media/.memorize-a1b2c3/0.mp3")
    #expect(try shelf.memorize("deck", "media", "--clean").code == 0)
    #expect(try media().count == 7)
  }
}
