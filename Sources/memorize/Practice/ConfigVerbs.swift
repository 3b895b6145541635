import ArgumentParser
import DBus
import MemorizeBus

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

/// The verb `practice config get`.
struct ConfigGetVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "Prints one setting, or all.",
    discussion: """
      One is its value alone. All are a line each, name and value; with --plain separated by a tab.
      """)

  @ArgumentParser.Argument(
    help: "The setting's name.", completion: .list(ServiceSetting.allCases.map(\.rawValue)),
    transform: ServiceSetting.init(argument:))
  var name: ServiceSetting?

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let read = try connection.serviceSettings()
    var values: [(setting: ServiceSetting, value: ServiceSetting.Setting)] = []
    do throws(BusError) {
      for setting in name.map({ [$0] }) ?? ServiceSetting.allCases {
        values.append((setting, try setting.read(read)))
      }
    } catch {
      throw connection.explain(error)
    }
    let json = JSON.object(values.map { ($0.setting.field, $0.value.json) })
    if name != nil {
      let text = values.map { $0.value.text.harmless }.joined()
      return try options.print(json: ["settings": json], line: text)
    }
    let rows = values.map { [$0.setting.rawValue, $0.value.text.harmless] }
    try options.print(
      json: ["settings": json], plain: rows.tabbed, text: TextTable(rows: rows).text())
  }
}

/// The verb `practice config set`.
struct ConfigSetVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Changes a setting, for every view.")

  @ArgumentParser.Argument(
    help: "The setting's name.", completion: .list(ServiceSetting.allCases.map(\.rawValue)),
    transform: ServiceSetting.init(argument:))
  var name: ServiceSetting

  @ArgumentParser.Argument(help: "Its new value: a number, yes or no, HH:MM, classic or timed.")
  var value: String

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let setting = try name.setting(from: value)
    let connection = try ServiceConnection(options)
    try connection.wait { service, done in
      service.set(
        name.property, of: SettingsContract.interface, to: setting.value, completion: done)
    }
    guard !options.isQuiet else { return }
    try options.print(
      json: ["settings": .object([(name.field, setting.json)])],
      line: "set: \(name.rawValue) \(setting.text)".harmless)
  }
}

extension ServiceSetting {
  /// Takes a name; else it lists them.
  fileprivate init(argument: String) throws {
    guard let setting = ServiceSetting(rawValue: argument) else {
      let names = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("A setting is one of these: \(names).")
    }
    self = setting
  }
}
