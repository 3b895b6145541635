import ArgumentParser
import CellDrawing
import DBus
import MemorizeBus
import PlainText
import Practice
import Screens
import Translation

struct ConfigVerb: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: "Print and change the settings of the service.",
    subcommands: [ConfigGetVerb.self, ConfigSetVerb.self])
  static var details: String? { SettingsText.all }
  static let examples = [
    "memorize practice config get", "memorize practice config set daily-reminder yes",
  ]
}

/// What the settings are, for people.
private enum SettingsText {
  static var all: String {
    let lines = settings.map { name, about in
      // Translators: {setting} is the name of a setting, {about} what it is.
      tr("{setting}: {about}", ["setting": name, "about": about])
    }
    return ([tr("The settings are:")] + lines).joined(separator: "\n")
  }

  // The words that are typed as values stay as they are.
  private static var settings: [(name: String, about: String)] {
    let (questions, new) = (PracticeSettings.questionRange, PracticeSettings.newPerDayRange)
    let (reviews, minutes) = (PracticeSettings.mostReviewsRange, DayQuestions.periodRange)
    return [
      (
        "questions-per-session",
        tr(
          "questions in a session, {least} to {most}",
          ["least": questions.lowerBound, "most": questions.upperBound])
      ),
      // Translators: yes and no are typed, and stay as they are; so in all settings.
      ("show-choices", tr("yes or no, whether choices are shown with the question")),
      ("learning-enabled", tr("yes or no, whether answers change when a card is due")),
      (
        "new-per-day",
        tr(
          "new cards per day in due sessions, {least} to {most}",
          ["least": new.lowerBound, "most": new.upperBound])
      ),
      (
        "most-reviews",
        tr(
          """
          due cards asked in a day, {least} to {most}, the others wait and new ones with them; 0 \
          for no bound
          """, ["least": reviews.lowerBound, "most": reviews.upperBound])
      ),
      (
        "spread",
        tr(
          """
          yes or no, whether a review may come a little earlier or later, on a day with fewer
          """)
      ),
      (
        "easy-days",
        // Translators: sat, sun, none and spread stay as they are.
        tr(
          """
          days of the week with fewer reviews, and their share of a usual day's, 0 to 1, such as \
          sat,sun=0.5, or none; with spread
          """)
      ),
      ("retention", tr("the chance that you remember a card when it is due, 0.7 to 0.97")),
      ("maximum-interval", tr("the longest time until a card is due again, in days")),
      (
        "parameters",
        // Translators: published is typed, and stays as it is.
        tr("the 21 parameters of FSRS-6, separated by white space or commas, or published")
      ),
      ("day-start", tr("HH:MM, local time at which a day starts and its cards are due")),
      (
        "daily-reminder",
        tr("yes or no, whether there is a reminder on days without a session")
      ),
      ("daily-reminder-time", tr("HH:MM, local time of the reminder")),
      // Translators: classic and timed are typed, and stay as they are.
      ("scoring", tr("classic or timed, for new games")),
      // Translators: large and text are typed, and stay as they are.
      ("faces", tr("large or text, how screens draw faces and short questions")),
      ("show-flips", tr("yes or no, whether notifications show cards that are turned up")),
      (
        "show-questions",
        tr("yes or no, whether notifications show the questions of all sessions")
      ),
      (
        "question-every",
        tr(
          "minutes between questions through the day, {least} to {most}, or 0 for none",
          ["least": minutes.lowerBound, "most": minutes.upperBound])
      ),
      // Translators: none is typed, and stays as it is.
      ("quiet-hours", tr("HH:MM-HH:MM, local time without such questions, or none")),
      (
        "accents",
        // Translators: strict, nearly and lenient are typed, and stay as they are.
        tr(
          """
          strict, nearly or lenient, whether a typed answer without the right accents is wrong, \
          asked for once more, or right
          """)
      ),
      (
        "reading",
        // Translators: with-question and with-answer are typed, and stay as they are.
        tr("with-question or with-answer, when the pronunciation of a card is shown")
      ),
      (
        "speak",
        // Translators: the four words at the beginning are typed, and stay as they are.
        tr("off, questions, answers or both, which sides of cards without a sound are spoken")
      ),
      // Translators: all, answers and off are typed, and stay as they are.
      ("sound", tr("all, answers or off, which sounds of cards are played")),
      (
        "sound-player",
        // Translators: usual is typed, and stays as it is.
        tr("the program that plays sounds, with its arguments, or usual")
      ),
    ]
  }
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
    let (setting, value) = (name.name, name.text(of: new))
    try options.print(
      json: ["settings": name.json(of: new)], plain: "set: \(setting) \(value)".harmless + "\n",
      // Translators: a setting was set to a value.
      text: tr("set: {setting} {value}", ["setting": setting, "value": value]).harmless + "\n")
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
      throw ValidationError(english("The settings are \(names)."))
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
      let fault = ParserMessage.invalid(value: text, place: name, reason: nil)
      throw ProgramError.usage(fault.sentence, hint: wanted)
    }
    return value
  }

  private var wanted: String {
    let word = emptyValue ?? ""
    return switch (description.limit, description.type) {
    case (_, Bool.signature): english("It takes yes or no.")
    case (_, Double.signature): english("It takes a number, such as 0.9.")
    case (_, [Double].signature):
      english("It takes numbers, separated by white space or commas, or “\(word)”.")
    case (.easyDays, _):
      english("It takes days with their shares, such as sat,sun=0.5, or “none”.")
    case (.line, _):
      english(
        "It takes a program with its arguments, such as “mpv --volume=50”, or “usual”.")
    case (_, String.signature):
      english("It takes HH:MM-HH:MM, such as 22:00-08:00, or “\(word)”.")
    default: english("It takes a whole number.")
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
