import EventLoop
import TestSupport
import Testing

@testable import memorized

/// What calls need is prepared while other calls are answered.
@Suite struct PreparationTests {
  /// A thing that takes some parts to prepare.
  private final class Thing: Preparation.Need {
    private(set) var parts = 0
    private(set) var begun = 0
    /// How many parts make it complete; a call that finds it complete may need more.
    var needed: Int
    var onStep: () -> Void = {}

    init(_ needed: Int) { self.needed = needed }

    func begin() { begun += 1 }

    var isMet: Bool { parts >= needed }

    func advance(while mayContinue: () -> Bool) -> Bool {
      parts += 1
      onStep()
      return parts < needed
    }
  }

  private let loop: Loop
  private let preparation: Preparation
  private let common = Thing(0)

  init() throws {
    loop = try Loop()
    preparation = Preparation(loop: loop, common: common)
  }

  @Test func aMetNeedIsAnsweredAtOnce() {
    var isDone = false
    preparation.require([Thing(0)]) { isDone = true }
    #expect(isDone && preparation.isIdle && common.begun == 1)
  }

  @Test func everythingIsPreparedInItsOrder() {
    let (first, second) = (Thing(3), Thing(2))
    var order: [String] = []
    first.onStep = { order.append("a") }
    second.onStep = { order.append("b") }
    var isDone = false
    preparation.require([first, second]) { isDone = true }
    #expect(!isDone && !preparation.isIdle)
    #expect(loop.waits { isDone })
    #expect(order == ["a", "a", "a", "b", "b"] && preparation.isIdle)
  }

  /// A long preparation for one once delayed what was prepared for another.
  @Test func twoThatWaitTakeTurns() {
    let (long, short) = (Thing(.max), Thing(1))
    var answered: [String] = []
    preparation.require([long]) { answered.append("long") }
    preparation.require([short]) { answered.append("short") }
    preparation.require([Thing(0)]) { answered.append("none") }
    #expect(loop.waits { answered == ["none", "short"] })
    long.needed = 0
    #expect(loop.waits { answered == ["none", "short", "long"] })
  }

  /// A call that waited for the same as an earlier one was once answered before it.
  @Test func callsAreAnsweredInTheirOrder() {
    let thing = Thing(2)
    var answered: [Int] = []
    for number in 0..<4 { preparation.require([thing]) { answered.append(number) } }
    thing.needed = 0
    preparation.require([thing]) { answered.append(4) }
    #expect(answered.isEmpty)
    #expect(loop.waits { answered.count == 5 })
    #expect(answered == [0, 1, 2, 3, 4])
  }

  /// Files that change all the time must not keep a call waiting for ever.
  @Test(arguments: [(1, 1), (2, 2), (4, 4), (.max, 4)])
  func aGrowingNeedIsAnsweredAfterSomeRounds(needed: Int, rounds: Int) {
    /// Takes one step each time that it was met and turns out to need more.
    final class Growing: Preparation.Need {
      private let needed: Int
      private(set) var made = 0

      init(_ needed: Int) { self.needed = needed }

      var isMet: Bool { made >= needed }

      func advance(while mayContinue: () -> Bool) -> Bool {
        made += 1
        return false
      }
    }
    let growing = Growing(needed)
    var isDone = false
    preparation.require([growing]) { isDone = true }
    #expect(loop.waits { isDone })
    #expect(growing.made == rounds)
  }

  /// The needs of a call were once counted together, so a call with three was answered too early.
  @Test func eachNeedHasItsOwnRounds() {
    let things = (0..<6).map { _ in Thing(3) }
    var isDone = false
    preparation.require(things) { isDone = true }
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
    preparation.require([thing]) { isDone = true }
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
    preparation.require([things[0]]) { answered.append("call") }
    preparation.prepare([things[1]]) { answered.append("nobody's") }
    preparation.isPaused = true
    preparation.end()
    #expect(answered == ["call"] && things.map(\.parts) == [3, 0, 0])
    preparation.require([things[2]]) { answered.append("later") }
    #expect(answered == ["call", "later"] && things[2].parts == 2)
  }
}
