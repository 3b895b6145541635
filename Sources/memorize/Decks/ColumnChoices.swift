import ArgumentParser
import DeckImport
import PlainText
import Screens
import UserFiles

extension FieldChoice: ExpressibleByArgument {
  package init(argument: String) {
    self = Int(argument).map(Self.number) ?? .name(argument)
  }
}

/// What the sides of cards are taken from, in a kind of file.
enum ColumnKind {
  case column, language, field

  fileprivate func missing(_ number: Int, in file: InputFile) -> String {
    switch self {
    case .column: english("\(file.name) has no column number \(number).")
    case .language: english("\(file.name) has no language number \(number).")
    case .field: english("\(file.name) has no field number \(number).")
    }
  }

  fileprivate func missing(_ name: String, in file: InputFile) -> String {
    switch self {
    case .column: english("\(file.name) has no column “\(name)”.")
    case .language: english("\(file.name) has no language “\(name)”.")
    case .field: english("\(file.name) has no field “\(name)”.")
    }
  }
}

/// The columns that the command line chooses.
struct ColumnChoices {
  var front: FieldChoice?
  var back: FieldChoice?
  var pronunciation: FieldChoice?
  var note: FieldChoice?
  var sound: FieldChoice?
  var picture: FieldChoice?

  private var all: [(option: String, choice: FieldChoice)] {
    [
      ("--front", front), ("--back", back), ("--pronunciation", pronunciation), ("--note", note),
      ("--sound", sound), ("--picture", picture),
    ].compactMap { option, choice in choice.map { (option, $0) } }
  }

  /// Throws for one of some options, which are not for this kind of file.
  func refuse(
    _ options: String..., because reason: (_ option: String) -> String
  ) throws(ProgramError) {
    for (option, _) in all where options.contains(option) {
      throw ProgramError.usage(reason(option))
    }
  }

  /// Whether a column is chosen by its name.
  var hasNames: Bool {
    all.contains { if case .name = $0.choice { true } else { false } }
  }

  /// Throws a `ValidationError` for choices that no file can have.
  func check() throws {
    let numbers = TextImport.Columns.numbers
    for (option, choice) in all {
      if case .number(let number) = choice, !numbers.contains(number) {
        throw ValidationError(
          english("\(option) takes a number from 1 to \(numbers.upperBound), or a column's name."))
      }
    }
    if let front, front == back { throw ValidationError(Self.equalColumns) }
  }

  /// The numbers of the chosen columns or languages among `names`.
  ///
  /// A table may have more columns than its first row; a vocabulary has no other languages.
  func numbers(
    of kind: ColumnKind, in names: [String], _ file: InputFile
  ) throws(ProgramError) -> TextImport.Columns {
    func number(_ choice: FieldChoice?) throws(ProgramError) -> Int? {
      switch choice {
      case nil: return nil
      case .number(let number):
        if kind == .column || names.isEmpty || number <= names.count { return number }
        throw Self.unknown(kind.missing(number, in: file), among: names)
      case .name(let name):
        let key = WrittenText.caselessKey(name)
        if let place = names.firstIndex(where: { WrittenText.caselessKey($0) == key }) {
          return place + 1
        }
        throw Self.unknown(kind.missing(name, in: file), among: names)
      }
    }
    let columns = TextImport.Columns(
      front: try number(front), back: try number(back), pronunciation: try number(pronunciation),
      note: try number(note), sound: try number(sound), picture: try number(picture))
    if let front = columns.front, front == columns.back {
      throw ProgramError.usage(Self.equalColumns)
    }
    return columns
  }

  private static let equalColumns = english("--front and --back must be different columns.")
  private static let shownNames = 20

  private static func unknown(_ message: String, among names: [String]) -> ProgramError {
    let shown = names.prefix(shownNames).enumerated().map { "\($0 + 1) \($1)" }
    let list = shown.joined(separator: ", ") + (names.count > shown.count ? ", …" : "")
    return ProgramError.usage(
      message,
      hint: names.isEmpty
        ? english("It has no named columns.") : english("It has these: \(list)."))
  }
}
