internal import CellDrawing
internal import PlainText
internal import Translation

/// What `--help` of a service prints, in the user's language.
package struct ServiceHelp {
  private static let width = 80

  private let about: String
  private let details: [String]
  private let options: [(name: String, about: String)]
  private let status: String

  /// `details` are paragraphs, `options` those that not every service has, and `status` says what its exit
  /// statuses mean.
  package init(
    _ about: String, details: [String], options: [(name: String, about: String)], status: String
  ) {
    (self.about, self.details, self.options, self.status) = (about, details, options, status)
  }

  func text(_ name: String) -> String {
    let all =
      options + [
        (
          "--log-level LEVEL",
          // First, for completion.
          [LogLevel.names + ".", tr("The least severe level to log (default: info).")].sentencesText
        ), ("--help", tr("Show help information.")), ("--version", tr("Print the version.")),
      ]
    let above = [about, tr("Usage: {line}", ["line": "\(name) [<option> …]"])] + details
    let heading = tr("{title}:", ["title": tr("Options", context: "heading")])
    var lines = above.flatMap { $0.paragraphs(width: Self.width) + [""] }
    lines += [heading] + Explanation.lines(of: all.map { Explanation($0, $1) }, width: Self.width)
    lines += [""] + status.paragraphs(width: Self.width)
    return lines.joined(separator: "\n")
  }
}
