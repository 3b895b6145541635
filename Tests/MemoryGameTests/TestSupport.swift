import TestSupport

@testable import MemoryGame

/// A generator for a test, from a seed that is printed.
func testGenerator(_ test: String = #function) -> DealGenerator {
  var seed = SeededGenerator(for: test)
  return DealGenerator(seed: seed.next())
}

/// Makes a one-sided theme, a face for each text.
func makeTheme(_ faces: [String], rule: PairRule = .all) throws -> Theme {
  var pairs: [Pair] = []
  for face in faces { pairs.append(try Pair(face)) }
  return try Theme(name: "Test", pairs: pairs, rule: rule)
}

func makeTheme(size: Int) throws -> Theme {
  try makeTheme((0..<size).map { "face \($0)" })
}

func makeTheme(sides: [(String, String)]) throws -> Theme {
  var pairs: [Pair] = []
  for (first, second) in sides { pairs.append(try Pair(first, second)) }
  return try Theme(name: "Two-sided", pairs: pairs)
}

/// Returns a moment some seconds after a start that is not zero.
func at(_ seconds: Double, boot: UInt64 = 7) -> Moment {
  let microseconds = UInt64((seconds * 1_000_000).rounded())
  return Moment(
    epoch: 1_700_000_000_000_000 + microseconds, boottime: 5_000_000 + microseconds, boot: boot)
}

/// Begins a game of a one-sided theme of numbers.
func makeGame(
  pairs: Int = 4, seed: UInt64 = 42, scoring: Scoring = .classic, players: [String] = []
) throws -> Game {
  try Game(
    GameBeginning(
      deal: Deal(theme: makeTheme(size: pairs), pairs: pairs, seed: seed), scoring: scoring,
      players: players, startedAt: at(0)))
}

extension Game {
  /// The two cards of each pair, which only a test may know.
  var matches: [(first: Int, second: Int)] {
    deal.mates.indices.filter { $0 < Int(deal.mates[$0]) }.map { ($0, Int(deal.mates[$0])) }
  }

  /// V of the position as it is.
  var expectedMovesLeft: Double { expected.value(position.counts.known) }

  /// Turns two cards up, a second apart, after concealing a mismatch that is in the way.
  @discardableResult
  mutating func play(_ first: Int, _ second: Int) throws -> Transition {
    if card(first).state == .up { _ = try conceal(at: at(Double(2 * flips))) }
    let seconds = Double(2 * flips)
    _ = try flip(first, at: at(seconds))
    return try flip(second, at: at(seconds + 1))
  }

  mutating func playToTheEnd() throws {
    for match in matches where card(match.first).state != .matched {
      try play(match.first, match.second)
    }
  }
}
