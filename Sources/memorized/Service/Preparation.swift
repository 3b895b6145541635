internal import DBus
internal import EventLoop
internal import Store

/// Prepares what calls need before they can be answered, a part in each turn of the loop, so that
/// other clients' calls need not wait.
final class Preparation {
  /// Something that takes long to prepare.
  struct Need {
    /// Called once for each that needs it.
    var begin: () -> Void = {}
    /// Whether it is prepared; only reads.
    let isMet: () -> Bool
    /// Prepares parts while the argument returns true, at least one; returns whether there are more.
    let goOn: (() -> Bool) -> Bool

    /// Prepares all of it now.
    func meet() {
      begin()
      while !isMet(), goOn({ true }) {}
    }
  }

  private struct Waiter {
    let needs: [Need]
    let isCall: Bool
    let then: () -> Void
    /// How often all was prepared, and more was needed then.
    var rounds = 0

    var unmet: Need? { rounds < Preparation.maximumRounds ? needs.first { !$0.isMet() } : nil }
  }

  /// How often all is prepared for a call before it is answered even if it needs more: files that
  /// change all the time must not keep it waiting for ever.
  private static let maximumRounds = 4
  /// How many calls are answered before the loop does its other work.
  private static let callsPerTurn = 64

  /// While this is set, everybody waits.
  var isPaused = false { didSet { continueLater() } }
  /// Whether a client reads no replies, which must not fill our memory.
  var isCongested: () -> Bool = { false }

  private let loop: Loop
  /// What everybody needs first.
  private let common: Need
  /// In the order in which they came.
  private var waiting: [Waiter] = []
  /// The place of the one that something was prepared for last.
  private var turn = 0
  private var hasEnded = false
  private let isDue = Loop.Flag()

  init(loop: Loop, common: Need) {
    self.loop = loop
    self.common = common
  }

  var isIdle: Bool { waiting.isEmpty }

  /// Lets the calls of an interface wait for what all of them need.
  func gate(_ needs: Need...) -> ObjectServer.Gate {
    { [unowned self] then in require(needs, then: then) }
  }

  /// Calls `then` when all is prepared: at once if it is.
  func require(_ needs: [Need], then: @escaping () -> Void) {
    add(Waiter(needs: [common] + needs, isCall: true, then: then))
  }

  /// Answers a call when all is prepared.
  func answer<each Output: BusType>(
    _ reply: Reply<repeat each Output>, after needs: [Need],
    with body: @escaping () throws -> (repeat each Output)
  ) {
    require(needs) { reply.answer(body) }
  }

  /// As ``require(_:then:)``, for work that no call waits for: at the end it is not done.
  func prepare(_ needs: [Need], then: @escaping () -> Void) {
    add(Waiter(needs: [common] + needs, isCall: false, then: then))
  }

  private func add(_ waiter: Waiter) {
    for need in waiter.needs { need.begin() }
    if hasEnded { return finish(waiter) }
    // None overtakes one that came before and can be answered.
    if !isPaused, waiter.unmet == nil, !waiting.contains(where: { $0.unmet == nil }) {
      return waiter.then()
    }
    waiting.append(waiter)
    continueLater()
  }

  /// Answers all calls, and from now on each at once.
  func end() {
    (hasEnded, isPaused) = (true, false)
    let all = waiting
    waiting = []
    all.forEach(finish)
  }

  private func finish(_ waiter: Waiter) {
    guard waiter.isCall else { return }
    var waiter = waiter
    while let need = waiter.unmet {
      if !need.goOn({ true }) { waiter.rounds += 1 }
    }
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
    var rest = Self.callsPerTurn
    repeat {
      answerPrepared(atMost: &rest)
      goOn(in: slice)
    } while rest > 0 && !waiting.isEmpty && !slice.isOver
    continueLater()
  }

  private func answerPrepared(atMost rest: inout Int) {
    var place = 0
    while rest > 0, place < waiting.count {
      guard waiting[place].unmet == nil else {
        place += 1
        continue
      }
      rest -= 1
      // It may change what the others need.
      waiting.remove(at: place).then()
    }
  }

  private func goOn(in slice: TimeSlice) {
    guard !waiting.isEmpty else { return }
    // All take turns, so that a short preparation does not wait for a long one.
    turn = (turn + 1) % waiting.count
    while let need = waiting[turn].unmet {
      if !need.goOn({ !slice.isOver }) { waiting[turn].rounds += 1 }
      if slice.isOver { return }
    }
  }
}

extension Store {
  /// The database: no answer comes from one that may be damaged.
  var need: Preparation.Need {
    Preparation.Need(
      begin: { [unowned self] in followFile() }, isMet: { [unowned self] in !isUnchecked },
      goOn: { [unowned self] in
        _ = checkPart(while: $0)
        return isUnchecked
      })
  }
}

/// Work for one call, whose result its answer is made from.
protocol PreparedWork: AnyObject {
  var isDone: Bool { get }
  /// Does parts of it while the argument returns true, at least one.
  func goOn(while goesOn: () -> Bool)
}

extension Preparation.Need {
  init(_ work: some PreparedWork) {
    self.init(isMet: { work.isDone }) {
      work.goOn(while: $0)
      return !work.isDone
    }
  }
}
