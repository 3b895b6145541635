import DBus
import MemoryGame
import PlainText
import TestSupport
import Testing

@testable import MemorizeBus
@testable import memorize_notify

/// The texts of bubbles, without a bus.
@Suite struct BubbleTests {
  private let standing = {
    var game = GameState()
    (game.theme, game.pairs, game.matchedPairs) = ("Halloween", 8, 3)
    (game.score, game.moves) = (4, 5)
    return game
  }()
  private let result = {
    var result = FinalResult()
    (result.moves, result.score, result.grade) = (12, 14, "gold")
    (result.par, result.regret, result.theme) = (11.26, 0.71, "Halloween")
    return result
  }()

  @Test func aMatchShowsFaceAndGameState() {
    let bubble = Bubble.match(("👻", "👻"), standing)
    #expect(bubble.summary == "Match: 👻")
    #expect(bubble.body == ["Halloween: 3 of 8 pairs, score 4"])
    #expect(bubble.progress == 37)
    #expect(bubble.isTransient && !bubble.isWithdrawable)
    #expect(bubble.actions == [.newGame, .play])
    #expect(bubble.category == "x-memorize.match" && bubble.sound == "completion-success")
    #expect(Bubble.match(("犬", "dog"), standing).summary == "Match: 犬 = dog")
    #expect(Bubble.match(("👻", "👻"), GameState()).progress == nil)
  }

  @Test func longFacesStandInTheBody() {
    let long = String(repeating: "long ", count: 8)
    let bubble = Bubble.match((long, "short"), standing)
    #expect(bubble.summary == "Match")
    #expect(bubble.body == ["\(long) = short", "Halloween: 3 of 8 pairs, score 4"])
  }

  @Test func inAGameByTurnsThePlayersScoresCount() {
    var game = standing
    game.players = [PlayerScore("Ada", 4), PlayerScore("Grace", -1)]
    #expect(
      Bubble.match(("👻", "👻"), game).body == ["Halloween: 3 of 8 pairs, Ada 4, Grace -1"])
  }

  @Test func aVictoryShowsTheResult() {
    let bubble = Bubble.won(result, standing)
    #expect(bubble.summary == "Won: Halloween")
    #expect(bubble.body == ["12 moves, score 14, gold", "Par 11.3, 0.7 moves lost to forgetting"])
    #expect(bubble.progress == 100 && !bubble.isTransient)
    #expect(bubble.category == "x-memorize.won" && bubble.sound == "game-over-winner")
  }

  @Test(arguments: [
    (ErrorName.serviceUnknown, "The service is not running; start it first."),
    // dbus-broker reports this if it could not start a service.
    (.nameHasNoOwner, "The service did not start; see its log."),
    ("org.freedesktop.DBus.Error.Spawn.ChildExited", "The service did not start; see its log."),
    ("org.freedesktop.DBus.Error.TimedOut", "The service did not start; see its log."),
    ("org.freedesktop.systemd1.UnitMasked", "The service did not start; see its log."),
    ("org.memorized.Error.StorageFailed", "The disk is full."),
  ]) func aGameThatIsNotStartedShowsWhy(name: ErrorName, reason: String) {
    let bubble = Bubble.noGame(BusError(name, "The disk is full."))
    #expect(bubble.summary == "No game was started" && bubble.body == [reason])
    #expect(bubble.actions == [.newGame] && bubble.category == "x-memorize.no-game")
    #expect(bubble.isTransient && !bubble.isWithdrawable && bubble.topic == .game)
  }

  /// What libdbus and the bus say of a service that dies is nothing that people could act on.
  @Test func aServiceThatDoesNotAnswerIsReportedInWords() {
    let error = BusError(.noReply, "Message recipient disconnected from message bus")
    #expect(error.reason(isStarting: false) == "The service did not answer; try again.")
  }

  /// Its button would throw away the game that nobody has said was not started.
  @Test(arguments: [ErrorName.noReply, .timeout, .disconnected])
  func aGameThatMayHaveBegunIsNotStartedAgain(name: ErrorName) {
    let bubble = Bubble.noGame(BusError(name, "Message recipient disconnected"))
    #expect(bubble.summary == "The service did not answer" && bubble.actions == [.play])
  }

  @Test(arguments: [0.0, -0.04, 0.04]) func aPerfectGameAndASingleMoveAreWorded(regret: Double) {
    var result = result
    (result.moves, result.grade, result.regret) = (1, "none", regret)
    let bubble = Bubble.won(result, standing)
    #expect(bubble.body == ["1 move, score 14", "Par 11.3, no move lost to forgetting"])
  }

  @Test(arguments: [
    (["Ada"], "Ada wins: Ada 4, Bo 4"), (["Ada", "Bo"], "Ada and Bo win: Ada 4, Bo 4"),
    (["Ada", "Bo", "Cy"], "Ada, Bo and Cy win: Ada 4, Bo 4"),
  ])
  func winnersAreNamed(winners: [String], line: String) {
    var game = standing
    game.players = [PlayerScore("Ada", 4), PlayerScore("Bo", 4)]
    var result = result
    result.winners = winners
    let bubble = Bubble.won(result, game)
    #expect(bubble.body == [line, "12 moves"])
  }

  @Test func openCardsAreShown() {
    let cards = [
      BoardCard(number: 7, state: .up, face: "👻"), BoardCard(number: 2, state: .up, face: "🦇"),
    ]
    let one = Bubble.flip([cards[0]], isMismatch: false)
    #expect(one.summary == "7 👻" && one.body.isEmpty && one.isWithdrawable && one.isTransient)
    #expect(one.actions.isEmpty && one.category == "x-memorize.flip")
    #expect(Bubble.flip(cards, isMismatch: true).summary == "7 👻, 2 🦇: no match")
  }
}

