import DBus
import MemorizeBus

extension PracticeFacts {
  /// Takes what a view needs of the answer of GetAll.
  ///
  /// Another service may tell texts and choices without end; of those the beginning is taken.
  ///
  /// - Parameter properties: the properties.
  /// - Throws: `UnknownProperty` where one is missing or of another type.
  init(of properties: Properties<PracticeContract.Service>) throws(BusError) {
    func read<T: BusType>(
      _ property: Property<PracticeContract.Service, T>
    ) throws(BusError) -> T {
      guard let value = properties[property] else { throw ProgramError.unfitting }
      return value
    }
    self.init()
    revision = try read(PracticeContract.revision)
    state = try read(PracticeContract.state)
    deck = try read(PracticeContract.deck).bounded
    mode = try read(PracticeContract.mode).bounded
    direction = try read(PracticeContract.direction).bounded
    questionNumber = try read(PracticeContract.questionNumber)
    question = try read(PracticeContract.question).bounded
    pronunciation = try read(PracticeContract.pronunciation).bounded
    choices = try read(PracticeContract.choices).prefix(9).map(\.bounded)
    questions = try read(PracticeContract.questions)
    answered = try read(PracticeContract.answered)
    wrong = try read(PracticeContract.wrong)
    firstTry = try read(PracticeContract.firstTry)
    due = try read(PracticeContract.due)
    new = try read(PracticeContract.new)
  }

  /// Whether a question waits for its answer or its grade.
  var isOn: Bool { state == "asking" || state == "revealed" }

  /// Where the session is, as `3/5`; after the last question as many as there were.
  var place: String {
    isOn ? "\(questionNumber)/\(questions)" : "\(answered)/\(questions)"
  }

  /// Whether the same question is asked as in others, and shown in the same way.
  func isSameQuestion(as other: PracticeFacts) -> Bool {
    questionNumber == other.questionNumber && question == other.question
      && choices == other.choices && mode == other.mode
  }
}

extension String {
  /// As much as any side of a card can have, and no more.
  var bounded: String { utf8.count > 1024 ? String(prefix(1024)) : self }
}
