internal import DBus
internal import MemorizeBus
internal import MemorizeText
internal import Practice

/// Turns the news of practice into bubbles, without a bus or a server.
///
/// A terminal shows its questions itself, so bubbles show only the questions of a session that
/// started with one of our bubbles, until another session starts elsewhere; the questions of all
/// sessions are shown only on request.
struct PracticePresenter {
  enum Reply: Equatable {
    case done
    case begun
    /// A single unsolicited question.
    case begunUnsolicited
    case notBegun
    /// That question's bubble has ended; the service ends its session now or when its lease does.
    case withdrawn
    case refused(BusError)
  }

  private enum Owner {
    /// Its questions are shown only on request.
    case others
    /// It started with one of our bubbles.
    case user
    /// It is a single unsolicited question.
    case notifier
  }

  /// Shows the questions of all sessions.
  var showsAll: Bool
  /// Whether a screen shows the questions; whoever opens one goes on there.
  ///
  /// Beside it only those of a session that begins in a notification are shown.
  var isOnScreen = false {
    didSet { if isOnScreen, !oldValue { owner = .others } }
  }

  private(set) var progress = PracticeProgress()
  /// Whether the last published session is known to be current.
  private var isKnown = false
  /// Who started the session.
  private var owner = Owner.others
  /// That session's number, once it is known.
  private var session: UInt64?
  /// The revision at which the question was asked, or the session finished.
  private var since: UInt64 = 0
  /// Why the last call failed.
  private var refusal: String?
  /// The revision of the question whose bubble the user has closed.
  private var dismissed: UInt64?
  /// The question whose answer the user typed before it was revealed, and the text.
  private var recalled: (question: AskedQuestion, text: String)?
  /// The finished session whose result was shown.
  private var finished: UInt64?
  /// Whether the last response was ours.
  private var isLastOurs = false
  private var shown: Bubble?
  /// The number of our pending calls; their effects are shown with their replies.
  private var calls = 0

  init(showsAll: Bool) { self.showsAll = showsAll }

  var isFollowing: Bool { showsAll || owner != .others || calls > 0 }

  /// Whether an unsolicited question is open in a bubble.
  var isUnsolicited: Bool { owner == .notifier }

  var isCalling: Bool { calls > 0 }

  /// Whether exactly one of our calls is pending.
  var isCallingOnce: Bool { calls == 1 }

  /// Whether an unsolicited question was given up and is asked again, with its answer known.
  var isUnsolicitedAgain: Bool {
    isUnsolicited && !isCalling && progress.session?.phase == .asking
      && progress.outcome?.isOpen == false
  }

  /// Whether a bubble's question is still asked, and no call is pending.
  func isCurrent(_ asked: AskedQuestion) -> Bool {
    isKnown && calls == 0 && progress.session?.questionNumber == asked.number
      && since == asked.since
  }

  /// Whether the session finished at a revision is still the last one.
  func isCurrent(result revision: UInt64) -> Bool {
    calls == 0 && progress.session?.isFinished == true && since == revision
  }

  mutating func step() -> Bubble.Change {
    guard calls == 0 else { return .keep }
    guard isKnown, let session = progress.session, showsAll && !isOnScreen || owner != .others
    else {
      return hidden()
    }
    let asked = AskedQuestion(since: since, number: session.questionNumber)
    let heading = refusal.map(Heading.init(refusal:)) ?? progress.outcome.map(Heading.init)
    switch session.phase {
    case .asking:
      if isUnsolicitedAgain { return show(.answered(session, after: heading)) }
      return show(
        .question(session, asked, after: heading, showsChoices: progress.showsChoices))
    case .revealed:
      guard let answer = progress.revealedAnswer else { return .keep }
      let typed = recalled?.question == asked ? recalled?.text : nil
      return show(.question(session, asked, after: heading, answer: answer, recalled: typed))
    case .finished where isLastOurs:
      guard finished != since else { return .keep }
      finished = since
      if isUnsolicited {
        owner = .others
        return show(.answered(session, after: heading))
      }
      return show(.result(session, of: progress.userName, at: since, after: heading))
    case .finished, .idle, nil: return hidden()
    }
  }

  private mutating func show(_ bubble: Bubble) -> Bubble.Change {
    guard dismissed != since else { return .keep }
    shown = bubble
    return .show(bubble)
  }

  private mutating func hidden() -> Bubble.Change {
    if shown?.isWithdrawable == true { shown = nil }
    return .hide
  }
}

// News of the service.
extension PracticePresenter {
  /// Returns whether a bubble may have to change.
  mutating func apply(_ news: PracticeClient.News) -> Bool {
    let showedChoices = progress.showsChoices
    let isNew = progress.apply(news.shown(after: progress.session))
    switch news {
    case .preferences: return progress.showsChoices != showedChoices
    case .revealed: return true
    case .session(.update): return false
    case .session(.absent), .session(.failure):
      isKnown = false
      progress.forgetOutcome()
    case .session(.state): isKnown = true
    case .session(.transition(let transition, _)):
      isKnown = true
      if transition.response == nil { progress.forgetOutcome() }
      if calls == 0 { isLastOurs = false }
    }
    refusal = nil
    if isNew, let session = progress.session { since = session.revision }
    releaseEndedSession()
    return true
  }

  /// A session that has ended or was replaced is no longer ours.
  private mutating func releaseEndedSession() {
    guard calls == 0, owner != .others, isKnown, let current = progress.session else { return }
    session = session ?? current.session
    let isOver = !current.exists || current.isFinished && !isLastOurs
    if isOver || current.session != session { owner = .others }
  }

  mutating func forget() {
    isKnown = false
    progress = PracticeProgress()
  }
}

// The user's actions in our bubbles.
extension PracticePresenter {
  mutating func askForChoices() { progress.askForChoices() }

  /// In recall mode a reply is shown beside the answer, for the user to grade it.
  mutating func call(forReply text: String, to asked: AskedQuestion) -> PracticeCall {
    guard progress.session?.mode.known == .recall else {
      let told = progress.session?.toldAnswer(text) ?? text
      return .answerText(question: asked.number, told)
    }
    recalled = (asked, text)
    return .reveal(question: asked.number)
  }

  /// Closing a bubble does not change the session.
  mutating func dismiss(_ bubble: Bubble) {
    guard bubble == shown else { return }
    shown = nil
    dismissed = since
    if bubble.kind == .result { owner = .others }
  }

  mutating func handOver() {
    dismissed = since
    owner = .others
  }

  mutating func begin() { calls += 1 }

  /// Ends one of our calls, whose effect has already been published.
  mutating func end(_ reply: Reply) {
    calls -= 1
    // The effect is shown even if the user has closed the bubble.
    if reply != .notBegun, reply != .withdrawn { dismissed = nil }
    switch reply {
    case .done: isLastOurs = true
    case .begun, .begunUnsolicited:
      owner = reply == .begun ? .user : .notifier
      isLastOurs = false
      session = nil
      refusal = nil
      progress.forgetOutcome()
    case .notBegun: break
    case .withdrawn: owner = .others
    case .refused(let error):
      isLastOurs = false
      if !Self.isLate(error) { refusal = error.reason(isStarting: false) }
    }
    releaseEndedSession()
  }

  /// Whether the error only means that a click came too late; the state is shown anyway.
  static func isLate(_ error: BusError) -> Bool {
    [.noSession, .sessionFinished, .questionChanged, .noSuchChoice].contains(error.name)
  }
}
