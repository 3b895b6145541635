import DBus
import Foundation
import MemorizeBus
import TestSupport
import Testing

@testable import Store

/// A change whose file operations fail, or end the daemon.
enum Change: CaseIterable {
  case newGame, resume, flip, conceal
  /// A flip after the database was removed, or another one has taken its place.
  case flipAfterRemoval, flipAfterReplacement
  case restore, grade, suspend, forget
  /// The first side of a card without a guid, by which it is known.
  case rename
  /// The same, to one under which reviews were left by an edit of the file.
  case renameBack
  /// A card that is in two decks.
  case updateTwo, removeTwo

  fileprivate var decks: [String: String] {
    switch self {
    case .updateTwo, .removeTwo: ["One": "a\t1\t\tg\nb\t2\n", "Two": "x\ty\na\t1\tp\tg\n"]
    default: ["One": "a\t1\nb\t2\nc\t3\n"]
    }
  }

  fileprivate var isEdit: Bool {
    [.rename, .renameBack, .updateTwo, .removeTwo].contains(self)
  }
}

/// A daemon with a game, a session and reviewed cards, to which a change is made.
final class ChangeStage {
  static let name = "Wilhelmina Anonyma"
  let user: DeckSession
  let calls: FailingCalls
  private let change: Change
  private let other: LeftDatabase
  private let game: GameState
  private let practice: PracticeState
  private let card: UInt64
  private let memory: [String: Value]?

