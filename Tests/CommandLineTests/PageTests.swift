import Foundation
import MemorizeBus
import TestSupport
import Testing

@testable import Screens
@testable import memorize

/// The pages of the documentation hang together, and nothing on them is left without a test.
@Suite struct PageTests {
  @Test func theReadmeIsShort() throws {
    let lines = try SourceTree.text("README.md").split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 201)
    #expect(Page.names.count > 10)
  }

  /// Screens are compared, files and commands run by PageExampleTests, make's
  /// targets by .ci/run, a session's commands by SessionTests.
  @Test func everyBlockIsRun() throws {
    for page in try Page.all() {
      #expect(page.blocks.flatMap(\.faults).isEmpty)
      // A fence that begins no block, or a block by indentation, would not be looked at.
      let others = page.prose.filter { $0.contains(/^\s*(```|~~~)|^(    |\t)/) }
      #expect(others.isEmpty, "\(page.name): \(others)")
    }
  }

  @Test func linksLeadSomewhere() throws {
    let pages = try Page.all()
    for page in pages {
      #expect(page.brokenLinks(among: pages).isEmpty, "\(page.name)")
    }
    let readme = try #require(pages.first)
    let others = Set(pages.dropFirst().map(\.name))
    #expect(others.subtracting(readme.links).isEmpty, "The README does not link these pages.")
  }

  /// A moving picture must not make a page slow to open: 2 MB each, by the script that takes them.
  @Test func picturesAreSmall() throws {
    let pictures = glob(SourceTree.root.appendingPathComponent("docs/*.png").path)
    #expect(pictures.contains { $0.hasSuffix("/minute.png") })
    let check = SourceTree.root.appendingPathComponent("share/make/picture-sizes").path
    let outcome = try Outcome(check, pictures)
    #expect(outcome.code == 0, "\(outcome.errors)")
  }

  /// A path is written as code from the root of the sources, or as a pattern of such paths.
  @Test func filesOnThePagesExist() throws {
    let places = ["Sources", "Tests", "share", "man", "dbus", "docs", "systemd", "packaging"]
    for page in try Page.all() {
      let paths = page.codes.filter { code in
        places.contains { code.hasPrefix($0 + "/") } && !code.contains(" ")
      }
      for path in paths where !Self.isInstalled(path) {
        #expect(
          !glob(SourceTree.root.appendingPathComponent(path).path).isEmpty, "\(page.name): \(path)")
      }
    }
  }

  /// Below a prefix, where `share/` means another directory.
  private static func isInstalled(_ path: String) -> Bool {
    ["share/applications", "share/doc", "share/systemd", "share/dbus-1"].contains {
      path.hasPrefix($0)
    }
  }

  /// Commands within sentences are not run, but name verbs, options and targets that exist.
  @Test func commandsInSentencesAreUnderstood() throws {
    let verbs = try DumpedVerb.all()
    let makefile = try SourceTree.text("Makefile")
    var count = 0
    for page in try Page.all() {
      for code in page.codes {
        let words = code.split(separator: " ").map(String.init)
        count += 1
        switch words[0] {
        case "memorize": #expect(Self.isUnderstood(words, verbs), "\(page.name): \(code)")
        case "memorized", "memorize-notify", "memorize-connect":
          let program = try #require(ServiceProgram(rawValue: words[0]))
          let options = Set(words.filter { $0.hasPrefix("--") })
          #expect(options.isSubset(of: try program.options()), "\(page.name): \(code)")
        case "make" where words.count > 1:
          #expect(makefile.contains("\n\(words[1]):"), "\(page.name): \(code)")
        default: count -= 1
        }
      }
    }
    #expect(count > 50)
  }

  private static func isUnderstood(_ words: [String], _ verbs: [DumpedVerb]) -> Bool {
    var words = words.dropFirst()
    if words.first == "--host" { words = words.dropFirst(2) }
    if words.first == "help" {
      let name = words.dropFirst().joined(separator: " ")
      return name == "options" || verbs.contains { $0.name == name }
    }
    var verb = verbs.first { $0.name.isEmpty }
    while let next = words.first, verb?.verbs.contains(next) == true {
      words = words.dropFirst()
      let name = [verb?.name ?? "", next].filter { !$0.isEmpty }.joined(separator: " ")
      verb = verbs.first { $0.name == name }
    }
    guard let verb else { return false }
    let options = words.filter { $0.hasPrefix("--") }.map { String($0.prefix { $0 != "=" }) }
    // Only these two do something without a verb of their own.
    let isComplete = verb.verbs.isEmpty || ["", "practice", "deck"].contains(verb.name)
    let isPlain = verb.verbs.isEmpty || words.first.map { $0.hasPrefix("--") } ?? true
    let due = verbs.first { $0.name == "practice due" }?.options ?? []
    return isComplete && isPlain
      && verb.options.union(verb.name == "practice" ? due : []).isSuperset(of: options)
  }

  // MARK: - What pages list is what the programs have

  @Test func everyVerbWithJSONStandsInTheTable() throws {
    let names = Set(try DumpedVerb.all().filter { $0.verbs.isEmpty }.map(\.name))
    var listed: Set<String> = []
    for line in try Page("docs/scripting.md").prose where line.hasPrefix("| ") {
      let cell = line.dropFirst(2).prefix { $0 != "|" }
      var parent = ""
      for code in cell.matches(of: /`([^`]+)`/).map({ String($0.output.1) }) {
        // In “`practice due`, `start`” the second is “practice start”.
        let name = names.contains(code) ? code : parent + code
        if names.contains(name) { listed.insert(name) }
        parent = name.split(separator: " ").dropLast().map { $0 + " " }.joined()
      }
    }
    #expect(names.subtracting(listed).sorted() == ["help", "play", "practice play", "while"])
  }

  @Test func everyFieldOfJSONStandsOnThePage() throws {
    let codes = Set(try Page("docs/scripting.md").codes)
    let records = [
      GameState.fields.map(\.description), FinalResult.fields.map(\.description),
      PracticeState.fields.map(\.description), ThemeSummary.fields.map(\.description),
      PastGame.fields.map(\.description), GameStatistics.fields.map(\.description),
      CardSummary.fields.map(\.description), CardMemory.fields.map(\.description),
      DeckSummary.fields.map(\.description), PracticeStatistics.fields.map(\.description),
      Profile.fields.map(\.description), UserSettings.fields.map(\.description),
    ]
    for fields in records {
      #expect(!fields.isEmpty)
      for field in fields {
        if case .none = field.form { continue }
        let key = field.jsonKey.split(separator: ".").last.map(String.init) ?? ""
        #expect(codes.contains(key), "\(field.jsonKey)")
      }
    }
  }

  @Test func everyPlaceholderIsExplained() throws {
    let codes = Set(try Page("docs/bars.md").codes)
    let entries = try SourceTree.text("man/memorize.1").split(separator: "\n").filter {
      $0.hasPrefix(".It Li {")
    }
    let all = [
      (GamePlaceholder.allCases.map(\.rawValue), GamePlaceholder.templateHelp),
      (PracticePlaceholder.allCases.map(\.rawValue), PracticePlaceholder.templateHelp),
    ]
    for (names, help) in all {
      for name in names {
        #expect(codes.contains(name))
        let entry = "{\(name.replacing("-", with: "\\-"))}"
        #expect(entries.contains { $0.contains(entry) }, "\(name)")
        #expect(help.contains("{\(name)}"), "\(name)")
      }
    }
  }
}

extension Page {
  /// Links to files and headings that do not exist, and to sites without encryption.
  fileprivate func brokenLinks(among pages: [Page]) -> [String] {
    let here = SourceTree.root.appendingPathComponent(name).deletingLastPathComponent()
    return links.filter { link in
      guard !link.hasPrefix("https://") else { return false }
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let file = here.appendingPathComponent(String(parts[0])).standardizedFileURL
      guard parts[0].isEmpty || FileManager.default.fileExists(atPath: file.path) else {
        return true
      }
      guard parts.count > 1 else { return false }
      let target = pages.first {
        parts[0].isEmpty
          ? $0.name == name : file == SourceTree.root.appendingPathComponent($0.name)
      }
      return target?.anchors.contains(String(parts[1])) != true
    }
  }
}

extension Page.Block {
  /// What nobody runs, a sentence each.
  fileprivate var faults: [String] {
    if name(of: "screen") != nil { return [] }
    switch language {
    case "sh", "python", "conf": return []
    case "text" where name(of: "file") != nil: return []
    case "console":
      guard !commands.isEmpty, text.split(separator: "\n").count == commands.count else {
        return ["\(place): what a program prints needs the mark of a screen."]
      }
      return commands.filter { !$0.isMade && !$0.isOfSession && !$0.opensScreen && !$0.installs }
        .map { "\(place): nobody runs “\($0)”." }
    default: return ["\(place): nobody runs a block of “\(language)”."]
    }
  }
}

/// Who runs a command behind a prompt.
extension String {
  /// Its target exists, and .ci/run makes it.
  var isMade: Bool { hasPrefix("make ") }

  /// The session tests run all of these.
  var isOfSession: Bool { hasPrefix("systemctl ") || hasPrefix("journalctl ") }

  /// It is opened in a terminal, and left by a key.
  var opensScreen: Bool {
    let screen =
      /memorize (--host (ada@)?desktop )?(practice|play( --against \w+)?|practice play)/
    return wholeMatch(of: screen) != nil
  }

  /// It installs one of our packages, which needs root and a system that may be changed.
  ///
  /// `make test-packages` installs the first one with apt, and builds files of all these names.
  var installs: Bool {
    [
      "sudo apt install ./memorize_*_amd64.deb", "sudo dnf install ./memorize-*.x86_64.rpm",
      "sudo zypper install --allow-unsigned-rpm ./memorize-*.x86_64.rpm",
      "sudo pacman -U memorize-*-x86_64.pkg.tar.zst",
    ].contains(self)
  }
}

/// The paths that match a pattern of the shell's.
private func glob(_ pattern: String) -> [String] {
  let found = try? Outcome("/bin/bash", ["-c", "compgen -G \"$1\"", "bash", pattern])
  return found.map { $0.output.split(separator: "\n").map(String.init) } ?? []
}
