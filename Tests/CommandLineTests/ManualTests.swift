import Foundation
import FoundationXML
import TestSupport
import Testing

/// The manual pages describe everything the programs can do, nothing else, in a form every manual
/// reader accepts.
@Suite(.timeLimit(.minutes(30))) struct ManualTests {
  static let pages = [
    "memorize.1", "memorize-connect.1", "memorize-notify.1", "memorized.8",
    "org.memorized.Memorize1.5",
  ]

  /// An option is written twice, in its declaration and in the page: what differs is found here.
  @Test func synopsesAndListsOfOptionsAreThoseOfTheDeclarations() throws {
    let page = try ManualPage("memorize.1")
    let all = page.items(in: page.section("OPTIONS FOR ALL VERBS")).values
    let board = page.items(in: page.section("BOARD OPTIONS")).values
    let described = page.subsections(of: "VERBS")
    let verbs = try DumpedVerb.all().filter { $0.verbs.isEmpty }
    #expect(described.map(\.name).sorted() == verbs.map(\.name).sorted())
    #expect(!board.isEmpty)
    for verb in verbs where verb.name != "help" {
      let lines = described.first { $0.name == verb.name }?.lines ?? []
      let (own, synopsis) = (page.items(in: lines).values, page.synopsis(in: lines))
      #expect(synopsis.values == own && synopsis.places == verb.places, "\(verb.name)")
      let others = lines.contains(".Sx BOARD OPTIONS .") ? all.merging(board) { $1 } : all
      #expect(Set(own.keys).isDisjoint(with: others.keys), "\(verb.name)")
      #expect(own.merging(others) { $1 } == verb.values, "\(verb.name)")
    }
  }

  @Test(arguments: ServiceProgram.allCases)
  func everyOptionOfAServiceStandsInItsPage(program: ServiceProgram) throws {
    let page = try ManualPage(program.page)
    #expect(Set(page.items(in: page.lines).values.keys) == (try program.options()))
  }

  @Test func everyMemberOfTheInterfacesStandsInThePage() throws {
    let page = try ManualPage("org.memorized.Memorize1.5")
    let files = try SourceTree.interfaceFiles()
    let described = page.subsections(of: "INTERFACES")
    #expect(!files.isEmpty)
    #expect(
      described.map(\.name).sorted()
        == files.map { $0.deletingPathExtension().lastPathComponent }.sorted()
    )
    for file in files {
      let lines = described.first { file.lastPathComponent == $0.name + ".xml" }?.lines ?? []
      let items = lines.filter { $0.hasPrefix(".It Ic ") }.map(page.plain)
      #expect(items.sorted() == (try BusMember.items(of: file)).sorted())
    }
  }

  @Test(arguments: pages) func readersOfManualsReportNoFault(page: String) throws {
    let path = try ManualPage(page).path
    let commands = [
      ["mandoc", "-T", "lint", "-W", "warning", path],
      ["groff", "-mdoc", "-ww", "-Tutf8", "-z", path],
      ["groff", "-mdoc", "-ww", "-Tascii", "-z", path],
    ]
    for command in commands {
      let outcome = try Outcome(command[0], Array(command.dropFirst()))
      #expect(outcome.code == 0)
      #expect((outcome.output + outcome.errors).isEmpty, "\(command)")
    }
  }

  /// The version stands in one place of the sources.
  @Test(arguments: pages) func thePageNamesNoVersion(page: String) throws {
    let lines = try ManualPage(page).lines
    #expect(lines.contains(".Os Memorize"))
    let version = try Outcome(Programs.memorize, ["--version"]).output.split(separator: " ")[1]
    #expect(!lines.contains { $0.contains(version.dropLast()) })
  }

  /// In the order that mdoc(7) gives; sections of our own may stand anywhere.
  @Test(arguments: pages) func theSectionsStandInTheUsualOrder(page: String) throws {
    let usual = [
      "NAME", "SYNOPSIS", "DESCRIPTION", "ENVIRONMENT", "FILES", "EXIT STATUS", "EXAMPLES",
      "DIAGNOSTICS", "ERRORS", "SEE ALSO",
    ]
    let sections = try ManualPage(page).lines.filter { $0.hasPrefix(".Sh ") }
      .map { String($0.dropFirst(4)) }.filter(usual.contains)
    #expect(sections == usual.filter(sections.contains))
    #expect(sections.contains("EXAMPLES"))
  }
}

/// A manual page as it is written, in mdoc(7).
struct ManualPage {
  let path: String
  let lines: [String]

