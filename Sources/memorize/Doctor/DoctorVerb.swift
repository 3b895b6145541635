import ArgumentParser
import CellDrawing
import PlainText
import TerminalKit
import UserFiles

struct DoctorVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Find out what does not work, and how to fix it.",
    discussion: """
      Check the bus, the service, its files and storage, the notifier and the terminal. Print a \
      line for each check, marked ok, note, warn or FAULT, with what to do below it. The \
      service is not started. It also says which databases were set aside, until you have seen \
      them. With --plain, print status (ok, note, warning, fault), check, text \
      and what to do, separated by tabs. --timeout applies to all checks together.

      If there are only notes and warnings, the exit status is 0. For a fault it is that of other \
      verbs: 3 if the bus cannot be reached or the service cannot be started, 4 if one of them \
      does not answer, 7 if the versions are incompatible, 1 for anything else. With several \
      faults the first in this order counts: 3, 4, 7, 1.
      """)

  @Flag(help: "Say no more of databases that were set aside until now.")
  var seen = false

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    if let host = options.host { try RemoteVerb(on: host, options).run() }
    if seen {
      do {
        try Storage.markSeen()
      } catch {
        throw ProgramError(
          .unexpected, name: "File",
          "The list of what you have seen was not saved: \(error.reason).")
      }
    }
    let report = Findings.gather(options).report
    try options.print(
      json: report.json, plain: report.plain,
      text: report.text(width: Terminal(color: options.color).knownColumns))
    guard report.exitStatus == .done else { throw report.exitStatus }
  }
}

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

    /// The word for scripts, the one for people, and the severity.
    fileprivate var presentation: (name: String, mark: String, severity: Int) {
      switch self {
      case .ok: ("ok", "ok   ", 0)
      case .note: ("note", "note ", 1)
      case .warning: ("warning", "warn ", 2)
      case .fault: ("fault", "FAULT", 3)
      }
    }
  }

  let status: Status
  let text: String
  /// What to do; empty if there is nothing to do.
  let fix: String

  init(_ status: Status, _ text: String, fix: String = "") {
    (self.status, self.text, self.fix) = (status, text, fix)
  }
}

/// The checks in the order in which they are printed; one subject may have several, or none.
struct Report {
  let rows: [(subject: String, check: Check)]

  /// Only the first cause counts: without a bus there is no service, without a reply no version.
  var exitStatus: ExitStatus {
    [.notAvailable, .timedOut, .versions, .unexpected].first { exit in
      rows.contains { $0.check.status == .fault(exit) }
    } ?? .done
  }

  /// Broken at words into lines of `width` cells, if that is known.
  func text(width: Int? = nil) -> String {
    rows.flatMap { subject, check in
      let mark = check.status.presentation.mark + " "
      return Self.lines("\(subject): \(check.text)", after: mark, width)
        + Self.lines(check.fix, after: "      → ", width)
    }.lines
  }

  /// The lines after the first begin where its text does.
  private static func lines(_ text: String, after mark: String, _ width: Int?) -> [String] {
    let indent = mark.count
    let lines = text.harmless.paragraphs(width: width ?? .max, indent: indent)
    return lines.prefix(1).map { mark + $0.dropFirst(indent) } + lines.dropFirst()
  }

  var plain: String {
    rows.map { subject, check in
      [check.status.presentation.name, subject, check.text, check.fix]
    }.tabbed
  }

  var json: JSON {
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
