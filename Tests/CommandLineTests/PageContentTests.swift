import MemorizeBus
import TestSupport
import Testing

@testable import Screens
@testable import memorize

/// What the pages list is what the programs have.
@Suite struct PageContentTests {
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
