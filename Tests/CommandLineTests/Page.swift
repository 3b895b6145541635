import Foundation
import TestSupport

/// A page of the documentation: the README, CONTRIBUTING, or one in `docs/`.
struct Page {
  /// Its path below the root of the sources.
  let name: String
  let text: String

  /// The names of all pages, in the order of their text.
  static var names: [String] {
    let path = SourceTree.root.appendingPathComponent("docs").path
    let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let pages = files.filter { $0.hasSuffix(".md") }.sorted().map { "docs/" + $0 }
    return ["README.md", "README.ko.md", "CONTRIBUTING.md"] + pages
  }

  static func all() throws -> [Page] { try names.map { try Page($0) } }

  init(_ name: String) throws { (self.name, text) = (name, try SourceTree.text(name)) }

  /// A fenced block.
  struct Block {
    /// Where the fence stands.
    let place: String
    let language: String
    /// What the comment right above says, such as `screen: board`; empty without one.
    let mark: String
    let text: String

    /// The lines behind a prompt, without it, if it is a console.
    var commands: [String] {
      guard language == "console" else { return [] }
      return text.split(separator: "\n").filter { $0.hasPrefix("$ ") }
        .map { String($0.dropFirst(2)) }
    }

    /// The name in a mark of that kind.
    func name(of kind: String) -> String? {
      mark.hasPrefix(kind + ": ") ? String(mark.dropFirst(kind.count + 2)) : nil
    }
  }

  /// The blocks, and the text without them.
  private var parts: (blocks: [Block], prose: [String]) {
    var (blocks, prose): ([Block], [String]) = ([], [])
    var open: (place: String, language: String, mark: String, lines: [Substring])?
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      if let block = open {
        if line == "```" {
          let text = block.lines.map { $0 + "\n" }.joined()
          blocks.append(
            Block(place: block.place, language: block.language, mark: block.mark, text: text))
          open = nil
        } else {
          open?.lines.append(line)
        }
      } else if line.hasPrefix("```") {
        let mark = prose.last?.wholeMatch(of: /<!-- (.+) -->/).map { String($0.output.1) } ?? ""
        open = ("\(name):\(number + 1)", String(line.dropFirst(3)), mark, [])
      } else {
        prose.append(String(line))
      }
    }
    return (blocks, prose)
  }

  var blocks: [Block] { parts.blocks }

  /// The lines outside blocks.
  var prose: [String] { parts.prose }

  /// What is set as code within sentences and tables.
  var codes: [String] {
    prose.joined(separator: "\n").matches(of: /`([^`]+)`/)
      .map { String($0.output.1).replacing("\n", with: " ") }
  }

  /// The targets of links and pictures.
  var links: [String] {
    let text = prose.joined(separator: "\n").replacing(/`[^`]*`/, with: "")
    return text.matches(of: /\]\(([^)\s]+)\)/).map { String($0.output.1) }
      + text.matches(of: /<(https?:[^>]*)>/).map { String($0.output.1) }
  }

  /// What a link can name within the page, as web sites of repositories make it of headings.
  var anchors: Set<String> {
    Set(
      prose.compactMap { $0.firstMatch(of: /^#+ (.+)$/)?.output.1 }.map { heading in
        String(
          heading.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
            .map { $0 == " " ? "-" : $0 })
      })
  }
}
