import Foundation
import FoundationXML
import MemorizeBus
import TestSupport
import Testing

/// The desktop entries, the icons and the metainfo by which launchers and software centers find the
/// game.
@Suite(.timeLimit(.minutes(30))) struct DesktopFileTests {
  private static let game = "org.memorized.Memorize"
  private static let entries = [game, "org.memorized.MemorizeNotify"]
  private static let metainfo = "share/metainfo/org.memorized.memorize.metainfo.xml.in"

  private static func entry(_ name: String, in directory: String) throws -> String {
    try SourceTree.text("share/applications/\(name).desktop.in")
      .replacing("@bindir@", with: directory)
  }

  /// The value of a key in each group that has it.
  private static func values(of key: String, in entry: String) -> [String] {
    entry.split(separator: "\n").filter { $0.hasPrefix(key + "=") }
      .map { String($0.dropFirst(key.count + 1)) }
  }

  @Test(arguments: entries) func entriesAreValid(name: String) throws {
    let files = try TemporaryDirectory()
    let path = try files.write("\(name).desktop", Self.entry(name, in: "/usr/bin"))
    let outcome = try Outcome("desktop-file-validate", [path])
    #expect(outcome.code == 0 && outcome.output.isEmpty, "\(outcome.output)")
  }

  /// What launchers run: in quotes as the shell has them, too.
  @Test func eachActionStartsItsScreen() throws {
    let desk = try Desk()
    try desk.deal()
    let screen = try TmuxScreen(desk)
    let entry = try Self.entry(Self.game, in: Programs.directory)
    let commands = Self.values(of: "Exec", in: entry)
    #expect(Self.values(of: "Actions", in: entry) == ["new-game;practice;"])
    #expect(entry.contains("[Desktop Action new-game]\n"))
    #expect(entry.contains("[Desktop Action practice]\n"))
    try #require(commands.count == 3)
    let shown = ["0 of 4 pairs", "Enter turn up", "Multiplication"]
    for (command, shown) in zip(commands, shown) {
      let script = try desk.bus.files.write("command", command + "; echo ended $?\n")
      try screen.runCleared("sh \(script)")
      try screen.waitFor(shown)
      // In the list of decks the first closes the list.
      try screen.press("Escape", "q")
      try screen.waitFor("ended 0")
    }
    let other = try desk.memorize("status", "--json").json.object("game")
    #expect(other.number("id") == 2)
  }

  /// A terminal closes with its program, and nobody saw why there was no game.
  @Test func anErrorStaysOnTheScreenUntilEnter() throws {
    let desk = try Desk()
    let entry = try Self.entry(Self.game, in: Programs.directory)
    let screen = try TmuxScreen(desk)
    for command in Self.values(of: "Exec", in: entry) {
      let lines = "export DBUS_SESSION_BUS_ADDRESS=unix:path=/none\n\(command); echo ended $?\n"
      try screen.runCleared("sh \(try desk.bus.files.write("command", lines))")
      let text = try screen.waitFor("Press Enter to close.")
      #expect(text.contains("memorize: ") && !text.contains("ended"))
      try screen.press("Enter")
      try screen.waitFor("ended 0")
    }
  }

  @Test func theIconsAreThere() throws {
    for name in Self.entries {
      let entry = try Self.entry(name, in: "/usr/bin")
      #expect(Self.values(of: "Icon", in: entry) == [Self.game])
    }
    for path in ["scalable/apps/\(Self.game)", "symbolic/apps/\(Self.game)-symbolic"] {
      let icon = try Data(
        contentsOf: SourceTree.root.appendingPathComponent("share/icons/hicolor/\(path).svg"))
      let document = try XMLDocument(data: icon)
      #expect(try document.nodes(forXPath: "/*[local-name()='svg']/@viewBox").count == 1)
      // A text needs a font, and looks different everywhere.
      #expect(try document.nodes(forXPath: "//*[local-name()='text']").isEmpty)
    }
  }

  private static func texts(_ path: String) throws -> [String] {
    let file = try Data(contentsOf: SourceTree.root.appendingPathComponent(metainfo))
    return try XMLDocument(data: file).nodes(forXPath: path).compactMap(\.stringValue)
  }

  @Test func theMetainfoNamesWhatIsThere() throws {
    #expect(try Self.texts("/component/launchable") == [Self.game + ".desktop"])
    let entry = try Self.entry(Self.game, in: "/usr/bin")
    #expect(try Self.texts("/component/name").first == Self.values(of: "Name", in: entry).first)
    #expect(try Self.texts("/component/summary") == Self.values(of: "Comment", in: entry))
    for program in try Self.texts("/component/provides/binary") {
      #expect(FileManager.default.isExecutableFile(atPath: Programs.directory + "/" + program))
    }
    let pictures = try Self.texts("/component/screenshots/screenshot/image")
    #expect(pictures.count >= 2)
    for picture in pictures {
      let name = try #require(URL(string: picture)).lastPathComponent
      #expect(picture == "@home@/screenshots/\(name)")
      let file = SourceTree.root.appendingPathComponent("docs/\(name)").path
      #expect(FileManager.default.fileExists(atPath: file), "\(file)")
    }
  }

  /// The changelog and the metainfo name the releases, too; what is not released yet has the next
  /// version with a suffix, which no program of a release has.
  @Test func theNewestReleaseIsThisVersion() throws {
    let releases = try Self.texts("/component/releases/release/@version")
    let dates = try Self.texts("/component/releases/release/@date")
    let changelog = try SourceTree.text("CHANGELOG.md")
    let dated = changelog.matches(of: /(?m)^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)$/)
    #expect(dated.map { String($0.1) } == releases && dated.map { String($0.2) } == dates)
    let version = try #require(
      MemorizeContract.version.wholeMatch(of: /(\d+\.\d+\.\d+)(-dev)?/), "as make release writes it"
    )
    let newest = try #require(releases.first)
    if version.2 == nil {
      #expect(newest == version.1)
      #expect(
        !changelog.contains("## Unreleased"), "there is something new: add -dev to the next version"
      )
    } else {
      #expect(newest.compare(version.1, options: .numeric) == .orderedAscending)
    }
  }
}
