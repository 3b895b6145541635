import Testing

@testable import memorize

@Suite struct ShellWordsTests {
  private static let lines: [(String, [String])] = [
    ("flip 0 5", ["flip", "0", "5"]), ("  a\tb  ", ["a", "b"]), ("", []), ("# a", []),
    ("a # b", ["a"]), ("a#b", ["a#b"]), ("a '' b", ["a", "", "b"]), ("'a b'", ["a b"]),
    ("a'b c'd", ["ab cd"]), (#""a \"b\" \x""#, [#"a "b" \x"#]), (#"'a\'"#, [#"a\"#]),
    (##"a\ b \#c"##, ["a b", "#c"]), (#""'" '"'"#, ["'", "\""]), ("'#'", ["#"]), ("a\r", ["a"]),
    (#""$HOME" * `x`"#, ["$HOME", "*", "`x`"]),
  ]

  @Test(arguments: lines) func wordsAreThoseOfAShell(line: String, words: [String]) throws {
    #expect(try ShellWords.split(line) == words)
  }

  @Test(arguments: [
    ("a 'b", ShellWords.Fault.unclosed("'")), ("\"", .unclosed("\"")), ("a\\", .trailingBackslash),
  ]) func whatIsOpenIsAFault(line: String, fault: ShellWords.Fault) {
    #expect(throws: fault) { try ShellWords.split(line) }
  }
}
