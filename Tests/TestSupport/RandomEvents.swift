internal import MemoryGame
package import Practice

/// What machines do, drawn at random.
package struct RandomEvents {
  package var generator: SeededGenerator
  private var guids = 0

  package init(_ generator: SeededGenerator) { self.generator = generator }

  package mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  package mutating func card() -> CardIdentity {
    let number = number(0...5)
    return number < 2
      ? .guid("g\(number)", gap: number == 1 ? 2 : nil)
      : .side(deck: "d", first: "s\(number)")
  }

  package mutating func newName() -> CardIdentity {
    guids += 1
    return number(0...2) == 0
      ? .guid("new\(guids)") : .side(deck: "d", first: "s\(number(2...5))")
  }

  /// `seen` is up to which numbers its machine has read and written.
  package mutating func content(
    of machine: Machine, after written: [LogEvent], seen: [Machine: UInt64]
  ) -> LogEvent.Content {
    let (direction, rating) = (
      Direction.allCases.randomElement(using: &generator) ?? .forward,
      Rating.allCases.randomElement(using: &generator) ?? .good
    )
    let time = 1_767_225_600_000_000 + UInt64(number(0...40)) * 60_000_000
    switch number(0...19) {
    case 0...7:
      return .review(
        ReviewEvent(
          card(), direction, .answer(rating, .choices), at: time, on: number(20_454...20_500),
          chosenDay: number(0...1) == 0 ? nil : number(20_454...20_600)))
    case 8, 9:
      return .review(
        ReviewEvent(card(), direction, .imported(rating), at: time, on: number(20_000...20_500)))
    case 10:
      guard let memory = MemoryState(stability: Double(number(1...90)), difficulty: 5) else {
        fallthrough
      }
      return .review(
        ReviewEvent(
          card(), direction, .state(memory, introducedAt: time), at: time,
          on: number(20_000...20_500)))
    case 11, 12:
      guard let event = written.randomElement(using: &generator) else { fallthrough }
      if number(0...2) == 0 {
        return .fact(Fact(dayAfter: event.id), "\(number(20_454...20_600))")
      }
      // Mostly its own; or what it had written under another name.
      let other = number(0...3) > 0 ? machine : seen.keys.sorted { $0.name < $1.name }.first
      guard let other, let last = seen[other], last > 0 else { fallthrough }
      return .unreview(EventID(other, UInt64(number(1...Int(last)))))
    case 13: return .fact(Fact(.suspended, of: card()), number(0...1) == 0 ? nil : "yes")
    case 14: return .fact(Fact(.gone, of: card()), number(0...2) == 0 ? nil : "yes")
    case 15:
      return .fact(
        Fact([.started, .deckSuspended].randomElement(using: &generator) ?? .started, named: "d"),
        number(0...1) == 0 ? nil : "yes")
    case 16:
      if number(0...1) == 0 {
        return .fact(Fact(practicedOn: number(20_480...20_490)), number(0...2) == 0 ? nil : "yes")
      }
      return .fact(Fact(.setting, named: "retention"), "0.\(number(70...97))")
    case 17:
      // Guids stay, and are new.
      return .rename(.side(deck: "d", first: "s\(number(2...5))"), to: newName())
    case 18:
      if number(0...5) == 0 { return .forget(seen) }
      fallthrough
    default: return .fact(Fact(.place, named: "d\(number(0...2))"), "\(number(1...9))")
    }
  }
}

extension Machine {
  /// Always the same.
  package static func numbered(_ number: UInt64) -> Machine {
    var generator = SeededGenerator(fixed: number)
    return Machine(using: &generator)
  }
}
