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
}

/// Follows the practice session by the contract's rule, as ``GameFollower`` follows the game.
///
/// `Due` and `New` change without a transition. It never starts the service.
public final class PracticeFollower {
  /// What there is to tell.
  public enum News {
    /// The service is not there.
    case absent
    /// All properties, read anew.
    case state(Properties<PracticeContract.Service>)
    /// A transition, and the properties after it.
    case transition(PracticeTransition, Properties<PracticeContract.Service>)
    /// Cards have fallen due, or new ones are allowed: the properties after it.
    case due(Properties<PracticeContract.Service>)
    /// The service is there, and does not tell what it should; its next signal has it read again.
    case failure(BusError)
  }

  /// What is known of the service.
  private enum Phase {
    /// Nothing yet, or it is not there.
    case absent
    /// All is being read; the number tells this reading from an earlier one.
    case reading(Int)
    /// The reading failed: the next signal shows that there is something to read.
    case failed
    /// The properties are known, and the signals of the transition that has begun.
    case following(Properties<PracticeContract.Service>, PracticeTransition)
  }

  private let service: Proxy
  private let tell: (News) -> Void
  private var phase = Phase.absent
  private var readings = 0
  private var subscriptions: [SubscriptionID] = []

  /// Begins to follow.
  ///
  /// - Parameters:
  ///   - service: the service; its deadline is that of each reading.
  ///   - tell: told the state or the absence first, then each change.
  public init(_ service: Proxy, tell: @escaping (News) -> Void) {
    var service = service
    service.startsService = false
    self.service = service
    self.tell = tell
    subscribe()
  }

  deinit {
    for subscription in subscriptions { service.connection.unsubscribe(subscription) }
  }

  /// Reads all again, for whoever cannot make sense of a transition.
  public func readAgain() {
    readings += 1
    let number = readings
    phase = .reading(number)
    service.properties(of: PracticeContract.interface) { [weak self] answer in
      guard let self, case .reading(number) = phase else { return }
      switch answer {
      case .success(let properties):
        phase = .following(properties, PracticeTransition())
        tell(.state(properties))
      case .failure(let error): readingFailed(error)
      }
    }
  }

  private func subscribe() {
    let practice = PracticeContract.interface
    subscriptions = [
      service.on(PracticeContract.questionAsked, of: practice) {
        [weak self] revision, _, _, _, _ in
        self?.note(revision) { $0.isAsked = true }
      },
      service.on(PracticeContract.answerGiven, of: practice) {
        [weak self] revision, number, isCorrect, question, answer in
        self?.note(revision) {
          $0.response = .init(
            number: number, isCorrect: isCorrect, question: question, answer: answer)
        }
      },
      service.on(PracticeContract.sessionFinished, of: practice) { [weak self] revision, result in
        self?.note(revision) { $0.result = .init(result) }
      },
      service.onChange(of: practice) { [weak self] in self?.finish($0) },
    ]
    service.connection.followOwner(of: service.destination) { [weak self] owner in
      guard owner == nil else { return self?.readAgain() ?? () }
      self?.phase = .absent
      self?.tell(.absent)
    }
  }

  /// A service that has gone is told by its name's owner; one that is there has to answer.
  private func readingFailed(_ error: BusError) {
    phase = .absent
    let hasGone: [ErrorName] = [.serviceUnknown, .nameHasNoOwner, .disconnected]
    guard !hasGone.contains(error.name) else { return }
    phase = .failed
    tell(.failure(error))
  }

  /// Takes a part of a transition.
  private func note(_ revision: UInt64, _ take: (inout PracticeTransition) -> Void) {
    if case .failed = phase { return readAgain() }
    guard case .following(let properties, var transition) = phase, isNext(revision, properties)
    else { return }
    take(&transition)
    phase = .following(properties, transition)
  }

  /// Takes the last signal of a transition, and tells what it was.
  private func finish(_ changed: Properties<PracticeContract.Service>) {
    guard case .following(var properties, let transition) = phase else { return }
    let revision = changed[PracticeContract.revision]
    if let revision, !isNext(revision, properties) { return }
    properties.merge(changed)
    guard revision != nil else {
      phase = .following(properties, transition)
      return tell(.due(properties))
    }
    phase = .following(properties, PracticeTransition())
    tell(.transition(transition, properties))
  }

  /// Whether a revision follows the known one; for any other step but none all is read again.
  private func isNext(_ revision: UInt64, _ known: Properties<PracticeContract.Service>) -> Bool {
    let last = known[PracticeContract.revision] ?? 0
    guard revision != last &+ 1 else { return true }
    if revision != last { readAgain() }
    return false
  }
}
