import ArgumentParser
import CellDrawing
import DBus
import MemorizeBus
import PlainText
import Practice
import Screens

struct ConfigVerb: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Print and change the settings of the service.",
    discussion: """
      The settings are:
      questions-per-session: questions in a session, \(PracticeSettings.questionRange.text)
      show-choices: yes or no, whether choices are shown with the question
      learning-enabled: yes or no, whether answers change when a card is due
      new-per-day: new cards per day in due sessions, \(PracticeSettings.newPerDayRange.text)
      most-reviews: due cards asked in a day, \(PracticeSettings.mostReviewsRange.text), the others \
      wait and new ones with them; 0 for no bound
      spread: yes or no, whether a review may come a little earlier or later, on a day with fewer
      easy-days: days of the week with fewer reviews, and their share of a usual day's, 0 to 1, such as \
      sat,sun=0.5, or none; with spread
      retention: the chance that you remember a card when it is due, 0.7 to 0.97
      maximum-interval: the longest time until a card is due again, in days
      parameters: the 21 parameters of FSRS-6, separated by white space or commas, or published
      day-start: HH:MM, local time at which a day starts and its cards are due
      daily-reminder: yes or no, whether there is a reminder on days without a session
      daily-reminder-time: HH:MM, local time of the reminder
      scoring: classic or timed, for new games
      faces: large or text, how screens draw faces and short questions
      show-flips: yes or no, whether notifications show cards that are turned up
      show-questions: yes or no, whether notifications show the questions of all sessions
      question-every: minutes between questions through the day, \
      \(DayQuestions.periodRange.text), or 0 for none
      quiet-hours: HH:MM-HH:MM, local time without such questions, or none
      accents: strict, nearly or lenient, whether a typed answer without the right accents is wrong, \
      asked for once more, or right
      reading: with-question or with-answer, when the pronunciation of a card is shown
      speak: off, questions, answers or both, which sides of cards without a sound are spoken
      sound: all, answers or off, which sounds of cards are played
      sound-player: the program that plays sounds, with its arguments, or usual
      """,
    subcommands: [ConfigGetVerb.self, ConfigSetVerb.self])
  static let examples = [
    "memorize practice config get", "memorize practice config set daily-reminder yes",
  ]
}

struct ConfigGetVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "get", abstract: "Print one setting, or all.",
    discussion: """
      For one setting, print its value alone; for all, a line each, name and value, with --plain \
      separated by a tab.
      """)
  static let examples = [
    "memorize practice config get", "memorize practice config get new-per-day",
  ]

  @Argument(
    help: "The setting's name.", completion: .list(UserSettings.fields.map(\.name)),
    transform: ServiceSetting.init(argument:))
  var name: ServiceSetting?

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let settings = try connection.serviceSettings()
    if let name {
      let value = name.get(settings)
      let line = name.text(of: value).harmless + "\n"
      return try options.print(
        json: ["settings": name.json(of: value)], plain: line, text: line)
    }
    let rows = UserSettings.fields.map { [$0.name, $0.text(of: $0.get(settings))] }
    try options.print(
      json: ["settings": JSON(settings)], plain: rows.tabbed, text: TextTable(rows: rows).text())
  }
}

struct ConfigSetVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Change a setting for all clients.")
  static let examples = [
    "memorize practice config set daily-reminder yes",
    "memorize practice config set daily-reminder-time 18:30",
  ]

  @Argument(
    help: "The setting's name.", completion: .list(UserSettings.fields.map(\.name)),
    transform: ServiceSetting.init(argument:))
  var name: ServiceSetting

  @Argument(
    help: """
      Its new value: a number, several numbers in quotes, yes or no, HH:MM, classic or timed, \
      large or text, strict, nearly or lenient, with-question or with-answer, HH:MM-HH:MM or none, days such as \
      sat,sun=0.5 or none, off, questions, answers, both or all, a player's command or usual.
      """)
  var value: String

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let new = try name.value(of: value)
    let connection = try ServiceConnection(options)
    try connection.set(name.description.property, to: new)
    guard !options.isQuiet else { return }
    let line = "set: \(name.name) \(name.text(of: new))".harmless + "\n"
    try options.print(json: ["settings": name.json(of: new)], plain: line, text: line)
  }
}

/// A setting of the service, as the command line names and writes it.
typealias ServiceSetting = Field<UserSettings>

extension ServiceSetting {
  var name: String { description.name }
  /// The allowed values; empty if there is no list.
  var choices: [String] {
    if description.type == Bool.signature { return ["yes", "no"] }
    if let emptyValue { return [emptyValue] }
    guard case .among(let texts) = description.limit else { return [] }
    return texts
  }

  /// The word for an empty value; nil if there is none.
  private var emptyValue: String? {
    switch description.limit {
    case .parameters: "published"
    case .quietHours, .easyDays: "none"
    case .line: "usual"
    default: nil
    }
  }

  init(argument: String) throws {
    guard let setting = UserSettings.fields.first(where: { $0.name == argument }) else {
      let names = UserSettings.fields.map(\.name).joined(separator: ", ")
      throw ValidationError("The settings are \(names).")
    }
    self = setting
  }

  /// The service rejects a value that is out of range.
  func value(of text: String) throws(ProgramError) -> Value {
    let type = description.type
    let plainText =
      type == Bool.signature
      ? ["yes": "true", "no": "false"][text] : text == emptyValue ? "" : text
    guard let value = plainText.flatMap(description.value),
      // An empty argument may be an unset shell variable.
      emptyValue == nil || text == emptyValue || !value.plainText.isEmpty
    else {
      throw ProgramError.usage(
        "“\(text)” is not a value for \(name).", hint: "It takes \(wanted).")
    }
    return value
  }

  private var wanted: String {
    switch (description.limit, description.type) {
    case (_, Bool.signature): "yes or no"
    case (_, Double.signature): "a number, such as 0.9"
    case (_, [Double].signature):
      "numbers, separated by white space or commas, or “\(emptyValue ?? "")”"
    case (.easyDays, _): "days with their shares, such as sat,sun=0.5, or “none”"
    case (.line, _): "a program with its arguments, such as “mpv --volume=50”, or “usual”"
    case (_, String.signature): "HH:MM-HH:MM, such as 22:00-08:00, or “\(emptyValue ?? "")”"
    default: "a whole number"
    }
  }

  func text(of value: Value) -> String {
    if case .boolean(let truth) = value { return truth ? "yes" : "no" }
    return value.plainText.isEmpty ? emptyValue ?? "" : value.plainText
  }

  fileprivate func json(of value: Value) -> JSON { [description.jsonKey: JSON(value)] }
}

extension ServiceConnection {
  /// Changes a setting for all clients.
  func set(_ property: MemberName, to value: Value) throws(ProgramError) {
    try wait { $0.set(property, of: SettingsContract.interface, to: value, completion: $1) }
  }
}