  /// The operation of that number fails once the change is made; without a code it ends the daemon.
  init(
    _ change: Change, _ other: LeftDatabase, failing number: Int, with code: Int32?, onlyOnce: Bool
  ) throws {
    (self.change, self.other) = (change, other)
    user = try DeckSession(change.decks)
    calls = try FailingCalls(in: user.bus.files)
    try user.register(Self.name)
    if change == .resume {
      try user.newGame(["theme": .string("Sea"), "seed": .uint64(8)])
      for card in 0..<3 as Range<UInt32> { try user.flip(card) }
    }
    try user.newGame(["theme": .string("Sky"), "seed": .uint64(7)])
    try user.flip(0)
    if change == .conceal { try user.flip(1) }
    try user.startSession(["deck": .string("One"), "mode": .string("recall")])
    if change.isEdit {
      for question in 1...(try user.practice().questions) {
        try user.reveal(question)
        try user.grade(question, 3)
      }
      try user.stopSession()
    }
    if change == .renameBack {
      // The reviews stay with the first side that an edit of the file has replaced.
      try user.restart { [user] in
        try user.bus.files.write(DeckSession.folder + "One.tsv", "z\t1\nb\t2\nc\t3\n")
      }
      try user.suspend(try #require(try user.cards("One").first).id)
    }
    user.variables = calls.environment(changing: number, onlyOnce: onlyOnce, with: code)
    try user.restart()
    if change == .grade { try user.reveal(1) }
    (game, practice) = (try user.game(), try user.practice())
    let question = practice.question
    let changed = try #require(
      try user.cards("One").first { change.isEdit || $0.front == question })
    (card, memory) = (changed.id, changed.forward?.values)
    let place = user.state + "/memorize.sqlite"
    if change == .flipAfterRemoval { #expect(unlink(place) == 0) }
    if change == .flipAfterReplacement {
      try Data(contentsOf: URL(fileURLWithPath: other.path)).write(
        to: URL(fileURLWithPath: place), options: .atomic)
    }
    try calls.arm()
  }

  /// Makes the change, with all that fails; returns the error.
  func perform() -> BusError? {
    user.refusal {
      switch change {
      case .newGame: try user.newGame()
      case .resume: _ = try user.proxy.callAndWait(GameContract.resume)
      case .conceal: try user.conceal()
      case .flip, .flipAfterRemoval, .flipAfterReplacement: try user.flip(1)
      case .restore:
        _ = try user.proxy.callAndWait(StorageContract.restore, other.path)
      case .grade: try user.grade(1, 3)
      case .suspend: try user.suspend(card)
      case .forget: try user.forget()
      case .rename: try user.update(card, ["front": .string("z")])
      case .renameBack: try user.update(card, ["front": .string("a")])
      case .updateTwo: try user.update(card, ["front": .string("z"), "back": .string("3")])
      case .removeTwo: try user.remove(card)
      }
    }
  }

  /// Starts a daemon in place of the one that was killed; `number` is where that one is killed.
  func restart(killedAt number: Int? = nil) throws {
    user.variables = number.map { calls.environment(changing: $0) } ?? [:]
    try? calls.arm(false)
    try user.restart(by: SIGKILL)
    if number != nil { try calls.arm() }
  }

  /// Whether the change is made; expects that it is whole.
  func isDone() throws -> Bool {
    let game = try user.game()
    let isOther = game.theme == other.game.theme
    // What a daemon has left is settled by the first call, and the files are read after it.
    if change.isEdit { _ = try user.cards("One") }
    switch change {
    case .newGame, .flip, .conceal:
      #expect(game == self.game || game.revision == self.game.revision + 1)
      return game != self.game
    case .resume:
      let isDone = game.theme == "Sea"
      #expect(isDone ? game.revision == self.game.revision + 1 : game == self.game)
      // The other one is whole, and each is there once.
      let games = try user.games().compactMap { game in game["flips"] }
      #expect(games == [.uint32(isDone ? 1 : 3)] && game.flips == (isDone ? 3 : 1))
      return isDone
    case .flipAfterRemoval: return game.flips == 2
    case .flipAfterReplacement: return isOther && game.flips == 2
    case .restore:
      #expect(game == self.game || isOther && game.flips == 1)
      return isOther
    case .grade:
      let count = try user.log().count
      let practice = try user.practice()
      #expect(practice.answered == UInt32(count) && count <= 1)
      #expect(practice.revision == self.practice.revision + UInt64(count))
      #expect(try user.rebuild() == [UInt32(count), 0])
      return count == 1
    case .suspend:
      let practice = try user.practice()
      let isSuspended = try #require(try user.cards([card]).first).isSuspended
      #expect(isSuspended == (practice.question != self.practice.question))
      #expect(practice.revision == self.practice.revision + (isSuspended ? 1 : 0))
      return isSuspended
    case .forget: return try !user.profile().isRegistered
    case .rename, .renameBack:
      let cards = try user.cards("One")
      let isDone = cards[0].front == (change == .rename ? "z" : "a")
      #expect(isDone || cards[0].front == (change == .rename ? "a" : "z"))
      if change == .rename {
        #expect(cards[0].id == card && cards[0].forward?.values == memory)
      } else {
        #expect((cards[0].forward != nil) == isDone && cards[0].isSuspended)
      }
      #expect(cards[1].forward?.reviews == 1)
      return isDone
    case .updateTwo, .removeTwo:
      let all = try user.cards("One") + user.cards("Two")
      let cards = all.filter { $0.guid == "g" }
      #expect(all.count == 2 + cards.count && [0, 2].contains(cards.count))
      if change == .removeTwo { return cards.isEmpty }
      let isDone = cards.first?.texts == "z|3|"
      #expect(cards.map(\.texts) == (isDone ? ["z|3|", "z|3|p"] : ["a|1|", "a|1|p"]))
      #expect(cards.allSatisfy { $0.id == card && $0.forward?.values == memory })
      return isDone
    }
  }

  /// Expects that all goes on, and that nothing is left of a change or of what was forgotten.
  func expectUsable() throws {
    #expect(try user.rebuild()[1] == 0)
    if change == .flipAfterReplacement { #expect(try user.game().theme == other.game.theme) }
    if change == .forget {
      try user.forget()
      #expect(try user.bus.traces(of: Self.name).isEmpty)
    }
    if change.isEdit {
      let card = try #require(try user.cards("One").last)
      try user.update(card.id, ["front": .string("last")])
      try user.restart(by: SIGKILL)
      let again = try #require(try user.cards("One").last)
      #expect(again.id == card.id && again.front == "last")
      #expect(again.forward?.values == card.forward?.values)
    }
    try user.newGame()
    try user.restart {
      let database = try Database(path: user.state + "/memorize.sqlite")
      defer { withExtendedLifetime(database) {} }
      let check = try database["PRAGMA integrity_check"].first { row throws(StoreError) in
        row.text(0)
      }
      #expect(check == "ok")
    }
  }
}
