import Foundation

@testable import TerminalKit

/// Pages with screens: each is a fenced block right below a comment that names it, as in
/// `<!-- screen: board -->`.
struct PageScreens {
  var pages: [Page]

  /// A screen as a page has it.
  struct Screen {
    let name: String
    let text: String
    /// Where the text stands, between the fences.
    let place: Range<String.Index>
  }

  static func screens(of page: Page) -> [Screen] {
    page.text.matches(of: /(?ms)^<!-- screen: ([a-z-]+) -->\n```[a-z]+\n(.*?)^```$/).map {
      Screen(
        name: String($0.output.1), text: String($0.output.2),
        place: $0.output.2.startIndex..<$0.output.2.endIndex)
    }
  }

  /// The pages with the screens that the programs show, by their names.
  func showing(_ shown: [String: String]) -> [Page] {
    pages.map { page in
      var written = page
      // From the end, so that places before stay where they are.
      for screen in Self.screens(of: page).reversed() {
        guard let text = shown[screen.name] else { continue }
        written.text.replaceSubrange(screen.place, with: text + "\n")
      }
      return written
    }
  }

  /// What differs from the screens that the programs show, a sentence each.
  func faults(against shown: [String: String]) -> [String] {
    var faults: [String] = []
    for page in pages {
      // A comment that is not quite one, or stands above no block, would not be compared at all.
      let marks = page.text.matches(of: /(?m)^[ \t]*<!--[ \t]*screen\b/).count
      let count = Self.screens(of: page).count
      if marks != count {
        faults.append("\(page.name): \(marks - count) of \(marks) marks have no block below.")
      }
    }
    let screens = pages.flatMap { Self.screens(of: $0) }
    let names = screens.map(\.name)
    for name in Set(names).subtracting(shown.keys) {
      faults.append("“\(name)” is shown by no program.")
    }
    for name in Set(shown.keys).subtracting(names) {
      faults.append("“\(name)” is on no page.")
    }
    for screen in screens {
      guard let text = shown[screen.name], screen.text != text + "\n" else { continue }
      faults.append("“\(screen.name)” has\n\(screen.text)and the programs show\n\(text)")
    }
    return faults.sorted()
  }
}