  init(_ name: String) throws {
    path = SourceTree.root.path + "/man/" + name
    lines = try SourceTree.text("man/" + name)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  func section(_ name: String) -> [String] {
    lines.drop { $0 != ".Sh " + name }.dropFirst().prefix { !$0.hasPrefix(".Sh ") }.map { $0 }
  }

  func subsections(of section: String) -> [(name: String, lines: [String])] {
    var parts: [(name: String, lines: [String])] = []
    for line in self.section(section) {
      if line.hasPrefix(".Ss ") {
        parts.append((String(line.dropFirst(4)), []))
      } else if !parts.isEmpty {
        parts[parts.count - 1].lines.append(line)
      }
    }
    return parts
  }

  /// Long options with the names of their values, and the names of other arguments.
  typealias Arguments = (values: [String: String], places: [String])

  /// The arguments that the lists explain.
  func items(in lines: [String]) -> Arguments {
    arguments(lines.filter { $0.hasPrefix(".It Fl ") })
  }

  /// The arguments of a verb's synopsis.
  func synopsis(in lines: [String]) -> Arguments {
    let macros = [".Nm", ".Cm", ".Op", ".Fl", ".Ar", ".Pp"]
    return arguments(lines.prefix { line in macros.contains { line.hasPrefix($0) } })
  }

  private func arguments(_ lines: some Sequence<String>) -> Arguments {
    // `Fl -theme Ar theme`, `Fl -scoring Cm classic | timed`, and `Ar name color faces ...`.
    let option = /Fl (-[a-z-]+)(?: (?:Ar|Cm) ([a-z0-9]+(?: \| [a-z0-9]+)*))?/
    let place = /Ar ([a-z ]+[a-z])( \.\.\.)?/
    var (values, places): Arguments = ([:], [])
    for line in lines {
      for match in line.matches(of: option) {
        values["-" + match.output.1] = match.output.2.map(String.init) ?? ""
      }
      guard let match = line.replacing(option, with: "").firstMatch(of: place) else { continue }
      places += match.output.1.split(separator: " ").map(String.init)
      places[places.count - 1] += match.output.2 ?? ""
    }
    return (values, places)
  }

  /// A display among the examples, as it is written and as the reader sees it.
  struct Example {
    let source: [String]
    let text: String
  }

  var examples: [Example] {
    var examples: [Example] = []
    var source: [String]?
    for line in section("EXAMPLES") {
      if line.hasPrefix(".Bd ") {
        source = []
      } else if line == ".Ed", let lines = source {
        examples.append(Example(source: lines, text: lines.map(plain).joined(separator: "\n")))
        source = nil
      } else {
        source?.append(line)
      }
    }
    return examples
  }

  /// A line as the reader sees it.
  func plain(_ line: String) -> String {
    var text = line
    let escapes = [
      ("\\-", "-"), ("\\(aq", "'"), ("\\(->", "->"), ("\\(ti", "~"), ("\\(ha", "^"), ("\\e", "\\"),
    ]
    for (escape, character) in escapes {
      text = text.replacing(escape, with: character)
    }
    return text
  }
}

/// A member of an interface, as its item in the page is written.
private enum BusMember {
  /// The items of an interface's file.
  static func items(of file: URL) throws -> [String] {
    let document = try XMLDocument(contentsOf: file, options: [])
    let interface = try #require(document.rootElement()?.elements(forName: "interface").first)
    return (interface.children ?? []).compactMap { $0 as? XMLElement }.compactMap(item)
  }

  private static func item(_ member: XMLElement) -> String? {
    let name = member.attribute("name")
    switch member.name {
    case "method":
      let ways = ["in", "out"].map { way in arguments(of: member) { $0 == way } }
      return ".It Ic \(name) No \"(\(ways[0])) -> (\(ways[1]))\""
    case "signal":
      return ".It Ic \(name) No \"(\(arguments(of: member) { _ in true }))\""
    case "property":
      let change = member.elements(forName: "annotation")
        .first { $0.attribute("name").hasSuffix(".EmitsChangedSignal") }?.attribute("value")
      let remark =
        switch change {
        case "const": ", constant"
        case "true": ""
        default: ", without PropertiesChanged"
        }
      return ".It Ic \(name) No \"\(member.attribute("type"))\(remark)\""
    default: return nil
    }
  }

  private static func arguments(of member: XMLElement, going: (String) -> Bool) -> String {
    member.elements(forName: "arg").filter { going($0.attribute("direction")) }
      .map { $0.attribute("type") + " " + $0.attribute("name") }.joined(separator: ", ")
  }
}

extension XMLElement {
  /// Empty if it is missing.
  fileprivate func attribute(_ name: String) -> String {
    attribute(forName: name)?.stringValue ?? ""
  }
}
