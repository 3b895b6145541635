package import CellDrawing
import PlainText
package import Screens
import Translation

/// A line of the report, and below it what to do.
struct Check: Equatable {
  enum Status: Equatable {
    case ok
    /// Worth knowing; nothing is wrong.
    case note
    /// Something works less well than it could.
    case warning
    /// Something does not work; other verbs would exit with this status.
    case fault(ExitStatus)

    /// The word for scripts, and the severity.
    fileprivate var presentation: (name: String, severity: Int) {
      switch self {
      case .ok: ("ok", 0)
      case .note: ("note", 1)
      case .warning: ("warning", 2)
      case .fault: ("fault", 3)
      }
    }

    /// The word for people.
    fileprivate var mark: String {
      switch self {
      // Translators: the four words before the lines of “memorize doctor” are short.
      case .ok: tr("ok", context: "mark")
      case .note: tr("note", context: "mark")
      case .warning: tr("warn", context: "mark")
      case .fault: tr("FAULT", context: "mark")
      }
    }

    /// The cells that the widest word for people takes.
    fileprivate static var markWidth: Int {
      [.ok, .note, .warning, .fault(.unexpected)].map(\Self.mark.cells).reduce(0, max)
    }

    fileprivate func paint(_ palette: Palette) -> Paint {
      switch self {
      case .ok: palette.ink(.green)
      case .note: palette.quiet
      case .warning: palette.ink(.amber)
      case .fault: palette.ink(.red)
      }
    }
  }

  let status: Status
  /// Made in English.
  let text: String
  /// What to do, made in English; empty if there is nothing to do.
  let fix: String

  init(_ status: Status, _ text: String, fix: String = "") {
    (self.status, self.text, self.fix) = (status, text, fix)
  }
}

/// The checks in the order in which they are printed; one subject may have several, or none.
package struct Report {
  let rows: [(subject: String, check: Check)]

  /// Only the first cause counts: without a bus there is no service, without a reply no version.
  package var exitStatus: ExitStatus {
    [.notAvailable, .timedOut, .versions, .unexpected].first { exit in
      rows.contains { $0.check.status == .fault(exit) }
    } ?? .done
  }

  /// For people, broken at words into lines of `width` cells, if that is known; without a palette it
  /// has no colors.
  package func text(width: Int? = nil, _ palette: Palette? = nil) -> String {
    let indent = Check.Status.markWidth + 1
    let arrow = String(repeating: " ", count: indent) + "→"
    return rows.flatMap { subject, check in
      let paint = palette.map(check.status.paint)
      let (text, fix) = (translatedSentence(check.text), translatedSentence(check.fix))
      // Translators: {subject} is what “memorize doctor” has checked, {text} is a sentence.
      let line = tr(
        "{subject}: {text}",
        ["subject": translated(subject, context: "check"), "text": text])
      return Self.lines(line, after: check.status.mark, paint, indent: indent, width)
        + Self.lines(fix, after: arrow, nil, indent: indent + 2, width)
    }.lines
  }

  /// All lines begin at `indent`, the first one after the mark.
  private static func lines(
    _ text: String, after mark: String, _ paint: Paint?, indent: Int, _ width: Int?
  ) -> [String] {
    let lines = text.harmless.paragraphs(width: width ?? .max, indent: indent)
    return lines.prefix(1).map { mark.painted(paint) + $0.dropFirst(mark.cells) }
      + lines.dropFirst()
  }

  package var plain: String {
    rows.map { subject, check in
      [check.status.presentation.name, subject, check.text, check.fix]
    }.tabbed
  }

  package var json: JSON {
    let checks: [JSON] = rows.map { subject, check in
      [
        "name": .string(subject), "status": .string(check.status.presentation.name),
        "text": .string(check.text), "fix": .string(check.fix),
      ]
    }
    let worst = rows.map(\.check.status.presentation).max { $0.severity < $1.severity }
    return ["checks": .array(checks), "worst": .string(worst?.name ?? "ok")]
  }
}
