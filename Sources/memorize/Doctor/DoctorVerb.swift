import ArgumentParser
import Doctor
import PlainText
import Screens
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
  static let examples = ["memorize doctor", "memorize doctor --seen"]

  @Flag(help: "Do not mention the databases set aside so far again.")
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
          english("The list of what you have seen was not saved: \(error.reason)."))
      }
    }
    // What cannot be read is reported by “theme check”.
    let report = Findings.gather(options, NamedMedia { _, _ in }).report
    try options.print(
      json: report.json, plain: report.plain,
      text: report.text(width: Terminal(color: options.color).knownColumns, options.palette))
    guard report.exitStatus == .done else { throw report.exitStatus }
  }
}
