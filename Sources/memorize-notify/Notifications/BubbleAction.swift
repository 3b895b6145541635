internal import PlainText
internal import Practice
internal import Translation

/// A question at the time it was asked.
///
/// With only the number, a late click could answer a question of another session.
struct AskedQuestion: Equatable {
  /// The revision at which it was asked.
  let since: UInt64
  /// Its number in the session, which is sent with each answer.
  let number: UInt32
}

extension Bubble {
  enum Action: Equatable {
    case newGame
    case play
    /// `choice` is counted from 0.
    case answer(AskedQuestion, choice: UInt32, label: String)
    /// An answer typed in the bubble; empty in the bubble itself, which offers to type one.
    case reply(AskedQuestion, String)
    case showChoices(AskedQuestion)
    case reveal(AskedQuestion)
    case grade(AskedQuestion, Rating, label: String)
    case stop(AskedQuestion)
    case practiceInTerminal
    /// Repeats the session that was finished at a revision.
    case again(UInt64)
    /// Resumes the session, or starts one with all that is due.
    case practice
    /// Starts a session of the last deck although nothing is due.
    case practiceAnyway
    case later

    /// The server returns it with the chosen action.
    ///
    /// It is the same for each question, so that a key binding can name it. A click that arrives
    /// before the server's reply belongs to the previous question.
    var key: String { words.key }
    var label: String { words.label }

    private var words: (key: String, label: String) {
      switch self {
      case .newGame: ("new-game", tr("New game", context: "button"))
      case .play: ("play", tr("Play", context: "button"))
      case .answer(_, let choice, let label): ("answer-\(choice + 1)", label)
      // The key that makes a server show a field; the question follows from the bubble.
      case .reply: ("inline-reply", tr("Answer", context: "button"))
      case .showChoices: ("choices", tr("Show choices", context: "button"))
      case .reveal: ("reveal", tr("Reveal", context: "button"))
      case .grade(_, let grade, let label): ("grade-\(grade.rawValue)", label)
      case .stop: ("stop", tr("Stop", context: "button"))
      case .practiceInTerminal: ("terminal", tr("Practice in the terminal", context: "button"))
      case .again: ("again", tr("Again", context: "button"))
      case .practice: ("practice", tr("Practice", context: "button"))
      case .practiceAnyway: ("practice-anyway", tr("Practice anyway", context: "button"))
      case .later: ("later", tr("Later", context: "button"))
      }
    }
  }
}

extension Bubble.Action {
  /// Whether it is typed, not clicked.
  var isReply: Bool { if case .reply = self { true } else { false } }
}

extension Bubble {
  /// The action of a reply; nil if this bubble takes none, or nothing was typed.
  func reply(_ text: String) -> Action? {
    // A text longer than any answer stays too long, so that the service refuses it.
    let typed = WrittenText.trimmed(WrittenText.harmless(text, upTo: WordCard.maximumBytes))
    if typed.isEmpty { return nil }
    for case .reply(let asked, _) in actions { return .reply(asked, typed) }
    return nil
  }
}
