/// A question as it is asked at one time.
///
/// With the number alone a click that comes late could answer the question of another session.
struct AskedQuestion: Equatable {
  /// The revision since which it is asked.
  let since: UInt64
  /// Its number in the session, which goes with each answer.
  let number: UInt32

  fileprivate var key: String { "\(since)-\(number)" }
}

extension Bubble {
  /// What the user can do from a bubble.
  enum Action: Equatable {
    case newGame
    case play
    /// Answers a question by a choice, counted from 0.
    case answer(AskedQuestion, choice: UInt32, label: String)
    case showChoices(AskedQuestion)
    case reveal(AskedQuestion)
    case grade(AskedQuestion, Grade)
    /// Goes on with the session in a terminal.
    case practiseInTerminal
    /// Starts the session that was finished by a revision once more.
    case again(UInt64)
    case practise
    case later

    /// The server returns it when the action was chosen; it names one question, so that a click on a
    /// bubble that has been replaced is recognised.
    var key: String {
      switch self {
      case .newGame: "new-game"
      case .play: "play"
      case .answer(let asked, let choice, _): "answer-\(asked.key)-\(choice)"
      case .showChoices(let asked): "choices-\(asked.key)"
      case .reveal(let asked): "reveal-\(asked.key)"
      case .grade(let asked, let grade): "grade-\(asked.key)-\(grade.rawValue)"
      case .practiseInTerminal: "terminal"
      case .again(let revision): "again-\(revision)"
      case .practise: "practise"
      case .later: "later"
      }
    }

    var label: String {
      switch self {
      case .newGame: "New game"
      case .play: "Play"
      case .answer(_, _, let label): label
      case .showChoices: "Show choices"
      case .reveal: "Show answer"
      case .grade(_, let grade): grade.label
      case .practiseInTerminal: "Practise in the terminal"
      case .again: "Again"
      case .practise: "Practise"
      case .later: "Later"
      }
    }
  }

  /// How well a revealed answer was remembered, by the service's numbers.
  enum Grade: UInt32, CaseIterable {
    case again = 1
    case hard
    case good
    case easy

    fileprivate var label: String {
      switch self {
      case .again: "Again"
      case .hard: "Hard"
      case .good: "Good"
      case .easy: "Easy"
      }
    }
  }
}
