internal import DBus
internal import MemorizeBus

/// Turns the news of practice into bubbles, without bus or server.
///
/// A terminal shows its questions itself. So bubbles show only those of a session that began with
/// one of our bubbles, until another begins elsewhere; those of all sessions only on demand.
struct PracticePresenter {
  enum Reply: Equatable {
    case answered
    case revealed(String)
    case begun
    case notBegun
    case refused(BusError)
  }

  /// Shows the questions of all sessions.
  let showsAll: Bool
  var settings = UserSettings()
  var profile = Profile()
  /// While these two are being read nothing is shown.
  var isReading = false

  /// The session as last published; `isThere` is the service.
  private(set) var facts: PracticeState?
  private var isThere = false
  /// Whether the session began with a bubble of ours.
  private var isOurs = false
  /// That session's number, once it is known.
  private var session: UInt64?
  /// The revision since which the question is asked, or the session is finished.
  private var since: UInt64 = 0
  private var outcome: Outcome?
  /// The revealed answer to the question asked since a revision.
  private var revealed: (since: UInt64, answer: String)?
  /// Questions, by revision: whose choices were demanded, and whose bubble the user has closed.
  private var demanded: UInt64?
  private var dismissed: UInt64?
  /// The finished session whose result was shown.
  private var finished: UInt64?
  /// Whether the last response was one of ours.
  private var isLastOurs = false
  private var shown: Bubble?
  /// How many calls of ours are pending; their effects are shown with their replies.
  private var calls = 0

  init(showsAll: Bool) { self.showsAll = showsAll }

  var isFollowing: Bool { showsAll || isOurs || calls > 0 }

  /// Whether a bubble's question is still asked, and no call is pending.
  func isCurrent(_ asked: AskedQuestion) -> Bool {
    isThere && calls == 0 && facts?.questionNumber == asked.number && since == asked.since
  }

  /// Whether the session finished at a revision is still the last one.
  func isCurrent(result revision: UInt64) -> Bool {
    calls == 0 && facts?.state == "finished" && since == revision
  }

  /// A question whose answer somebody else has revealed: asking for it changes nothing.
  var unknownAnswer: AskedQuestion? {
    guard calls == 0, !isReading, isThere, showsAll || isOurs, dismissed != since,
      let facts, facts.state == "revealed", revealed?.since != since
    else { return nil }
    return AskedQuestion(since: since, number: facts.questionNumber)
  }

  mutating func step() -> Bubble.Change {
    guard calls == 0, !isReading else { return .keep }
    guard isThere, let facts, showsAll || isOurs else { return hidden() }
    let asked = AskedQuestion(since: since, number: facts.questionNumber)
    switch facts.state {
    case "asking":
      let shows = settings.showChoices || demanded == since
      return show(.question(facts, asked, after: outcome, showsChoices: shows))
    case "revealed":
      guard let revealed, revealed.since == since else { return .keep }
      return show(.question(facts, asked, after: outcome, answer: revealed.answer))
    case "finished" where isLastOurs:
      guard finished != since else { return .keep }
      finished = since
      return show(.result(facts, of: profile.name, at: since, after: outcome))
    default: return hidden()
    }
  }

  private mutating func show(_ bubble: Bubble) -> Bubble.Change {
    guard dismissed != since else { return .keep }
    shown = bubble
    return .show(bubble)
  }

  private mutating func hidden() -> Bubble.Change {
    if shown?.isBound == true { shown = nil }
    return .hide
  }
}

// News of the service.
extension PracticePresenter {
  mutating func take(_ news: PracticeFollower.News) {
    switch news {
    case .absent, .failure:
      isThere = false
      outcome = nil
    case .update(let new): facts = new
    case .state(let new):
      if new.revision != facts?.revision { outcome = nil }
      take(new, isAskedAnew: false)
    case .transition(let transition, let new):
      outcome = transition.response.map(outcome)
      if calls == 0 { isLastOurs = false }
      take(new, isAskedAnew: transition.isAsked)
    }
  }

  private mutating func take(_ new: PracticeState, isAskedAnew: Bool) {
    isThere = true
    let isSame =
      facts.map {
        ($0.session, $0.questionNumber, $0.question)
          == (new.session, new.questionNumber, new.question)
      } ?? false
    if isAskedAnew || !isSame { since = new.revision }
    facts = new
    settle()
  }

  /// A session that has ended or was replaced is no longer ours.
  private mutating func settle() {
    guard calls == 0, isOurs, isThere, let facts else { return }
    session = session ?? facts.session
    let isOver = facts.state == "idle" || facts.state == "finished" && !isLastOurs
    if isOver || facts.session != session { isOurs = false }
  }

  mutating func forget() {
    isThere = false
    facts = nil
  }

  private func outcome(_ response: PracticeTransition.Response) -> Outcome {
    let known = revealed?.since == since ? revealed?.answer ?? "" : ""
    let answer = response.answer.isEmpty ? known : response.answer
    if response.isCorrect { return .right(question: response.question, answer: answer) }
    if response.answer.isEmpty { return .givenUp(question: response.question, answer: answer) }
    return .wrong(answer: answer)
  }
}

// The user's actions in our bubbles.
extension PracticePresenter {
  mutating func demandChoices(_ asked: AskedQuestion) { demanded = asked.since }

  /// Closing a bubble does not change the session.
  mutating func dismiss(_ bubble: Bubble) {
    guard bubble == shown else { return }
    shown = nil
    dismissed = since
    if bubble.kind == .result { isOurs = false }
  }

  mutating func handOver() {
    dismissed = since
    isOurs = false
  }

  mutating func begin() { calls += 1 }

  /// Ends a call of ours, whose effect was published before.
  mutating func end(_ reply: Reply) {
    calls -= 1
    dismissed = nil
    switch reply {
    case .answered: isLastOurs = true
    case .revealed(let answer): learn(answer)
    case .begun:
      isOurs = true
      isLastOurs = false
      session = nil
      outcome = nil
    case .notBegun: break
    case .refused(let error):
      isLastOurs = false
      if !Self.isLate(error) { outcome = .refused(error.reason(isStarting: false)) }
    }
    settle()
  }

  /// Whether the error only means that a click came too late: the state is shown anyway.
  static func isLate(_ error: BusError) -> Bool {
    [.noSession, .sessionFinished, .questionChanged, .noSuchChoice].contains(error.name)
  }

  /// In all modes but recall the question is over, and was published as given up.
  private mutating func learn(_ answer: String) {
    if facts?.state == "revealed" {
      revealed = (since, answer)
    } else if case .givenUp(let question, "") = outcome {
      outcome = .givenUp(question: question, answer: answer)
    }
  }
}
