import Foundation

/// A page with screens: each is a fenced block right below a comment that names it, as in
/// `<!-- screen: board -->`.
struct ReadmeScreens {
  let page: String

  /// A screen as the page has it.
  struct Screen {
    let name: String
    let text: String
    /// Where the text stands, between the fences.
    let place: Range<String.Index>
  }

  var screens: [Screen] {
    page.matches(of: /(?ms)^<!-- screen: ([a-z-]+) -->\n```[a-z]+\n(.*?)^```$/).map {
      Screen(
        name: String($0.output.1), text: String($0.output.2),
        place: $0.output.2.startIndex..<$0.output.2.endIndex)
    }
  }

  /// The page with the screens that the programs show, by their names.
  func showing(_ shown: [String: String]) -> String {
    var written = page
    // From the end, so that places before stay where they are.
    for screen in screens.reversed() {
      guard let text = shown[screen.name] else { continue }
      written.replaceSubrange(screen.place, with: text + "\n")
    }
    return written
  }

  /// What differs from the screens that the programs show, a sentence each.
  func faults(against shown: [String: String]) -> [String] {
    let names = screens.map(\.name)
    var faults: [String] = []
    // A comment that is not quite one, or stands above no block, would not be compared at all.
    let marks = page.matches(of: /(?m)^[ \t]*<!--[ \t]*screen\b/).count
    if marks != names.count {
      faults.append("\(marks - names.count) of \(marks) marks have no block below.")
    }
    for (name, places) in Dictionary(grouping: names, by: \.self) where places.count > 1 {
      faults.append("“\(name)” stands there \(places.count) times.")
    }
    for name in Set(names).subtracting(shown.keys) {
      faults.append("“\(name)” is shown by no program.")
    }
    for name in Set(shown.keys).subtracting(names) {
      faults.append("“\(name)” is not on the page.")
    }
    for screen in screens {
      guard let text = shown[screen.name], screen.text != text + "\n" else { continue }
      faults.append("“\(screen.name)” has\n\(screen.text)and the programs show\n\(text)")
    }
    return faults.sorted()
  }
}
