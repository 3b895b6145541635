import ArgumentParser
import DBus

/// The verb `practice config get`.
struct ConfigGetVerb: Verb, Request {
  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "Prints one setting, or all.",
    discussion: """
      One is its value alone. All are a line each, name and value; with --plain separated by a tab.
      """)

  @ArgumentParser.Argument(
    help: "The setting's name.", transform: ServiceSetting.init(argument:))
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
    switch options.form {
    case .json:
      let fields = values.map { ($0.setting.field, $0.value.json) }
      try Output.results.write(JSON.object([("settings", .object(fields))]).text + "\n")
    case .plain where name == nil:
      let lines = values.map { "\($0.setting.rawValue)\t\($0.value.text.harmless)\n" }
      try Output.results.write(lines.joined())
    case .text where name == nil:
      try Output.results.write(Columns(values.map { [$0.setting.rawValue, $0.value.text] }).text)
    case .plain, .text:
      try Output.results.write(values.map { $0.value.text.harmless + "\n" }.joined())
    }
  }
}
