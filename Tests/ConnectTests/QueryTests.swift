import TestSupport
import Testing

@testable import memorize_connect

@Suite struct QueryTests {
  /// By trying everything that `*` may stand for.
  private static func fits(_ text: ArraySlice<Character>, _ pattern: ArraySlice<Character>) -> Bool
  {
    guard let first = pattern.first else { return text.isEmpty }
    let rest = pattern.dropFirst()
    if first == "*" { return (0...text.count).contains { fits(text.dropFirst($0), rest) } }
    guard let character = text.first else { return false }
    return (first == "_" || first == character) && fits(text.dropFirst(), rest)
  }

  @Test func patternsFitWhatTheyStandFor() {
    var generator = SeededGenerator(for: "patternsFitWhatTheyStandFor")
    func random(_ letters: String, _ most: Int) -> String {
      String(
        (0..<Int.random(in: 0...most, using: &generator)).compactMap { _ in
          letters.randomElement(using: &generator)
        })
    }
    var fitting = 0
    for _ in 0..<rounds(2_000, ofAll: 50_000) {
      let (pattern, text) = (random("ab*_", 7), random("aB", 7))
      let expected = Self.fits(Array(text.lowercased())[...], Array(pattern)[...])
      #expect(TextPattern(pattern).matches(text) == expected, "\(pattern) \(text)")
      let anywhere = Self.fits(Array(text.lowercased())[...], Array("*\(pattern)*")[...])
      #expect(TextPattern(pattern).anywhere.matches(text) == anywhere, "*\(pattern)* \(text)")
      if expected { fitting += 1 }
    }
    #expect(fitting > 100)
  }

  @Test func casesAndEscapesAreThoseOfTools() {
    #expect(TextPattern("STRASSE").matches("straße") == TextPattern("straße").matches("STRASSE"))
    #expect(TextPattern("Äpfel").matches("äPFEL") && !TextPattern("apfel").matches("äpfel"))
    #expect(TextPattern(#"a\*b"#).matches("a*b") && !TextPattern(#"a\*b"#).matches("axb"))
    #expect(TextPattern(#"a\_\\"#).matches(#"a_\"#) && TextPattern(#"a\_\\"#).literal == #"a_\"#)
    #expect(TextPattern("a*").literal == nil && TextPattern("a_").literal == nil)
    #expect(TextPattern("Ab").literal == "Ab")
    #expect(TextPattern("_").matches("👨‍👩‍👧") && TextPattern("").matches(""))
    // Each star would try all ends again.
    let stars = TextPattern(String(repeating: "*a", count: 200) + "b")
    #expect(!stars.matches(String(repeating: "a", count: 20_000)))
  }

  @Test func termsAreGrouped() throws {
    func text(_ word: String) -> NoteQuery { .term(.text(TextPattern(word).anywhere)) }
    #expect(try NoteQuery("") == .all([]) && NoteQuery("  ") == .all([]))
    #expect(try NoteQuery("a") == text("a"))
    #expect(try NoteQuery("a b OR c") == .any([.all([text("a"), text("b")]), text("c")]))
    #expect(try NoteQuery("a (b or c)") == .all([text("a"), .any([text("b"), text("c")])]))
    #expect(try NoteQuery("-a and -(b)") == .all([.not(text("a")), .not(text("b"))]))
    #expect(try NoteQuery(#""a b""#) == text("a b") && NoteQuery("order") == text("order"))
    let deck = NoteQuery.term(.deck(TextPattern("A b::c")))
    for query in [#""deck:A b::c""#, #"deck:"A b::c""#, #"DECK:"A b::c""#] {
      #expect(try NoteQuery(query) == deck)
    }
    #expect(
      try NoteQuery("nid:1,2") == .term(.note([1, 2])) && NoteQuery("cid:x") == .term(.card([])))
    #expect(
      try NoteQuery(#""front:<b>a</b> \"b""#)
        == .term(.field(.front, TextPattern(#"a \"b"#))))
    let deep = [
      String(repeating: "-", count: 100_000) + "a", String(repeating: "(", count: 100_000),
    ]
    for query in deep + [
      "a OR", "OR a", "OR", "(a OR)", "-", "((a)", ")", "a)", #"""#, "x:y", ":a", "added:-1",
    ] {
      #expect(throws: Refusal.self) { try NoteQuery(query) }
    }
  }

  /// Whatever a tool sends, it gets an answer.
  @Test func anyTextIsReadOrRefused() {
    var generator = SeededGenerator(for: "anyTextIsReadOrRefused")
    let pieces = [
      "a", "(", ")", "\"", "-", ":", " ", "OR", "deck", "is", "\\", "*", "é", "\u{0}", "nid", ",",
    ]
    for _ in 0..<rounds(2_000, ofAll: 100_000) {
      let query = (0..<Int.random(in: 0...12, using: &generator)).compactMap { _ in
        pieces.randomElement(using: &generator)
      }.joined()
      _ = try? NoteQuery(query)
    }
  }

  @Test func onlyAsManyCardsAreReadAsANeedIs() throws {
    func candidates(_ query: String) throws -> [NoteQuery.Candidates] {
      try NoteQuery(query).candidates
    }
    #expect(try candidates("nid:1 deck:A") == [.numbers([1])])
    #expect(try candidates("deck:A added:1") == [.added(days: 1)])
    #expect(try candidates(#""deck:A" "front:x""#) == [.front("x")])
    #expect(try candidates("front:x* deck:A") == [.decks(TextPattern("A"))])
    #expect(try Set(candidates("front:x OR front:y")) == [.front("x"), .front("y")])
    #expect(try candidates("tag:a OR front:x OR b OR nid:1") == [.decks(nil)])
    #expect(try candidates("-nid:1") == [.decks(nil)] && candidates("") == [.decks(nil)])
  }
}
