import EventLoop
import TestSupport
import Testing

@testable import memorized

/// What calls need is prepared while other calls are answered.
@Suite struct PreparationTests {
  /// A thing that takes some parts to prepare.
  private final class Thing {
    private(set) var parts = 0
    private(set) var begun = 0
    /// How many parts make it complete; a call that finds it complete may need more.
    var needed: Int

    init(_ needed: Int) { self.needed = needed }

    var need: Preparation.Need {
      Preparation.Need(
        begin: { self.begun += 1 }, isMet: { self.parts >= self.needed }
      ) { _ in
        self.parts += 1
        return self.parts < self.needed
      }
    }
  }

  private let loop: Loop
  private let preparation: Preparation
  private let common = Thing(0)

  init() throws {
    loop = try Loop()
    preparation = Preparation(loop: loop, common: common.need)
  }

  @Test func aMetNeedIsAnsweredAtOnce() {
    var isDone = false
    preparation.require([Thing(0).need]) { isDone = true }
    #expect(isDone && preparation.isIdle && common.begun == 1)
  }

  @Test func everythingIsPreparedInItsOrder() {
    let (first, second) = (Thing(3), Thing(2))
    var order: [String] = []
    func noting(_ name: String, _ thing: Thing) -> Preparation.Need {
      Preparation.Need(isMet: thing.need.isMet) { mayContinue in
        order.append(name)
        return thing.need.advance(mayContinue)
      }
    }
    var isDone = false
    preparation.require([noting("a", first), noting("b", second)]) { isDone = true }
    #expect(!isDone && !preparation.isIdle)
    #expect(loop.waits { isDone })
    #expect(order == ["a", "a", "a", "b", "b"] && preparation.isIdle)
  }

  /// A long preparation for one once delayed what was prepared for another.
  @Test func twoThatWaitTakeTurns() {
    let (long, short) = (Thing(.max), Thing(1))
    var answered: [String] = []
    preparation.require([long.need]) { answered.append("long") }
    preparation.require([short.need]) { answered.append("short") }
    preparation.require([Thing(0).need]) { answered.append("none") }
    #expect(loop.waits { answered == ["none", "short"] })
    long.needed = 0
    #expect(loop.waits { answered == ["none", "short", "long"] })
  }

  /// A call that waited for the same as an earlier one was once answered before it.
  @Test func callsAreAnsweredInTheirOrder() {
    let thing = Thing(2)
    var answered: [Int] = []
    for number in 0..<4 { preparation.require([thing.need]) { answered.append(number) } }
    thing.needed = 0
    preparation.require([thing.need]) { answered.append(4) }
    #expect(answered.isEmpty)
    #expect(loop.waits { answered.count == 5 })
    #expect(answered == [0, 1, 2, 3, 4])
  }

  /// Files that change all the time must not keep a call waiting for ever.
  @Test(arguments: [(1, 1), (2, 2), (4, 4), (.max, 4)])
  func aGrowingNeedIsAnsweredAfterSomeRounds(needed: Int, rounds: Int) {
    var made = 0
    var isDone = false
    let need = Preparation.Need(isMet: { made >= needed }) { _ in
      made += 1
      return false
    }
    preparation.require([need]) { isDone = true }
    #expect(loop.waits { isDone })
    #expect(made == rounds)
  }

  /// The needs of a call were once counted together, so a call with three was answered too early.
  @Test func eachNeedHasItsOwnRounds() {
    let things = (0..<6).map { _ in Thing(3) }
    var isDone = false
    preparation.require(things.map(\.need)) { isDone = true }
    #expect(loop.waits { isDone })
    #expect(things.map(\.parts) == [3, 3, 3, 3, 3, 3])
  }

  @Test func aPauseHoldsAllAnswers() {
    preparation.isPaused = true
    var answered: [Int] = []
    for number in 0..<3 { preparation.require([]) { answered.append(number) } }
    var isLater = false
    loop.schedule(after: .milliseconds(20)) { isLater = true }
    #expect(loop.waits { isLater })
    #expect(answered.isEmpty)
    preparation.isPaused = false
    #expect(loop.waits { answered == [0, 1, 2] })
  }

  /// A caller that reads no replies must not fill our memory.
  @Test func aCongestedBusHoldsAllAnswers() {
    var isCongested = true
    preparation.isCongested = { isCongested }
    let thing = Thing(1)
    var isDone = false
    preparation.require([thing.need]) { isDone = true }
    var isLater = false
    loop.schedule(after: .milliseconds(50)) { isLater = true }
    #expect(loop.waits { isLater })
    #expect(!isDone && thing.parts == 0)
    isCongested = false
    #expect(loop.waits { isDone })
  }

  @Test func atTheEndAllCallsAreAnswered() {
    var answered: [String] = []
    let things = [Thing(3), Thing(.max), Thing(2)]
    preparation.require([things[0].need]) { answered.append("call") }
    preparation.prepare([things[1].need]) { answered.append("nobody's") }
    preparation.isPaused = true
    preparation.end()
    #expect(answered == ["call"] && things.map(\.parts) == [3, 0, 0])
    preparation.require([things[2].need]) { answered.append("later") }
    #expect(answered == ["call", "later"] && things[2].parts == 2)
  }
}
