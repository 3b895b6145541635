import Foundation
import TestSupport
import Testing

/// The README's screens are what the programs show.
@Suite(.timeLimit(.minutes(30))) struct ReadmeScreenTests {
  @Test func screensAreWhatTheProgramsShow() throws {
    let shown = try ShownScreens.all()
    if ProcessInfo.processInfo.environment["MEMORIZE_WRITE_SCREENS"] == "1" {
      let page = try SourceTree.text("README.md")
      try ReadmeScreens(page: page).showing(shown).write(
        to: SourceTree.root.appendingPathComponent("README.md"), atomically: true, encoding: .utf8)
    }
    let page = try SourceTree.text("README.md")
    let faults = ReadmeScreens(page: page).faults(against: shown)
    #expect(
      faults.isEmpty, "“make screens” writes them anew.\n\(faults.joined(separator: "\n"))")
  }

  private static let page = """
    Some words on `<!-- screen: one -->`.

    <!-- screen: one -->
    ```text
    first

      line
    ```

    ```text
    no screen
    ```
    <!-- screen: two -->
    ```console
    $ second
    ```

    """
  private static let shown = ["one": "first\n\n  line", "two": "$ second"]

  @Test(arguments: [
    // A screen that differs.
    ("first", "First", "and the programs show"), ("  line", " line", "and the programs show"),
    ("  line", "  line ", "and the programs show"),
    ("\n\n  line", "\n  line", "and the programs show"),
    ("  line\n", "  line\n\n", "and the programs show"),
    ("$ second\n", "", "and the programs show"),
    // A mark that names no block.
    ("screen: two", "screen two", "1 of 2 marks"), ("screen: two", "screen: Two", "1 of 2 marks"),
    ("two -->\n", "two -->\n\n", "1 of 2 marks"),
    ("two -->\n", "two -->\nWords.\n", "1 of 2 marks"),
    ("```console", "    ```console", "1 of 2 marks"),
    ("<!-- screen: two", "  <!--screen: two", "1 of 2 marks"),
    // A screen that no program shows, or that stands there twice.
    ("screen: two", "screen: three", "“three” is shown by no program."),
    ("screen: two", "screen: three", "“two” is not on the page."),
    ("screen: two", "screen: one", "“one” stands there 2 times."),
  ]) func aChangeIsAFault(part: String, other: String, fault: String) {
    #expect(ReadmeScreens(page: Self.page).faults(against: Self.shown).isEmpty)
    let page = Self.page.replacing(part, with: other)
    #expect(page != Self.page)
    let faults = ReadmeScreens(page: page).faults(against: Self.shown)
    #expect(faults.contains { $0.contains(fault) }, "\(faults)")
    if fault == "and the programs show" {
      #expect(ReadmeScreens(page: page).showing(Self.shown) == Self.page)
    }
  }

  @Test func othersAreLeftWhenOneIsWrittenAnew() {
    let page = ReadmeScreens(page: Self.page).showing(["one": "a\nb\nc\nd", "three": "third"])
    #expect(page == Self.page.replacing("first\n\n  line", with: "a\nb\nc\nd"))
  }
}
