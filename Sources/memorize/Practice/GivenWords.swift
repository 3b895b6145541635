import DBus
import MemorizeBus

/// An answer as it was typed behind the verb `answer`.
struct GivenWords {
  /// What was typed, with a space between two words.
  let text: String

  /// Gives it to the service.
  func answer(
    _ number: UInt32?, in practice: PracticeState, over connection: ServiceConnection
  ) throws(ProgramError) -> (event: PracticeEvent, practice: PracticeState) {
    let number = number ?? practice.questionNumber
    let isMeant = practice.isOn && number == practice.questionNumber
    // What is meant for another question is the service's to refuse: this is no choice of any.
    var choice: UInt32? = isMeant ? nil : .max
    var answer = text
    if isMeant, practice.mode == "choices" {
      let place = try place(among: practice.choices)
      (choice, answer) = (UInt32(place), practice.choices[place])
    }
    let (isCorrect, after) = try connection.changePractice {
      (service: Proxy, done: @escaping (Result<Bool, BusError>) -> Void) in
      if let choice {
        service.call(
          PracticeContract.answer, of: PracticeContract.interface, number, choice, completion: done)
      } else {
        service.call(
          PracticeContract.answerText, of: PracticeContract.interface, number, text,
          completion: done)
      }
    }
    let event = PracticeEvent.answered(
      number: number, question: practice.question, answer: answer, isCorrect: isCorrect)
    return (event, after)
  }

  /// The place of the choice that is meant, from 0: a number from 1, or else the text of one.
  private func place(among choices: [String]) throws(ProgramError) -> Int {
    let isNumber = text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    if isNumber, let number = Int(text), choices.indices.contains(number - 1) { return number - 1 }
    if let place = choices.firstIndex(of: text) { return place }
    throw ProgramError(
      .refused, name: "NoSuchChoice",
      "The question has no choice “\(text)”: give a number from 1 to \(choices.count), or the exact "
        + "text of a choice.")
  }
}
