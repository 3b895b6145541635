import Foundation
import TestSupport
import Testing

@testable import Translation

/// The catalogues in `po`.
@Suite struct CataloguesTests {
  private static func path(_ name: String) -> String {
    SourceTree.root.appendingPathComponent("po/" + name).path
  }

  @Test func eachIsListed() throws {
    let files = try Outcome("find", [Self.path(""), "-name", "*.po", "-printf", "%f\\n"]).output
    let names = files.split(separator: "\n").map { String($0.dropLast(3)) }.sorted()
    #expect(try TestLanguage.all == names)
  }

  /// No text is without a translation, or has one that was made for another text.
  @Test(arguments: try TestLanguage.all) func eachIsComplete(language: String) throws {
    let path = Self.path(language + ".po")
    let compared = try Outcome("msgcmp", [path, Self.path("memorize.pot")])
    #expect(compared.code == 0, "Run “make po”, and translate what is new.\n\(compared.errors)")
    let checked = try Outcome("msgfmt", ["--check", "-o", "/dev/null", path])
    #expect(checked.code == 0, "\(checked.errors)")
    let obsolete = try Outcome("msgattrib", ["--only-obsolete", path])
    #expect(obsolete.output.isEmpty)
  }

  /// What the programs would not show.
  @Test(arguments: try TestLanguage.all) func eachTranslationFits(language: String) throws {
    let file = try #require(try CatalogueFile(TestLanguage(language).compiled))
    var count = 0
    for message in file.messages where !message.originals[0].isEmpty {
      count += 1
      let text = message.originals[0].split(separator: "\u{4}").last.map(String.init) ?? ""
      let other = message.originals.count > 1 ? message.originals[1] : text
      for form in message.translations {
        let fits = Catalogue.fitting(form, Template(text), Template(other)) != nil
        #expect(fits, "\(language): \(form)")
      }
    }
    #expect(count > 2_000)
  }
}
