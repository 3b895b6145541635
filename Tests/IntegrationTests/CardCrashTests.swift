import DBus
import Foundation
import MemorizeBus
import TestSupport
import Testing

/// A change of a card that ends at any of its file operations, by a kill or a full disk: the store
/// and the files of all decks have it, or none of them.
///
/// All operations are tried by `make test-crash`, and a few of them else.
@Suite(.timeLimit(.minutes(30))) struct CardCrashTests {
  enum Edit: CaseIterable {
    /// The first side of a card without a guid, by which it is known.
    case rename
    /// The same, to one under which reviews were left by an edit of the file.
    case renameBack
    /// A card that is in two decks.
    case update, remove

    var decks: [String: String] {
      switch self {
      case .rename, .renameBack: ["One": "a\t1\nb\t2\n"]
      case .update, .remove: ["One": "a\t1\t\tg\nb\t2\n", "Two": "x\ty\na\t1\tp\tg\n"]
      }
    }

    var isOfOneDeck: Bool { self == .rename || self == .renameBack }
  }

  /// Decks whose cards were reviewed once, and a daemon that ends or fails as told.
  private final class Stage {
    let desk: CardDesk
    private let edit: Edit
    private let calls: FailingCalls
    private let id: UInt64
    private let memory: [String: Value]
    /// The daemon's variables from its next start on.
    private final class Next { var variables: [String: String] = [:] }
    private let next = Next()

    init(_ edit: Edit, number: Int, code: Int32?, onlyOnce: Bool = false) throws {
      self.edit = edit
      desk = try CardDesk(edit.decks) { [next] _ in next.variables }
      calls = try FailingCalls(in: desk.bus.files)
      try desk.startSession(["deck": .string("One"), "mode": .string("recall")])
      for question in 1...UInt32(2) {
        try desk.reveal(question)
        try desk.grade(question, 3)
      }
      try desk.stopSession()
      if edit == .renameBack {
        // The reviews stay with the first side that an edit of the file has replaced.
        try desk.restart { [desk] in
          try desk.bus.files.write(CardDesk.folder + "One.tsv", "c\t1\nb\t2\n")
        }
        id = try #require(try desk.cards("One").first).id
        try desk.suspend(id)
        memory = [:]
      } else {
        let card = try #require(try desk.cards("One").first)
        (id, memory) = (card.id, try #require(card.forward).values)
      }
      next.variables = calls.environment(changing: number, onlyOnce: onlyOnce, with: code)
      try desk.restart()
      _ = try desk.cards("One")
      try calls.arm()
    }

    func perform() -> BusError? {
      desk.refusal {
        switch edit {
        case .rename: try desk.update(id, ["front": .string("c")])
        case .renameBack: try desk.update(id, ["front": .string("a")])
        case .update: try desk.update(id, ["front": .string("c"), "back": .string("3")])
        case .remove: try desk.remove(id)
        }
      }
    }

    func disarm() throws { try calls.arm(false) }

    var hasStruck: Bool { calls.hasStruck }

    /// Starts a daemon in place of the one that was killed; `number` is where that one is killed.
    func restart(killedAt number: Int? = nil) throws {
      next.variables = number.map { calls.environment(changing: $0) } ?? [:]
      try? disarm()
      try desk.restart(by: SIGKILL)
      if number != nil { try calls.arm() }
    }

    /// Whether the change is made; expects the store and all files to agree.
    func isDone() throws -> Bool {
      // What a daemon has left is settled by the first call, and the files are read after it.
      _ = try desk.cards("One")
      let one = try desk.cards("One")
      if edit.isOfOneDeck {
        let card = try #require(one.first)
        let isDone = card.front == (edit == .rename ? "c" : "a")
        #expect(isDone || card.front == (edit == .rename ? "a" : "c"))
        if edit == .rename {
          #expect(card.id == id && card.forward?.values == memory)
        } else {
          #expect((card.forward != nil) == isDone && card.isSuspended)
        }
        #expect(one[1].forward?.reviews == 1)
        return isDone
      }
      let two = try desk.cards("Two")
      let cards = (one + two).filter { $0.guid == "g" }
      if edit == .remove {
        #expect(cards.isEmpty || cards.count == 2)
        #expect(one.count + two.count == 2 + cards.count)
        return cards.isEmpty
      }
      let isDone = cards.first?.texts == "c|3|"
      #expect(cards.map(\.texts) == (isDone ? ["c|3|", "c|3|p"] : ["a|1|", "a|1|p"]))
      #expect(cards.allSatisfy { $0.id == id && $0.forward?.values == memory })
      return isDone
    }

    /// Expects that the card can be changed as ever, and that nothing is noted any more.
    func expectUsable() throws {
      #expect(try desk.rebuild()[1] == 0)
      let card = try #require(try desk.cards("One").last)
      try desk.update(card.id, ["front": .string("z")])
      try desk.restart(by: SIGKILL)
      let again = try #require(try desk.cards("One").last)
      #expect(again.id == card.id && again.front == "z")
      #expect(again.forward?.values == card.forward?.values)
    }
  }

  /// The numbers of the operations that fail, in their order.
  private static func numbers(_ test: String) -> StrideTo<Int> {
    var generator = SeededGenerator(for: test)
    let isLong = ProcessInfo.processInfo.environment["MEMORIZE_CRASHES"] != nil
    // After a file's new name come at least this many operations.
    let step = isLong ? 1 : 4
    return stride(from: Int.random(in: 1...step, using: &generator), to: 1000, by: step)
  }

  // A kill between the store's rename and the file's left the card as never reviewed, and a card of
  // two decks changed in one of them.
  @Test(arguments: Edit.allCases) func noKillPartsStoreAndFiles(edit: Edit) throws {
    var generator = SeededGenerator(for: "noKillPartsStoreAndFiles \(edit)")
    var done: [Bool] = []
    for number in Self.numbers("noKillPartsStoreAndFiles, first, \(edit)") {
      let stage = try Stage(edit, number: number, code: nil)
      let refusal = stage.perform()
      try stage.disarm()
      if refusal == nil, !stage.hasStruck {
        #expect(try stage.isDone())
        break
      }
      // The daemon that settles it may be killed too.
      try stage.restart(killedAt: Int.random(in: 1...9, using: &generator))
      _ = stage.desk.refusal { _ = try stage.desk.cards("One") }
      try stage.restart()
      done.append(try stage.isDone())
      #expect(refusal != nil || done.last == true)
      try stage.expectUsable()
    }
    // It was killed before and after the change.
    #expect(done.contains(false) && done.contains(true), "\(done)")
  }

  // After a power failure a file had its new name and no content, or the store knew nothing of it.
  @Test func aFileIsOnTheDiskBeforeItTakesTheName() throws {
    var variables: [String: String] = [:]
    let desk = try CardDesk(["One": "a\t1\n"]) { _ in variables }
    let calls = try FailingCalls(in: desk.bus.files)
    variables = calls.environment(changing: 10_000)
    try desk.restart()
    let id = try #require(try desk.cards("One").first).id
    /// Expects these among the changes that a call makes, in this order.
    func expect(
      _ expected: [(call: String, path: String)], change: () throws -> Void
    ) throws {
      try calls.arm()
      try change()
      try calls.arm(false)
      let changes = try calls.changes()
      try desk.bus.files.remove("changes")
      var rest = changes[...]
      for (call, path) in expected {
        let place = rest.firstIndex { $0.hasPrefix(call + " ") && $0.hasSuffix(path) }
        rest = changes[try #require(place, "\(call) \(path): \(changes)")...]
      }
    }
    try expect([
      ("sync", "memorize.sqlite-wal"), ("rename", "/decks/.memorize.new"),
      ("sync", "/memorize/decks"),
    ]) { try desk.update(id, ["front": .string("c")]) }
    try expect([
      ("sync", "/decks/.memorize.new"), ("rename", "/decks/.memorize.new"),
      ("sync", "/memorize/decks"),
    ]) { try desk.update(id, ["back": .string("2")]) }
    for name in ["First", "Second"] {
      try expect([
        ("sync", "/themes/.memorize.new"), ("rename", "/themes/.memorize.new"),
        ("sync", "/memorize/themes"),
      ]) {
        try desk.proxy.callAndWait(
          ThemesContract.add, ["name": .string(name), "faces": Value(["A", "B", "C"])])
      }
    }
  }

  // The files were looked at before their change was noticed, and so what was left was forgotten; or
  // it was tried once more with the disk still full, and then never.
  @Test(arguments: [Edit.update, .remove])
  func whatIsLeftFollowsOnceItsFileCanBeWritten(edit: Edit) throws {
    var number = 10
    var stage = try Stage(edit, number: number, code: ENOSPC)
    while stage.perform()?.message.contains("this one follows") != true {
      try #require(stage.hasStruck, "No failure leaves anything.")
      number += 1
      stage = try Stage(edit, number: number, code: ENOSPC)
    }
    // It is tried by itself, while the disk is full.
    #expect(stage.desk.daemon.errors.waits(for: "is not in all of its decks yet"))
    // It is tried again, which neither refuses reading nor warns anew.
    for _ in 0..<3 { _ = try stage.desk.cards("Two") }
    try stage.disarm()
    #expect(try stage.isDone())
    #expect(stage.desk.daemon.errors.lines.count { $0.contains("is not in all") } == 1)
    try stage.expectUsable()
  }

  // What could not be written was there after a restart, or the reviews were gone.
  @Test(arguments: Edit.allCases, [true, false])
  func noFullDiskPartsStoreAndFiles(edit: Edit, onlyOnce: Bool) throws {
    var refused = 0
    for number in Self.numbers("noFullDiskPartsStoreAndFiles \(edit) \(onlyOnce)") {
      let stage = try Stage(edit, number: number, code: ENOSPC, onlyOnce: onlyOnce)
      let refusal = stage.perform()
      try stage.disarm()
      let isDone = try stage.isDone()
      if let refusal {
        refused += 1
        let isLeft = refusal.message.contains("this one follows when its file can be written")
        #expect(refusal.name.shortName == "StorageFailed", "\(number): \(refusal)")
        #expect(isDone == isLeft && !(isLeft && (onlyOnce || edit.isOfOneDeck)), "\(number)")
      } else {
        #expect(isDone, "\(number)")
      }
      try stage.restart()
      #expect(try stage.isDone() == isDone, "\(number)")
      try stage.expectUsable()
      if !stage.hasStruck { break }
    }
    #expect(refused > 0)
  }
}
