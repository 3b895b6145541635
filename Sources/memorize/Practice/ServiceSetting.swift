import ArgumentParser
import DBus
import MemorizeBus

/// A setting that the service keeps, as the command line names and writes it.
struct ServiceSetting {
  static let all = UserSettings.fields.map(ServiceSetting.init)

  let field: Field<UserSettings>

  var name: String { field.description.name }
  /// What it can be set to, if there is a list.
  var choices: [String] {
    if field.description.type == Bool.signature { return ["yes", "no"] }
    guard case .among(let texts) = field.description.limit else { return [] }
    return texts
  }

  private init(_ field: Field<UserSettings>) { self.field = field }

  /// Takes a name; else it lists them.
  init(argument: String) throws {
    guard let setting = Self.all.first(where: { $0.name == argument }) else {
      let names = Self.all.map(\.name).joined(separator: ", ")
      throw ValidationError("A setting is one of these: \(names).")
    }
    self = setting
  }

  /// The value that a person has written; the service refuses one that is out of range.
  func value(of text: String) throws(ProgramError) -> Value {
    let type = field.description.type
    let plainText = type == Bool.signature ? ["yes": "true", "no": "false"][text] : text
    guard let value = plainText.flatMap(field.description.value) else {
      let wanted = type == Bool.signature ? "yes or no" : "a whole number"
      throw ProgramError(
        .usage, name: "Usage", "“\(text)” is no value for \(name), which is \(wanted).")
    }
    return value
  }

  /// A value as people write it.
  func text(of value: Value) -> String {
    if case .boolean(let truth) = value { truth ? "yes" : "no" } else { value.plainText }
  }
}
