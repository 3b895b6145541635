import DBus
import MemorizeBus
import Screens

extension ServiceConnection {
  /// Calls a method of the session, and reads the session after it.
  func practice<each I: BusType, each O: BusType>(
    after method: Method<
      PracticeContract.Service, Arguments<repeat each I>, Arguments<repeat each O>
    >, _ arguments: repeat each I
  ) throws(ProgramError) -> (answer: (repeat each O), practice: PracticeState) {
    let (answer, practice) = change(of: PracticeContract.self, method, repeat each arguments)
    return (try unwrap(answer), try unwrap(practice))
  }

  /// Changes the session, then prints the event and the next question, unless --quiet is given.
  func perform<each I: BusType, each O: BusType>(
    _ method: Method<
      PracticeContract.Service, Arguments<repeat each I>, Arguments<repeat each O>
    >, _ arguments: repeat each I, choices: ChoicesOption,
    event: (PracticeState) -> PracticeEvent
  ) throws {
    let practice = try state(
      of: PracticeContract.self, after: method, repeat each arguments)
    if let practice { try print(event(practice), practice, choices) }
  }

  /// The question in lines, with its choices if they are wanted or the settings show them.
  func questionText(
    of practice: PracticeState, wantsChoices: Bool
  ) throws(ProgramError) -> QuestionText {
    // Without choices there is nothing to hide.
    var showsChoices = wantsChoices || practice.choices.isEmpty
    if !showsChoices { showsChoices = try serviceSettings().showChoices }
    let name = practice.isFinished ? try profile().name : ""
    return QuestionText(practice: practice, showsChoices: showsChoices, name: name)
  }

  /// Prints the event, if there is one, and the question that is now asked.
  func print(
    _ event: PracticeEvent?, _ practice: PracticeState, _ choices: ChoicesOption
  ) throws {
    let question = try questionText(of: practice, wantsChoices: choices.choices)
    func line(_ text: String?) -> String { text.map { $0 + "\n" } ?? "" }
    try options.print(
      json: (event?.json ?? [:]).with(
        "practice", practice.json(showsChoices: question.showsChoices)),
      plain: line(event?.plain) + question.plain, text: line(event?.text) + question.text)
  }
}
