public import DBus

/// What a transition of the practice session was made of, as its signals told it.
public struct PracticeTransition: Equatable, Sendable {
  /// A response: `AnswerGiven`.
  public struct Response: Equatable, Sendable {
    /// The number of the question.
    public let number: UInt32
    /// Whether it was right.
    public let isCorrect: Bool
    /// The side that was asked.
    public let question: String
    /// The answer that was given; empty where the question was given up or graded.
    public let answer: String
  }

  /// What the session came to: `SessionFinished`.
  public struct Result: Equatable, Sendable {
    /// How many questions it had.
    public let questions: UInt32
    /// How many responses were wrong.
    public let wrong: UInt32
    /// How many questions were right at the first response.
    public let firstTry: UInt32
    /// The name of the deck.
    public let deck: String

    init(_ result: [String: Value]) {
      func number(_ key: String) -> UInt32 { result[key].flatMap { UInt32(exactly: $0) } ?? 0 }
      questions = number("questions")
      wrong = number("wrong")
      firstTry = number("first-try")
      deck = result["deck"].flatMap { String(exactly: $0) } ?? ""
    }
  }

  /// The response, if one was given.
  public internal(set) var response: Response?
  /// Whether a question is asked from now on, another one or the same again.
  public internal(set) var isAsked = false
  /// The result, if the session is finished by it.
  public internal(set) var result: Result?

  /// Begins with no signal.
  public init() {}
}

/// Follows the practice session; `Due` and `New` change without a transition.
public typealias PracticeFollower = Follower<PracticeTransition>

extension PracticeTransition: SignalledTransition {
  /// `org.memorized.Memorize1.Practice`.
  public static var interface: Interface<PracticeContract.Service> { PracticeContract.interface }
  /// `Revision`.
  public static var revision: Property<PracticeContract.Service, UInt64> {
    PracticeContract.revision
  }

  /// Subscribes to all signals of practice.
  ///
  /// - Parameters:
  ///   - service: Who sends them.
  ///   - note: Told the revision of each signal, and what it adds to its transition.
  /// - Returns: The subscriptions, which last until they are cancelled.
  public static func subscribe(
    to service: Proxy, note: @escaping (UInt64, (inout PracticeTransition) -> Void) -> Void
  ) -> [SubscriptionID] {
    [
      service.on(PracticeContract.questionAsked, of: interface) {
        revision, _, _, _, _ in
        note(revision) { $0.isAsked = true }
      },
      service.on(PracticeContract.answerGiven, of: interface) {
        revision, number, isCorrect, question, answer in
        note(revision) {
          $0.response = .init(
            number: number, isCorrect: isCorrect, question: question, answer: answer)
        }
      },
      service.on(PracticeContract.sessionFinished, of: interface) { revision, result in
        note(revision) { $0.result = .init(result) }
      },
    ]
  }
}
