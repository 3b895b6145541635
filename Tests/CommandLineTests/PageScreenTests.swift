import Foundation
import TestSupport
import Testing

/// The screens on the pages are what the programs show.
@Suite(.timeLimit(.minutes(30))) struct PageScreenTests {
  @Test func screensAreWhatTheProgramsShow() throws {
    let shown = try ShownScreens.all()
    if ProcessInfo.processInfo.environment["MEMORIZE_WRITE_SCREENS"] == "1" {
      for page in PageScreens(pages: try Page.all()).showing(shown) {
        try page.text.write(
          to: SourceTree.root.appendingPathComponent(page.name), atomically: true, encoding: .utf8)
      }
    }
    let faults = PageScreens(pages: try Page.all()).faults(against: shown)
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
    // A screen that no program shows, or that is on no page.
    ("screen: two", "screen: three", "“three” is shown by no program."),
    ("screen: two", "screen: three", "“two” is on no page."),
  ]) func aChangeIsAFault(part: String, other: String, fault: String) {
    #expect(Self.screens(on: Self.page).faults(against: Self.shown).isEmpty)
    let page = Self.page.replacing(part, with: other)
    #expect(page != Self.page)
    let faults = Self.screens(on: page).faults(against: Self.shown)
    #expect(faults.contains { $0.contains(fault) }, "\(faults)")
    if fault == "and the programs show" {
      #expect(Self.screens(on: page).showing(Self.shown).map(\.text) == [Self.page])
    }
  }

  @Test func othersAreLeftWhenOneIsWrittenAnew() {
    let pages = Self.screens(on: Self.page).showing(["one": "a\nb\nc\nd", "three": "third"])
    #expect(pages.map(\.text) == [Self.page.replacing("first\n\n  line", with: "a\nb\nc\nd")])
  }

  @Test func eachPageHasItsOwnScreens() {
    let pages = [Page(name: "a", text: Self.page), Page(name: "b", text: "Words.\n")]
    #expect(PageScreens(pages: pages).faults(against: Self.shown).isEmpty)
    let swapped = PageScreens(pages: pages.reversed()).showing(["two": "2"]).map(\.text)
    #expect(swapped == ["Words.\n", Self.page.replacing("$ second", with: "2")])
  }

  private static func screens(on page: String) -> PageScreens {
    PageScreens(pages: [Page(name: "page", text: page)])
  }
}
