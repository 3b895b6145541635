import DBus
import Glibc
import MemorizeBus
import Practice
import TestSupport
import ThemeFiles
import Testing

/// Decks without guids, which get them once two machines may change them.
@Suite(.timeLimit(.minutes(10))) struct GivenGuidTests {
  private static let words = "いく\tto go\nくる\tto come\nみる\tto see\n"

  /// Waits until a machine has read the log of the other one.
  private static func read(_ user: DeckSession, _ other: DeckSession) {
    #expect(user.waits { try user.machines().last?.events == other.machines()[0].events })
  }

  /// Two machines with the deck, each of which has answered its cards and knows the other.
  private static func machines() throws -> [DeckSession] {
    let users = [try DeckSession(["Words": words]), try DeckSession(["Words": words])]
    for user in users { try user.answerAll() }
    try users.exchange()
    for user in users { #expect(user.waits { try user.reviews().count == 6 }) }
    return users
  }

  @Test func oneMachineChangesNoOtherLine() throws {
    let user = try DeckSession(["Words": Self.words])
    try user.answerAll()
    try user.add("Words", "する", "to do")
    #expect(try user.text("Words").hasPrefix(Self.words))
  }

  @Test func copiesOfAConflictHaveEachCardOnce() throws {
    let users = try Self.machines()
    let old = try users[0].cards("Words").map(\.id)
    try users[0].add("Words", "する", "to do")
    try users[0].update(old[0], ["front": .string("ゆく")])
    try users[1].update(old[1], ["back": .string("to arrive")])
    try users[1].remove(old[2])
    for user in users {
      let cards = try user.cards("Words")
      #expect(cards.allSatisfy { !$0.guid.isEmpty })
      let reviewed = cards.filter { $0.forward != nil }
      #expect(reviewed.map(\.id) == old.filter(reviewed.map(\.id).contains))
      #expect(reviewed.allSatisfy { $0.forward?.reviews == 2 })
    }
    try users[1].answerAll()
    let copy = try users[1].text("Words")
    try users.exchange()
    Self.read(users[0], users[1])
    try users[0].bus.files.write(
      DeckSession.folder + "Words.sync-conflict-20261128-131500-ABCDEFG.tsv", copy,
      atomically: true)
    #expect(users[0].waits { try users[0].cards("Words").map(\.back).contains("to arrive") })
    let merged = try users[0].text("Words")
    try users[1].bus.files.write(DeckSession.folder + "Words.tsv", merged, atomically: true)
    #expect(users[1].waits { try users[1].cards("Words").count == 3 })
    for user in users {
      #expect(user.waits { try user.reviews().count == 8 })
      let cards = try user.cards("Words")
      #expect(Set(cards.map(\.back)) == ["to go", "to arrive", "to do"])
      #expect(Set(cards.map { $0.forward?.reviews ?? 0 }) == [3, 0])
      #expect(try user.checkLog().isWell && user.rebuild()[1] == 0)
    }
    #expect(try users[0].reviews() == users[1].reviews())
  }

  /// The column for tags was added last, and the guids were forgotten.
  @Test func guidsStayBesideTheFirstTag() throws {
    let user = try Self.machines()[0]
    let ids = try user.cards("Words").map(\.id)
    let new = try user.add(
      "Words", ["front": .string("する"), "back": .string("to do"), "tags": ["t"].asValue])
    let cards = try user.cards("Words")
    #expect(cards.map(\.id) == ids + [new] && cards.last?.tags == ["t"])
    #expect(DeckFile.read(Array(try user.text("Words").utf8)).cards.allSatisfy { $0.guid != nil })
    #expect(cards.prefix(3).allSatisfy { $0.forward?.reviews == 2 })
  }

  /// Cards that were practiced by their guids here, and without them elsewhere, were named again and
  /// again.
  @Test func aCardIsNamedOnce() throws {
    let users = [try DeckSession(["Words": Self.words]), try DeckSession(["Other": "a\tb\n"])]
    try users[0].answerAll()
    let early = try users[0].ownLog()
    let one = try users[0].machines()[0].id
    try users[1].set("Retention", .double(0.85))
    try users[0].fetch(from: users[1])
    #expect(users[0].waits { try users[0].machines().count == 2 })
    try users[0].add("Words", "する", "to do")
    try users[1].bus.files.write(
      DeckSession.folder + "Words.tsv", try users[0].text("Words"), atomically: true)
    #expect(users[1].waits { try users[1].cards("Words").count == 4 })
    try users[1].answerAll()
    // What the other machine did until then is about the same cards without guids.
    try users[1].bus.files.write(
      "data/memorize/log/\(one)/2026-01.log", Array(early.utf8), atomically: true)
    #expect(users[1].waits { try users[1].ownLog().contains("\trename\t") })
    #expect(users[1].waits { try users[1].cards("Words")[0].forward?.reviews == 2 })
    let named = try users[1].ownLog()
    for _ in 0..<2 {
      try users[1].restart()
      _ = try users[1].cards("Words")
      #expect(try users[1].practice().phase != .asking)
    }
    #expect(try users[1].ownLog() == named)
    #expect(try users[1].checkLog().isWell && users[1].rebuild()[1] == 0)
  }

  /// The other machine may get the deck's file before the log that tells of the guids, or after it.
  @Test(arguments: [true, false])
  func reviewsFollowOnTheOtherMachine(isLogFirst: Bool) throws {
    let users = try Self.machines()
    try users[0].add("Words", "する", "to do")
    _ = try users[0].cards("Words")
    func fetchDeck() throws {
      try users[1].bus.files.write(
        DeckSession.folder + "Words.tsv", try users[0].text("Words"), atomically: true)
      #expect(users[1].waits { try users[1].cards("Words").count == 4 })
    }
    if !isLogFirst { try fetchDeck() }
    try users.exchange()
    Self.read(users[1], users[0])
    if isLogFirst { try fetchDeck() }
    try users.exchange()
    for user in users {
      #expect(
        user.waits { try user.cards("Words").map { $0.forward?.reviews ?? 0 } == [2, 2, 2, 0] })
      try user.restart()
      #expect(try user.cards("Words").map { $0.forward?.reviews ?? 0 } == [2, 2, 2, 0])
    }
  }

  /// Answers that arrive after the cards got guids, from a machine that had none yet, were those of no
  /// card until a restart.
  @Test func answersThatArriveLaterFollow() throws {
    let users = [
      try DeckSession(["Words": Self.words]), try DeckSession(["Words": Self.words]),
    ]
    try users[1].set("Retention", .double(0.8))
    try users[0].fetch(from: users[1])
    Self.read(users[0], users[1])
    try users[0].add("Words", "する", "to do")
    #expect(try users[0].cards("Words").allSatisfy { !$0.guid.isEmpty })
    try users[1].answerAll()
    try users[0].fetch(from: users[1])
    #expect(
      users[0].waits {
        try users[0].cards("Words").map { $0.forward?.reviews ?? 0 } == [1, 1, 1, 0]
      })
  }

  /// A file without the guids, which git may bring back or put together with the one that has them, made
  /// all cards new.
  @Test func aFileWithoutThemGetsThemAgain() throws {
    let users = try Self.machines()
    try users[0].add("Words", "する", "to do")
    _ = try users[0].cards("Words")
    try users.exchange()
    Self.read(users[1], users[0])
    for text in [Self.words + (try users[0].text("Words")), Self.words + "する\tto do\n"] {
      try users[1].bus.files.write(DeckSession.folder + "Words.tsv", text, atomically: true)
      #expect(
        users[1].waits {
          let cards = try users[1].cards("Words")
          return cards.map { $0.forward?.reviews ?? 0 } == [2, 2, 2, 0]
            && cards.allSatisfy { !$0.guid.isEmpty }
        })
    }
  }

  /// Killed at any change of a file, it loses no review.
  @Test func aCrashLosesNoReview() throws {
    let other = try DeckSession(["Words": Self.words])
    try other.answerAll()
    let calls = try FailingCalls()
    for number in 1... {
      let user = try DeckSession(
        ["Words": Self.words], variables: calls.environment(changing: number))
      try user.answerAll()
      try user.fetch(from: other)
      #expect(user.waits { try user.reviews().count == 6 })
      let id = try #require(try user.cards("Words").first).id
      try calls.arm()
      _ = user.refusal {
        try user.update(id, ["front": .string("ゆく")])
        _ = try user.cards("Words")
      }
      try calls.arm(false)
      user.variables = [:]
      try user.restart(by: SIGKILL)
      let cards = try user.cards("Words")
      #expect(cards.map { $0.forward?.reviews } == [2, 2, 2], "\(number)")
      #expect(cards[0].id == id && Set(cards.map(\.guid.isEmpty)).count == 1, "\(number)")
      if !calls.hasStruck { return #expect(number > 3) }
    }
  }
}

extension DeckSession {
  /// Answers all cards of the deck.
  fileprivate func answerAll() throws {
    try startSession(["deck": .string("Words"), "mode": .string("recall")])
    for question in 1...(try practice().questions) {
      try reveal(question)
      try grade(question, 3)
    }
    try stopSession()
  }
}

extension [DeckSession] {
  fileprivate func exchange() throws {
    try self[0].fetch(from: self[1])
    try self[1].fetch(from: self[0])
  }
}
