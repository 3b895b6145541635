import DBus
import MemorizeBus

extension ServiceConnection {
  func practice() throws(ProgramError) -> PracticeState {
    try state(of: PracticeContract.self)
  }

  func changePractice<T>(
    _ change: Call<T>
  ) throws(ProgramError) -> (answer: T, practice: PracticeState) {
    let (answer, practice) = self.change(of: PracticeContract.self, change)
    return (try take(answer), try take(practice))
  }

  func serviceSettings() throws(ProgramError) -> UserSettings {
    try state(of: SettingsContract.self)
  }

  func profile() throws(ProgramError) -> Profile {
    try state(of: ProfileContract.self)
  }

  /// The session's question in lines, with its choices if the option or the settings ask for them.
  func questionText(
    of practice: PracticeState, wantsChoices: Bool
  ) throws(ProgramError) -> QuestionText {
    var showsChoices = wantsChoices
    if !wantsChoices, !practice.choices.isEmpty {
      showsChoices = try serviceSettings().showChoices
    }
    let name = practice.isFinished ? try profile().name : ""
    return QuestionText(practice: practice, showsChoices: showsChoices, name: name)
  }

  /// Changes the session by a call, and prints the event and the next question.
  func step<T>(
    _ event: PracticeEvent, _ options: Options, _ choices: ChoicesOption,
    _ change: Call<T>
  ) throws {
    let (_, practice) = try changePractice(change)
    if !options.isQuiet { try print(event, practice, options, choices) }
  }

  /// Prints the event, if there is one, and the question that is now asked.
  func print(
    _ event: PracticeEvent?, _ practice: PracticeState, _ options: Options, _ choices: ChoicesOption
  ) throws {
    let question = try questionText(of: practice, wantsChoices: choices.choices)
    let line = event.map { $0.line(practice) + "\n" } ?? ""
    let done: JSON = .object(event?.json.map { [($0.name, $0.value)] } ?? [])
    // Without choices there is nothing to hide.
    let showsChoices = question.showsChoices || practice.choices.isEmpty
    try options.print(
      json: done.with("practice", practice.json(showsChoices: showsChoices)),
      plain: line + question.plain, text: line + question.text)
  }
}
