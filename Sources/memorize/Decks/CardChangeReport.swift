import PlainText
import Screens
import TerminalKit
import ThemeFiles
import Translation

/// What a verb changed, and what it could not change.
struct CardChangeReport {
  private let name: String
  private let deck: String?
  var ids: [UInt64]
  /// The names of whole decks that were changed.
  var decks: [String] = []
  var faults: [FileFault] = []
  /// The error that interrupted the change.
  var error: ProgramError?

  init(_ name: String, _ ids: [UInt64], of deck: String? = nil) {
    (self.name, self.ids, self.deck) = (name, ids, deck)
  }

  /// Prints a line, and the faults on standard error; scripts read the change before `plain`.
  func print(
    _ options: Options, plain: @autoclosure () -> String, text: @autoclosure () -> String
  ) throws {
    try print(options, plain: ids.isEmpty ? [] : [plain()], text: ids.isEmpty ? [] : [text()])
  }

  func print(
    _ options: Options, plain: @autoclosure () -> [String], text: @autoclosure () -> [String]
  ) throws {
    if options.form == .json {
      try Output.results.write(json.text + "\n")
    } else {
      for fault in faults {
        Output.messages.print(ReportedFault(fault, in: tr("standard input")).text)
      }
      if !options.isQuiet {
        let lines = options.form == .plain ? plain().map { "\(name): \($0)" } : text()
        try Output.results.write(lines.map(\.harmless).lines)
      }
    }
    if let error {
      // With --json it is already in the object.
      throw options.form == .json ? error.reported(options, asJSON: false) : error
    }
    guard faults.isEmpty else { throw ExitStatus.refused }
  }

  private var json: JSON {
    let fields = JSON.object(deck.map { [("deck", .string($0))] } ?? [])
      .with("change", .string(name)).with("ids", .array(ids.map { .integer($0) }))
    let listed = faults.map { ReportedFault($0, in: "standard input").json }
    return fields.with("decks", decks.isEmpty ? nil : .array(decks.map { .string($0) }))
      .with("faults", listed.isEmpty ? nil : .array(listed))
      .with("error", error?.fields ?? (faults.isEmpty ? nil : faultError.fields))
  }

  private var faultError: ProgramError {
    ProgramError(.refused, name: "InvalidCard", DeckText.notAdded(lines: faults.count))
  }
}
