import ArgumentParser
import DBus
import MemorizeBus

/// The verb `practice config set`.
struct ConfigSetVerb: Verb, Request {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Changes a setting, for every view.")

  @ArgumentParser.Argument(
    help: "The setting's name.", transform: ServiceSetting.init(argument:))
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
    switch options.form {
    case .json:
      let report: JSON = ["settings": .object([(name.field, setting.json)])]
      try Output.results.write(report.text + "\n")
    case .plain, .text:
      try Output.results.write("set: \(name.rawValue) \(setting.text)".harmless + "\n")
    }
  }
}