/// A bubble for servers with different capabilities.
@Suite struct NotificationTests {
  private let bubble = Bubble(
    .match, title: "Match", text: "<&", summary: "Match: <&", body: ["A & B: \"3\" <of> '8'", "x"],
    progress: 50, actions: [.newGame, .play])

  private func fitted(
    _ features: Capability..., canDo: (Bubble.Action) -> Bool = { _ in true }
  ) -> memorize_notify.Notification {
    memorize_notify.Notification(bubble, canDo: canDo, for: Capabilities(features))
  }

  @Test func markupIsEscapedInTheBodyAlone() {
    let notification = fitted(.body, .markup)
    #expect(notification.summary == "Match: <&")
    #expect(notification.body == "A &amp; B: &quot;3&quot; &lt;of&gt; &apos;8&apos;\nx")
    #expect(fitted(.body).body == "A & B: \"3\" <of> '8'\nx")
  }

  @Test func withoutABodyAllIsInTheSummary() {
    let notification = fitted(.markup)
    #expect(notification.summary == "Match: <&; A & B: \"3\" <of> '8'; x")
    #expect(notification.body.isEmpty)
  }

  @Test func actionsAreThoseThatCanBeDone() {
    #expect(fitted(.body).actions.isEmpty)
    #expect(
      fitted(.actions).actions == ["default", "Play", "new-game", "New game", "play", "Play"])
    #expect(fitted(.actions) { $0 != .play }.actions == ["new-game", "New game"])
  }

  private static let question = Bubble.question(PracticeState(), .init(since: 1, number: 1))

  /// What has to be seen must neither vanish in the server's five seconds nor cover the screen for
  /// a day if the server has a list for it.
  @Test(
    arguments: [
      (question, 0, 0),
      (.flip([BoardCard(number: 7, state: .up, face: "👻")], isMismatch: false), 0, 0),
      (.reminder(due: 1, new: 1), 0, -1), (.noSession("No."), 0, -1), (.refusal("No.", []), -1, -1),
      (.match(("👻", "👻"), GameState()), -1, -1),
    ] as [(Bubble, Int32, Int32)])
  func theTimeoutFollowsTheKindOfBubble(bubble: Bubble, elsewhere: Int32, inList: Int32) {
    let shown = ([[.actions], [.actions, .persistence]] as [Capabilities]).map {
      memorize_notify.Notification(bubble, for: $0)
    }
    #expect(shown.map(\.timeout) == [elsewhere, inList])
    #expect(shown[0].hints["resident"] == nil)
    #expect((shown[1].hints["resident"] != nil) == bubble.isOpen)
    #expect(shown.allSatisfy { $0.hints["urgency"] == .byte(1) })
  }

  /// Whatever has the service's name once wrote lines of its own, and as much as it liked.
  @Test func aFalseServicesTextIsCleanedAndBounded() {
    let endless = String(repeating: "e\u{301}\u{301}", count: 10_000)
    let bubble = Bubble(
      .question, title: "", text: "", summary: "a\nb\u{1B}[31m\u{202E}c 👩‍👧",
      body: ["first\nforged", endless] + Array(repeating: "x", count: 10_000),
      actions: Array(
        repeating: .answer(
          AskedQuestion(since: 1, number: 1), choice: 0, label: "l\u{2028}m" + endless),
        count: 100))
    for capabilities in [[.body, .actions], [.markup]] as [Capabilities] {
      let shown = memorize_notify.Notification(bubble, for: capabilities)
      let texts =
        [shown.summary] + shown.body.split(separator: "\n").map(String.init) + shown.actions
      #expect(texts.allSatisfy { text in !text.unicodeScalars.contains(where: \.isHarmful) })
      #expect(shown.summary.hasPrefix("a b [31m c 👩‍👧"))
      #expect(shown.body.unicodeScalars.count < 6000 && shown.actions.count <= 40)
      #expect(shown.summary.unicodeScalars.count < 6000)
      #expect(shown.actions.allSatisfy { $0.unicodeScalars.count < 300 })
    }
  }
}
