import ArgumentParser

/// The verb `doctor`.
struct DoctorVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract:
      "Looks at bus, service, unit, storage, notifications and terminal, and says what to do.",
    discussion: """
      A line a check: ok, note, warn or FAULT, and below it what to do. The service is not started. \
      With --plain status (ok, note, warning, fault), check, text and what to do, separated by \
      tabs. --timeout is for all checks together.

      Notes and warnings end with 0. A fault ends with what other verbs would end with: 3 where the \
      bus cannot be reached or the service not be started, 4 where one of them does not answer, 7 \
      where the versions do not fit, 1 for the rest. Of several faults the first in this order \
      counts: 3, 4, 7, 1.
      """)

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let report = Findings.gather(options).report
    switch options.form {
    case .json: try Output.results.write(report.json.text + "\n")
    case .plain: try Output.results.write(report.plain)
    case .text: try Output.results.write(report.text)
    }
    guard report.exitStatus == .done else { throw report.exitStatus }
  }
}
