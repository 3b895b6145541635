import ArgumentParser

/// The verb `practice config`.
struct ConfigVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Tells and changes the settings that the service keeps.",
    discussion: """
      questions-per-session (3 to 20), show-choices (yes, no), learning-enabled (yes, no: whether \
      answers change when a card is due), new-per-day (0 to 100), daily-reminder (yes, no), \
      daily-reminder-time (HH:MM) and scoring (classic, timed: of new games).
      """,
    subcommands: [ConfigGetVerb.self, ConfigSetVerb.self])
}

extension ServiceSetting {
  /// Takes a name.
  ///
  /// - Throws: `ValidationError` that lists them.
  init(argument: String) throws {
    guard let setting = ServiceSetting(rawValue: argument) else {
      let names = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("A setting is one of these: \(names).")
    }
    self = setting
  }
}
