import Foundation
import TestSupport
import Testing

/// The screens on the pages are what the programs show: each is a fenced block right below a comment
/// that names it, as in `<!-- screen: board -->`.
@Suite(.timeLimit(.minutes(30))) struct PageScreenTests {
  @Test func screensAreWhatTheProgramsShow() throws {
    let shown = try ShownScreens.all()
    let writes = ProcessInfo.processInfo.environment["MEMORIZE_WRITE_SCREENS"] == "1"
    let screen = /(?ms)^<!-- screen: ([a-z-]+) -->\n(```[a-z]+\n)(.*?)^```$/
    var names: Set<String> = []
    for page in try Page.all() {
      let written = page.text.replacing(screen) { match in
        let (name, old) = (String(match.output.1), String(match.output.3))
        names.insert(name)
        let text = shown[name].map { $0 + "\n" } ?? old
        #expect(writes || text == old, "“make screens” writes “\(name)” anew:\n\(text)")
        return "<!-- screen: \(name) -->\n\(match.output.2)\(text)```"
      }
      // A comment that is not quite one, or stands above no block, would not be compared at all.
      let marks = page.text.matches(of: /(?m)^[ \t]*<!--[ \t]*screen\b/).count
      #expect(marks == page.text.matches(of: screen).count, "\(page.name)")
      guard writes else { continue }
      try written.write(
        to: SourceTree.root.appendingPathComponent(page.name), atomically: true, encoding: .utf8)
    }
    #expect(names == Set(shown.keys), "each on a page, and shown by a program")
  }
}
