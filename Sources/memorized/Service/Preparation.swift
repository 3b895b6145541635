internal import DBus
internal import EventLoop
internal import Store

/// Prepares what calls need before they can be answered, in small steps, so that other clients'
/// calls need not wait.
final class Preparation {
  /// Something that takes long to prepare.
  protocol Need {
    /// Called when a call that needs it arrives.
    func begin()
    /// Whether it is prepared; only reads.
    var isMet: Bool { get }
    /// Takes one step, then more while the argument returns true; returns whether work remains.
    func advance(while mayContinue: () -> Bool) -> Bool
  }

  private struct Waiter {
    let needs: [any Need]
    let isCall: Bool
    let then: () -> Void
    /// How often each need was met and then turned out to need more.
    var rounds: [Int]

    init(_ needs: [any Need], isCall: Bool, then: @escaping () -> Void) {
      (self.needs, self.isCall, self.then) = (needs, isCall, then)
      rounds = needs.map { _ in 0 }
    }

    var unmet: Int? {
      needs.indices.first { rounds[$0] < Preparation.maximumRounds && !needs[$0].isMet }
    }

    /// Takes a step of a need.
    mutating func advance(_ need: Int, while mayContinue: () -> Bool) {
      if !needs[need].advance(while: mayContinue) { rounds[need] += 1 }
    }
  }

  /// How often a need is met for a call before the call is answered even if it needs more: files
  /// that keep changing must not keep it waiting forever.
  private static let maximumRounds = 4
  /// How many calls are answered before the loop does its other work.
  private static let callsPerTurn = 64

  /// While true, calls that pass a gate wait.
  var isPaused = false { didSet { continueLater() } }
  /// Whether a client reads no replies, which must not fill our memory.
  var isCongested: () -> Bool = { false }

  private let loop: Loop
  /// What every call needs first.
  private let common: any Need
  /// In the order in which they came.
  private var waiting: [Waiter] = []
  /// The index of the waiter that something was prepared for last.
  private var turn = 0
  private var hasEnded = false
  private let isDue = Loop.Flag()

  init(loop: Loop, common: any Need) {
    self.loop = loop
    self.common = common
  }

  var isIdle: Bool { waiting.isEmpty }

  /// Lets the calls of an interface wait for what all of them need.
  func gate(_ needs: any Need...) -> ObjectServer.Gate {
    { [unowned self] then in require(needs, then: then) }
  }

  /// Calls `then` when all is prepared: at once if it is.
  func require(_ needs: [any Need], then: @escaping () -> Void) {
    add(needs, isCall: true, then: then)
  }

  /// Answers a call when all is prepared.
  func answer<each Output: BusType>(
    _ reply: Reply<repeat each Output>, after needs: [any Need],
    with body: @escaping () throws -> (repeat each Output)
  ) {
    require(needs) { reply.answer(body) }
  }

  /// As ``require(_:then:)``, for work that no call waits for; dropped when the service ends.
  func prepare(_ needs: [any Need], then: @escaping () -> Void) {
    add(needs, isCall: false, then: then)
  }

  private func add(_ needs: [any Need], isCall: Bool, then: @escaping () -> Void) {
    common.begin()
    for need in needs { need.begin() }
    // Nearly every call finds everything prepared, and nobody waiting.
    if waiting.isEmpty, !isPaused, common.isMet, needs.allSatisfy(\.isMet) {
      return then()
    }
    let waiter = Waiter([common] + needs, isCall: isCall, then: then)
    if hasEnded { return finish(waiter) }
    // It must not overtake an earlier one that is also ready.
    if !isPaused, waiter.unmet == nil, !waiting.contains(where: { $0.unmet == nil }) {
      return waiter.then()
    }
    waiting.append(waiter)
    continueLater()
  }

  /// Answers every waiting call now, and every later one at once.
  func end() {
    (hasEnded, isPaused) = (true, false)
    let all = waiting
    waiting = []
    all.forEach(finish)
  }

  private func finish(_ waiter: Waiter) {
    guard waiter.isCall else { return }
    var waiter = waiter
    while let need = waiter.unmet { waiter.advance(need) { true } }
    waiter.then()
  }

  private func continueLater(after delay: Duration? = nil) {
    guard !isPaused, !waiting.isEmpty else { return }
    loop.enqueueOnce(isDue, after: delay) { [weak self] in self?.continueNow() }
  }

  private func continueNow() {
    guard !isPaused else { return }
    guard !isCongested() else { return continueLater(after: .milliseconds(10)) }
    let slice = TimeSlice()
    var budget = Self.callsPerTurn
    repeat {
      answerPrepared(&budget)
      advance(in: slice)
    } while budget > 0 && !waiting.isEmpty && !slice.isOver
    continueLater()
  }

  private func answerPrepared(_ budget: inout Int) {
    // The file of the database may have been replaced meanwhile.
    common.begin()
    var index = 0
    while budget > 0, index < waiting.count {
      guard waiting[index].unmet == nil else {
        index += 1
        continue
      }
      budget -= 1
      // It may change what the others need.
      waiting.remove(at: index).then()
    }
  }

  private func advance(in slice: TimeSlice) {
    guard !waiting.isEmpty else { return }
    // All take turns, so that a short preparation does not wait for a long one.
    turn = (turn + 1) % waiting.count
    while let need = waiting[turn].unmet {
      // A copy, since a step may let others wait.
      var waiter = waiting[turn]
      waiter.advance(need) { !slice.isOver }
      waiting[turn] = waiter
      if slice.isOver { return }
    }
  }
}

extension Preparation.Need {
  func begin() {}

  /// Prepares all of it now.
  func meet() {
    begin()
    while !isMet, advance(while: { true }) {}
  }
}

/// The database: no answer comes from one that may be damaged.
extension Store: Preparation.Need {
  func begin() { followFile() }

  var isMet: Bool { !isUnchecked }

  func advance(while mayContinue: () -> Bool) -> Bool {
    _ = checkPart(while: mayContinue)
    return isUnchecked
  }
}

/// Work in steps whose output becomes the answer to one call.
final class SteppedWork<Output>: Preparation.Need {
  private let step: (() -> Bool) throws(StoreError) -> Output?
  private var outcome: Result<Output, StoreError>?

  /// `step` returns nil while work remains; it may do more while its argument returns true.
  init(_ step: @escaping (() -> Bool) throws(StoreError) -> Output?) { self.step = step }

  var isMet: Bool { outcome != nil }

  func advance(while mayContinue: () -> Bool) -> Bool {
    do throws(StoreError) {
      outcome = try step(mayContinue).map { .success($0) }
    } catch {
      outcome = .failure(error)
    }
    return !isMet
  }

  func output() throws(StoreError) -> Output {
    while true {
      if let outcome { return try outcome.get() }
      _ = advance { true }
    }
  }
}
