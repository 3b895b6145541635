import DBus
import EventLoop
import MemorizeBus
import UserService

/// What has appeared on the screen of a session, so that each is heard once.
struct Appearances: Equatable {
  /// How often the session changed: what is heard then ends.
  private(set) var changes = 0
  private(set) var questions = 0
  private(set) var answers = 0
  /// The answer that was given or revealed by the last change; nil while it is not known.
  private(set) var answer: HeardSide?

  mutating func note(
    _ news: PracticeClient.News, from before: PracticeProgress, to now: PracticeProgress,
    isNew: Bool
  ) {
    if isNew { questions += 1 }
    switch news {
    case .session(.transition(let transition, let session)):
      changes += 1
      answer = nil
      // A graded answer was heard when it was revealed.
      guard let response = transition.response, response.isCorrect, before.revealedAnswer == nil,
        before.session?.phase == .asking
      else { return }
      answer(session.heardAnswer(response.answer))
    case .revealed(let text?, _):
      // News of another question, or of one that was already revealed, change nothing.
      guard let session = now.session, session.phase == .revealed, before.revealedAnswer == nil,
        now.revealedAnswer != nil
      else { return }
      answer(session.heardAnswer(text))
    case .session, .preferences, .revealed(nil, _): break
    }
  }

  mutating func answer(_ side: HeardSide) {
    answers += 1
    answer = side
  }

  /// Forgets that the last questions were seen.
  mutating func hide(to questions: Int) { self.questions = questions }
}

extension PracticeScene {
  /// The side that the screen shows last; nil without one, or while it is not known.
  var heardSide: HeardSide? {
    let isAnswer = showsAnswered || progress.session?.phase == .revealed
    return isAnswer ? appearances.answer : progress.session?.heardQuestion
  }

  /// Whether something of the session can be heard.
  var isHeard: Bool {
    guard let side = heardSide else { return false }
    let speak = progress.preferences?.settings.speak.known ?? .off
    return !side.sounds.isEmpty || speak != .off
  }
}

/// Lets a person hear the session that a screen shows: each side when it appears, never before.
final class PracticeHearing {
  private let connection: ServiceConnection
  private let queue: SoundQueue
  private var seen = Appearances()
  /// Whether the last answer stays until a key is pressed.
  private var staysUntilKey = false
  /// Nil until it is needed, since most decks have nothing to hear.
  private var watch: QuietWatch?
  /// Nil until the watch has reported.
  private var isHeld: Bool?
  /// Whether somebody has asked for what plays.
  private var isWanted = false
  /// What waits for that report.
  private var waiting: [SoundItem] = []
  /// The bus of this machine, if the connection is to another one.
  private var ownBus: Connection?

  init(_ connection: ServiceConnection, report: @escaping (SoundFault) -> Void) {
    self.connection = connection
    queue = SoundQueue(on: connection.bus.loop, report: report)
  }

  /// Called when the scene was drawn.
  func follow(_ scene: PracticeScene) {
    let (now, settings) = (scene.appearances, scene.progress.preferences?.settings)
    queue.player = settings?.soundPlayer ?? ""
    let (sound, speak) = (settings?.sound.known ?? .off, settings?.speak.known ?? .off)
    // The next question ends an answer that a person has taken time for; after one that was right it
    // appears by itself, and waits.
    let isOver = staysUntilKey && !scene.showsAnswered
    if now.changes != seen.changes || isOver { stop() }
    staysUntilKey = scene.answered?.isKept == true
    let (answers, questions) = (seen.answers, seen.questions)
    seen = now
    if now.answers != answers, let side = now.answer {
      offer(side, sounds: sound != .off, speech: speak == .answers || speak == .both)
    }
    guard now.questions != questions else { return }
    // It is not shown yet, or answered already.
    guard !scene.showsAnswered, scene.awaited == nil else { return seen.hide(to: questions) }
    guard scene.progress.session?.phase == .asking, let side = scene.heardSide else { return }
    offer(side, sounds: sound == .all, speech: speak == .questions || speak == .both)
  }

  /// Plays or speaks what is shown, whatever the settings are.
  func hear(_ scene: PracticeScene) {
    (waiting, isWanted) = ([], true)
    queue.play(scene.heardSide?.items() ?? [])
  }

  func stop() {
    (waiting, isWanted) = ([], false)
    queue.stop()
  }

  /// Plays what nobody asked for, unless notifications are held.
  private func offer(_ side: HeardSide, sounds: Bool, speech: Bool) {
    // The files of another machine are mostly not here.
    if sounds, side.isMissing, connection.options.host == nil { queue.fail(.missing) }
    let items = side.items(sounds: sounds, speech: speech)
    guard !items.isEmpty else { return }
    switch isHeld {
    case false?: queue.add(items)
    case true?: break
    case nil:
      waiting += items
      if watch == nil, ownBus == nil { startWatch() }
    }
  }

  private func startWatch() {
    guard connection.options.host != nil else { return watch(connection.bus) }
    do throws(BusError) {
      ownBus = try Connection.inTime(
        to: .session(environment: environment), loop: connection.bus.loop, deadline: .seconds(2)
      ) { [weak self] answer in
        guard case .success = answer, let self, let ownBus else { return self?.hold(false) ?? () }
        watch(ownBus)
      }
      ownBus?.onDisconnect = { [weak self] _ in self?.hold(false) }
    } catch {
      hold(false)
    }
  }

  private func watch(_ bus: Connection) {
    watch = QuietWatch(bus, holdsWithoutServer: false) { [weak self] in self?.hold($0) }
  }

  private func hold(_ isHeld: Bool) {
    self.isHeld = isHeld
    if isHeld, !isWanted { stop() }
    if !isHeld { queue.add(waiting) }
    waiting = []
  }
}
