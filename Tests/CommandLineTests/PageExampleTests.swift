import Foundation
import TestSupport
import Testing

/// What the pages tell people to type works as it stands there.
@Suite(.timeLimit(.minutes(30))) struct PageExampleTests {
  /// A page is read from its beginning, so what an example needs stands above it.
  @Test(arguments: Page.names) func shellAndPythonExamplesRun(name: String) throws {
    let page = try Page(name)
    let session = try ExampleSession()
    if page.text.contains("memorize share") { try session.winDailyGame() }
    for example in page.blocks where ["sh", "python"].contains(example.language) {
      let outcome = try session.run(example)
      #expect(
        outcome.code == 0,
        "\(example.place)\n\(example.text)\n---\n\(outcome.output)\n\(outcome.errors)")
      // jq prints it for a key that does not exist.
      #expect(!outcome.output.contains("null"), "\(example.place)\n\(outcome.output)")
      #expect(!outcome.errors.contains("UnknownMethod"), "\(example.place)\n\(outcome.errors)")
    }
    #expect(session.desk.misused == "")
  }

  /// Each is opened in a terminal, and left by a key that only a screen understands.
  @Test(arguments: Page.names) func screensOpen(name: String) throws {
    let commands = try Page(name).blocks.flatMap(\.commands).filter(\.opensScreen)
    guard !commands.isEmpty else { return }
    let session = try ExampleSession()
    // Without a started deck, “memorize practice” offers decks in a list, which has a key of its own.
    try session.desk.memorize("practice", "start", "--deck", "Japanese basics", "--quiet")
    let screen = try TmuxScreen(
      session.desk, columns: 60, rows: 16, with: ["PATH": session.path])
    for command in commands {
      try screen.runCleared("\(command); echo \"ended $?\"")
      try screen.waitFor { _ in try screen.state.hasPrefix("1 ") }
      try screen.press("q")
      try screen.waitFor("ended 0\n")
      #expect(try screen.state.hasPrefix("0 "))
    }
  }

  /// A file on a page is one that the programs read without a fault.
  @Test func filesAreUnderstood() throws {
    let blocks = try Page.all().flatMap(\.blocks)
    let files = blocks.filter { $0.name(of: "file") != nil }
    #expect(files.count > 1)
    for file in files {
      let session = try ExampleSession()
      let path = try session.desk.bus.files.write(file.name(of: "file") ?? "", file.text)
      let outcome = try session.desk.memorize("theme", "check", path, "--json")
      #expect(outcome.code == 0, "\(file.place): \(outcome.output)")
      #expect((outcome.json.number("themes") ?? 0) + (outcome.json.number("cards") ?? 0) > 1)
    }
  }

  /// The files of samples hold what pages and manual show, and their commands are understood.
  @Test func samplesAreThere() throws {
    let directory = SourceTree.root.appendingPathComponent("share/samples")
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
    let files = try names.map { try SourceTree.text("share/samples/" + $0) }
    let texts = files.map { Self.withoutIndents($0) }
    for block in try Page.all().flatMap(\.blocks)
    where block.language == "conf" || block.text.contains("gsettings set") {
      let text = Self.withoutIndents(block.text)
      #expect(texts.contains { $0.contains(text) }, "\(block.place)")
    }
    let lines = Set(texts.flatMap { $0.split(separator: "\n") })
    let examples = try ManualTests.pages.flatMap { try ManualPage($0).examples }
      .filter { $0.kind == .sample }
    #expect(examples.count > 2)
    for line in examples.flatMap({ Self.withoutIndents($0.text).split(separator: "\n") }) {
      #expect(lines.contains(line), "\(line)")
    }
    let session = try ExampleSession()
    for (name, text) in zip(names, files) {
      if name.hasSuffix(".sh") {
        let outcome = try session.run(text)
        #expect(outcome.code == 0, "\(name): \(outcome.errors)")
        continue
      }
      let commands = Set(Self.ownCommands(in: text)).sorted()
      #expect(!commands.isEmpty, "\(name)")
      for command in commands {
        let outcome = try session.run(command)
        // 5: the rules may refuse what a key asks for, as they do for a player.
        #expect([0, 5].contains(outcome.code), "\(name): \(command): \(outcome.errors)")
      }
    }
  }

  private static func withoutIndents(_ text: String) -> String {
    text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
  }

  /// Our command lines within a sample for another program; a terminal is opened for a screen.
  private static func ownCommands(in text: String) -> [String] {
    let isComment = /\s*(#|;|\/\/).*/
    return text.split(separator: "\n")
      // A line that a reader may make one of the sample is a comment, too.
      .filter { $0.wholeMatch(of: isComment) == nil || $0.contains("exec memorize") }
      .flatMap { $0.matches(of: /(xdg-terminal-exec )?memorize(-notify)? [a-z-][a-z0-9 -]*/) }
      .map { String($0.output.0) }
  }

  /// `make test-all`, which .ci/run makes, leads to all of them.
  @Test func continuousIntegrationMakesTheTargetsOfThePages() throws {
    let commands = try Page.all().flatMap(\.blocks).flatMap(\.commands).filter(\.isMade)
    let targets = Set(commands.map { String($0.split(separator: " ")[1]) })
    #expect(targets.isSuperset(of: ["run", "test"]))
    let (ci, makefile) = (try SourceTree.text(".ci/run"), try SourceTree.text("Makefile"))
    #expect(ci.contains("make test-all"))
    // The tests of the packages run what `make deb` runs, without a network.
    let formats = try SourceTree.text("Tests/PackagingTests/formats.sh")
    #expect(formats.contains("share/make/deb \"$tarball\""))
    for target in targets {
      #expect(makefile.contains("\n\(target):"), "make \(target)")
      // By a step of its own, by another target's recipe, or as what another one needs.
      let way = try Regex(
        "(?m)(\\bmake|\\$\\(MAKE\\)).*[ \"]\(target)\\b(?!-)|^[a-z-]+:.* \(target)\\b(?!-)")
      let isMade = ci.contains(way) || makefile.contains(way) || target == "deb"
      #expect(isMade, ".ci/run does not get to make \(target).")
    }
  }

  // MARK: - Screens

  @Test func screensAreWhatTheProgramsShow() throws {
    let shown = try ShownScreens.all()
    let writes = ProcessInfo.processInfo.environment["MEMORIZE_WRITE_SCREENS"] == "1"
    let screen = /(?ms)^<!-- screen: ([a-z-]+) -->\n(```[a-z]+\n)(.*?)^```$/
    var names: Set<String> = []
    for page in try Page.all() {
      let written = page.text.replacing(screen) { match in
        let (name, old) = (String(match.output.1), String(match.output.3))
        names.insert(name)
        let text = shown[name].map { $0 + "\n" } ?? old
        #expect(writes || text == old, "“make screens” writes “\(name)” anew:\n\(text)")
        return "<!-- screen: \(name) -->\n\(match.output.2)\(text)```"
      }
      // A comment that is not quite one, or stands above no block, would not be compared at all.
      let marks = page.text.matches(of: /(?m)^[ \t]*<!--[ \t]*screen\b/).count
      #expect(marks == page.text.matches(of: screen).count, "\(page.name)")
      guard writes else { continue }
      try written.write(
        to: SourceTree.root.appendingPathComponent(page.name), atomically: true, encoding: .utf8)
    }
    #expect(names == Set(shown.keys), "each on a page, and shown by a program")
  }
}
