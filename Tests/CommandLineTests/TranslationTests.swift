import CLinux
import Foundation
import TestSupport
import Testing

/// Texts for people in another language, from good catalogues and bad ones.
@Suite(.timeLimit(.minutes(30))) struct TranslationTests {
  /// A catalogue with translations of some texts.
  private static func catalogue(_ entries: String) -> String {
    """
    msgid ""
    msgstr ""
    "Content-Type: text/plain; charset=UTF-8\\n"
    "Plural-Forms: nplurals=2; plural=n != 1;\\n"

    \(entries)
    """
  }

  @Test func theTemplateIsThatOfTheSources() throws {
    let program = SourceTree.root.appendingPathComponent("share/make/template").path
    let template = try Outcome(program)
    #expect(template.code == 0, "\(template.errors)")
    // A child's output is given without its last line break.
    #expect(try SourceTree.text("po/memorize.pot") == template.output + "\n", "Run: make po")
    let checked = try Outcome(
      "msgfmt",
      [
        "--check-format", "-o", "/dev/null",
        SourceTree.root.appendingPathComponent("po/memorize.pot").path,
      ])
    #expect(checked.code == 0, "\(checked.errors)")
  }

  /// Text, help, and an error of the service, with its values.
  @Test func peopleReadTheirLanguage() throws {
    let desk = try Desk()
    let pseudo = try TestLanguage()
    defer { withExtendedLifetime(pseudo) {} }
    let language = pseudo.environment
    try desk.deal()
    let status = try desk.memorize("status", with: language)
    #expect(status.output.hasPrefix("⟦"), "\(status.output)")
    #expect(status.output.contains("⟦0 öf 4 påïrs"), "\(status.output)")
    #expect(try desk.memorize("status").output.contains("0 of 4 pairs"))
    let help = try desk.memorize("help", "flip", with: language)
    #expect(help.output.hasPrefix("⟦"), "\(help.output)")
    let error = try desk.memorize("theme", "show", "Mist", with: language)
    #expect(error.errors.hasPrefix("memorize: ⟦Thërë ïs ñö thëmë “Mist”"), "\(error.errors)")
    #expect(error.code == (try desk.memorize("theme", "show", "Mist").code))
    let json = try desk.memorize("theme", "show", "Mist", "--json", with: language)
    #expect(json.output == (try desk.memorize("theme", "show", "Mist", "--json").output))
  }

  /// A sentence and its advice are found each, a value in quotation marks is a name, and a long text of
  /// many sentences keeps nobody waiting: it took minutes.
  @Test func sentencesAreFoundAgain() throws {
    let (desk, language) = (try Desk(), try TestLanguage())
    defer { withExtendedLifetime(language) {} }
    let noFile = try desk.memorize("replay", "--from", "nofile", with: language.environment).errors
    #expect(noFile.contains("⟦Thë fïlë nofile çåññöt bë rëåd: ⟦thërë ïs"), "\(noFile)")
    #expect(noFile.contains("⟦Nåmë å fïlë"), "\(noFile)")
    let directory = try desk.memorize("deck", "import", "/", with: language.environment).errors
    #expect(directory.contains("/: ⟦It çåññöt bë rëåd"), "\(directory)")
    let named = try desk.memorize("deck", "show", "a number", with: language.environment).errors
    #expect(named.contains("“a number”"), "\(named)")
    let many = String(repeating: ". ", count: 1_900)
    let began = ContinuousClock.now
    let outcome = try desk.memorize("deck", "show", many, with: language.environment)
    #expect(outcome.code != 0 && ContinuousClock.now - began < .seconds(20))
  }

  /// Themes are found by their shown names; the second sides of “Japanese basics” are in the language,
  /// where a typed answer may be in it too, and for scripts they are English.
  @Test func namesAndWordsAreThoseOfTheLanguage() throws {
    let (desk, korean) = (try Desk(), try TestLanguage("ko"))
    let language = korean.environment
    #expect(
      try desk.memorize("new", "바다", "--plain", with: language).output.hasPrefix("started: Sea"))
    #expect(try desk.memorize("status", with: language).output.hasPrefix("바다: "))
    #expect(try desk.memorize("new", "바다").code == desk.memorize("new", "Mist").code)
    // A suggestion once named what people read to scripts too.
    let near = ["theme", "show", "바디", "--json"]
    #expect(try desk.memorize(near, with: language).output == desk.memorize(near).output)
    let start = ["practice", "start", "--deck", "기초 일본어", "--mode", "typed"]
    #expect(try desk.memorize(start + ["--quiet"], with: language).code == 0)
    for _ in 0..<3 {
      let question = try desk.memorize("practice", "show", "--json").json.object("practice")
      let card = try desk.memorize("deck", "show", "Japanese basics", "--json").json
        .objects("cards").first { $0.text("front") == question.text("question") }
      let english = try #require(card?.text("back"))
      let shown = try Self.word(english, in: SourceTree.text("po/ko.po"))
      #expect(shown != english)
      let first = shown.split(separator: ";")[0].description
      let answered = try desk.memorize("practice", "answer", first, with: language)
      #expect(answered.output.contains(shown) && !answered.output.contains(english))
    }
    #expect(
      try desk.memorize("practice", "status", "--json").json.object("practice").number("wrong") == 0
    )
    #expect(try desk.memorize("deck", "show", "기초 일본어", with: language).output.contains("네"))
    let plain = ["deck", "show", "기초 일본어", "--plain"]
    #expect(try desk.memorize(plain, with: language).output.contains("\tyes\t"))
    withExtendedLifetime(korean) {}
  }

  /// So are they in a game, which scripts see as the service has it.
  @Test func gamesHaveTheWordsOfTheLanguage() throws {
    let (desk, korean) = (try Desk(), try TestLanguage("ko"))
    let (language, catalogue) = (korean.environment, try SourceTree.text("po/ko.po"))
    try desk.memorize("new", "Japanese basics", "--pairs", "3", "--seed", "1", "--quiet")
    var (shown, english) = (0, 0)
    for card in 0..<6 {
      let told = try desk.memorize("flip", "\(card)", with: language).output
      let board = try desk.memorize("board", "--json").json.object("game").objects("cards")
      let face = try #require(board.isEmpty ? nil : board[card].text("face"))
      guard face.allSatisfy(\.isASCII) else { continue }
      english += 1
      let word = try Self.word(face, in: catalogue)
      if told.contains(word), !told.contains(face) { shown += 1 }
      let plain = try desk.memorize("board", "--plain", with: language).output
      #expect(plain.contains("\t\(face)\t"), "\(plain)")
    }
    #expect(english == 3 && shown == 3)
    let search = ["deck", "search", "네"]
    #expect(try desk.memorize(search, with: language).output.contains("はい"))
    let forScripts = try desk.memorize(search + ["--plain"], with: language).output
    #expect(!forScripts.contains("はい"))
    let theme = try desk.memorize("theme", "show", "Japanese basics", with: language).output
    #expect(theme.contains("네") && !theme.contains("yes"))
    withExtendedLifetime(korean) {}
  }

  /// Sentences that the program puts together had a space between them.
  @Test func japaneseSentencesHaveNoSpaceBetween() throws {
    let (desk, japanese) = (try Desk(), try TestLanguage("ja"))
    let language = japanese.environment
    for words in [["help"], ["deck", "show", "x"], ["replay", "--from", "nofile"]] {
      let outcome = try desk.memorize(words, with: language)
      #expect((outcome.output + outcome.errors).contains("。"))
      #expect(!(outcome.output + outcome.errors).contains("。 "), "\(outcome)")
    }
    withExtendedLifetime(japanese) {}
  }

  /// The end of a list in an error was English.
  @Test func listsInErrorsAreTranslated() throws {
    let (desk, german) = (try Desk(), try TestLanguage("de"))
    let unknown = ["practice", "start", "--mode", "x"]
    let error = try desk.memorize(unknown, with: german.environment).errors
    #expect(error.contains(" oder ") && !error.contains(" or "), "\(error)")
    // One of several names in quotation marks was taken for all of them.
    let verbs = try desk.memorize("shwo", with: german.environment).errors
    #expect(verbs.contains(/„memorize [a-z ]+“(, „[a-z ]+“)* oder „memorize [a-z ]+“/), "\(verbs)")
    withExtendedLifetime(german) {}
  }

  private static func word(_ english: String, in catalogue: String) throws -> String {
    let entry = "msgctxt \"word\"\nmsgid \"\(english)\"\nmsgstr \""
    let start = try #require(catalogue.firstRange(of: entry)).upperBound
    return String(catalogue[start...].prefix { $0 != "\"" })
  }

  @Test func withoutALocaleOrACatalogueItIsEnglish() throws {
    let desk = try Desk()
    let pseudo = try TestLanguage()
    defer { withExtendedLifetime(pseudo) {} }
    let language = pseudo.environment
    let english = try desk.memorize("status").output
    for changes in [
      ["LC_ALL": "xx_YY.UTF-8"], ["LANGUAGE": "eo"], ["LANGUAGE": "en:qps"], ["LC_ALL": "C"],
      ["TEXTDOMAINDIR": "/nowhere"], ["LANGUAGE": "../qps"],
    ] {
      let outcome = try desk.memorize("status", with: language.merging(changes) { $1 })
      #expect(outcome.output == english && outcome.errors.isEmpty, "\(changes)")
    }
  }

  /// A translation that does not fit is not shown, and nothing of it reaches the terminal.
  @Test(arguments: [
    "Vier Paare", "{found} von {paare}", "{found} %s {pairs} {n}",
    "{found}\\u001B[2J {pairs}",
    "{found}\\n{pairs}", "{found} \u{202E}{pairs}", "%n%n%s",
  ]) func badTranslationsAreNotShown(text: String) throws {
    let desk = try Desk()
    let language = try TestLanguage(
      template: Self.catalogue("msgid \"none\"\nmsgstr \"\""))
    try desk.deal()
    let english = try desk.memorize("status").output
    let escaped = text.replacingOccurrences(of: "\\u001B", with: "\\033")
    try language.write(
      Self.catalogue("msgid \"{found} of {pairs} pairs\"\nmsgstr \"\(escaped)\""))
    #expect(try desk.memorize("status", with: language.environment).output == english)
    try language.write(
      Self.catalogue("msgid \"{found} of {pairs} pairs\"\nmsgstr \"{pairs}: {found}\""))
    #expect(try desk.memorize("status", with: language.environment).output.contains("4: 0"))
    let long = String(repeating: "x", count: 1 << 20)
    try language.write(
      Self.catalogue("msgid \"{found} of {pairs} pairs\"\nmsgstr \"{pairs}: {found}\(long)\""))
    #expect(try desk.memorize("status", with: language.environment).output == english)
  }

  /// gettext itself ends by a signal for one damaged file in six.
  @Test func damagedCataloguesEndNothing() throws {
    let language = try TestLanguage()
    let sound = try language.compiled
    let english = try Outcome(
      Programs.memorize, ["help"], environment: Desk.plainEnvironment
    ).output
    var generator = SeededGenerator(for: "damagedCataloguesEndNothing")
    for _ in 0..<rounds(60, ofAll: 3_000) {
      var bytes = sound
      // Its numbers stand at the beginning.
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let end = Bool.random(using: &generator) ? 28 : bytes.count
        bytes[Int.random(in: 0..<end, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      if Int.random(in: 0..<4, using: &generator) == 0 {
        bytes.removeLast(Int.random(in: 1..<bytes.count, using: &generator))
      }
      try language.write(bytes)
      let outcome = try Outcome(
        Programs.memorize, ["help"],
        environment: Desk.plainEnvironment.merging(language.environment) { $1 })
      #expect(outcome.code == 0 && outcome.errors.isEmpty)
      #expect(outcome.harmful.isEmpty)
      #expect(outcome.output == english || outcome.output.contains("⟦"))
    }
  }

  /// Neither a key binding nor a script waits for a catalogue.
  @Test func scriptsOpenNoCatalogue() throws {
    let desk = try Desk()
    let language = try TestLanguage()
    try desk.deal()
    let opened = try Opened(language.path)
    for command in [
      ["flip", "0", "1", "--quiet"], ["conceal", "--plain"], ["status", "--json"],
      ["board", "--plain"],
      ["practice", "--plain"], ["status", "--format", "{matched}/{pairs} {up?one up|none}"],
    ] {
      try desk.memorize(command, with: language.environment)
      #expect(!opened.hasNews, "memorize \(command.joined(separator: " ")) opens the catalogue.")
    }
    try desk.memorize("status", with: language.environment)
    #expect(opened.hasNews)
  }
}

/// Tells whether a file has been opened.
final class Opened {
  private let events: Int32

  init(_ path: String) throws {
    events = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    try #require(inotify_add_watch(events, path, UInt32(IN_OPEN)) >= 0)
  }

  deinit { close(events) }

  /// Since the last time.
  var hasNews: Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    return read(events, &buffer, buffer.count) > 0
  }
}
