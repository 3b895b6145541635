import Foundation
import TestSupport
import Testing

/// The README's screens are what the programs show.
@Suite(.timeLimit(.minutes(30))) struct ReadmeScreenTests {
  @Test func screensAreWhatTheProgramsShow() throws {
    let file = SourceTree.root.appendingPathComponent("README.md")
    let shown = try ShownScreens.all()
    if ProcessInfo.processInfo.environment["MEMORIZE_WRITE_SCREENS"] == "1" {
      let page = try String(contentsOf: file, encoding: .utf8)
      try ReadmeScreens(page: page).showing(shown).write(
        to: file, atomically: true, encoding: .utf8)
    }
    let page = try String(contentsOf: file, encoding: .utf8)
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

  private func faults(_ page: String, _ shown: [String: String]) -> [String] {
    ReadmeScreens(page: page).faults(against: shown)
  }

  @Test func equalScreensHaveNoFault() {
    #expect(faults(Self.page, Self.shown).isEmpty)
    #expect(ReadmeScreens(page: Self.page).showing(Self.shown) == Self.page)
  }

  @Test(arguments: [
    ("first", "First"), ("  line", " line"), ("  line", "  line "), ("\n\n  line", "\n  line"),
    ("  line\n", "  line\n\n"), ("$ second\n", ""),
  ]) func aChangeIsAFault(part: String, other: String) {
    let changed = Self.page.replacing(part, with: other)
    #expect(changed != Self.page)
    let faults = faults(changed, Self.shown)
    #expect(faults.count == 1)
    #expect(faults.first?.contains("and the programs show") == true)
    #expect(ReadmeScreens(page: changed).showing(Self.shown) == Self.page)
  }

  @Test func aScreenNeedsAMakerAndAMakerAScreen() {
    #expect(faults(Self.page, ["one": "first\n\n  line"]) == ["“two” is shown by no program."])
    let more = Self.shown.merging(["three": "third"]) { $1 }
    #expect(faults(Self.page, more) == ["“three” is not on the page."])
    #expect(faults("", [:]).isEmpty)
  }

  @Test(arguments: [
    ("screen: two", "screen two"), ("screen: two", "screen: Two"), ("two -->\n", "two -->\n\n"),
    ("two -->\n", "two -->\nWords.\n"), ("```console", "    ```console"),
    ("<!-- screen: two", "  <!--screen: two"),
  ]) func aMarkThatNamesNoBlockIsAFault(part: String, other: String) {
    let faults = faults(Self.page.replacing(part, with: other), Self.shown)
    #expect(
      faults == ["1 of 2 marks have no block below.", "“two” is not on the page."])
  }

  @Test func aScreenStandsThereOnce() {
    #expect(faults(Self.page + Self.page, Self.shown).count == 2)
  }

  @Test func othersAreLeftWhereOneIsWrittenAnew() {
    let page = ReadmeScreens(page: Self.page).showing(["one": "a\nb\nc\nd", "three": "third"])
    #expect(page == Self.page.replacing("first\n\n  line", with: "a\nb\nc\nd"))
  }
}
