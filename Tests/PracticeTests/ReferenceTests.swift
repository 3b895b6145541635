import Foundation
import TestSupport
import Testing

@testable import Practice

/// FSRS beside the Python package of its authors.
@Suite struct ReferenceTests {
  struct Review {
    let rating: Rating
    let seconds: UInt64
  }

  @Test func thousandRandomHistories() throws {
    var generator = SeededGenerator(for: "thousandRandomHistories")
    let histories = (0..<1000).map { _ in randomHistory(using: &generator) }
    guard let answers = try reference(histories) else { return }
    try #require(answers.count == histories.count)
    var reviews = 0
    for (history, answer) in zip(histories, answers) {
      try #require(history.count == answer.count)
      var day = newYear.day
      var schedule: Schedule?
      for (review, expected) in zip(history, answer) {
        // The reference counts spans of 24 hours from one review to the next.
        day += Int(review.seconds / 86_400)
        let chance = schedule.map { FSRS().retrievability(of: $0, on: day) }
        let next = FSRS().schedule(after: schedule, review.rating, at: newYear, on: day)
        let found = [next.memory.stability, next.memory.difficulty, Double(next.interval), chance]
        for (number, reference) in zip(found, expected) {
          try #require(isClose(number, reference), "\(history): \(found) is not \(expected)")
        }
        schedule = next
        reviews += 1
      }
    }
    #expect(reviews >= 1000)
  }

  /// Equal to 1e-6; numbers above 1 relatively, as a stability of millions has no more digits.
  private func isClose(_ number: Double?, _ reference: Double?) -> Bool {
    guard let number, let reference else { return number == nil && reference == nil }
    return abs(number - reference) <= 1e-6 * max(1, abs(reference))
  }

  /// Reviews on the same day, on the edges of days, in time, late, and after a lifetime.
  private func randomHistory(using generator: inout some RandomNumberGenerator) -> [Review] {
    let day: UInt64 = 86_400
    return (0..<Int.random(in: 1...20, using: &generator)).map { number in
      let seconds: UInt64
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: seconds = .random(in: 0..<day, using: &generator)
      case 1: seconds = [0, 1, day - 1, day, day + 1].randomElement(using: &generator) ?? 0
      case 5: seconds = .random(in: 0...40_000, using: &generator) * day
      default: seconds = .random(in: day...(400 * day), using: &generator)
      }
      return Review(
        rating: Rating.allCases.randomElement(using: &generator) ?? .good,
        seconds: number == 0 ? 0 : seconds)
    }
  }

  /// The package's results; nil if the package index cannot be reached.
  private func reference(_ histories: [[Review]]) throws -> [[[Double?]]]? {
    let texts = histories.map { $0.map { [UInt64($0.rating.rawValue), $0.seconds] } }
    return try answer("fsrs_reference", with: "fsrs==6.3.2", to: texts)
  }

  private struct Year: Encodable {
    let cards = 1_000
    let new = 10
    let first = [0.24, 0.09, 0.5, 0.17]
    let later = [0.22, 0.64, 0.14]
    let seeds: [UInt64] = [1, 2, 3, 4, 5]
  }

  /// A year of 1,000 cards: as many known and as many reviews as in the simulator of FSRS' authors, within
  /// what its seeds differ.
  @Test func aSimulatedYearIsTheirs() throws {
    let year = Year()
    guard
      let theirs: [[Double]] = try answer(
        "fsrs_simulation", with: "fsrs-rs-python==0.9.3", to: year)
    else { return }
    var settings = PracticeSettings()
    settings.newPerDay = year.new
    let ours = year.seeds.map { seed in
      var simulation = PracticeSimulation(
        [], unseen: year.cards, from: newYear.day, days: 365, FSRS(), settings, seed: seed)
      let reviews = (0..<365).map { _ in simulation.next().reviews }
      return [
        simulation.known, Double(reviews.reduce(0, +)), Double(reviews.suffix(30).reduce(0, +)),
      ]
    }
    for index in 0..<3 {
      let (own, other) = (ours.map { $0[index] }, theirs.map { $0[index] })
      let difference = abs(own.reduce(0, +) - other.reduce(0, +)) / Double(year.seeds.count)
      let spread = (own + other).max().map { $0 - ((own + other).min() ?? 0) } ?? 0
      #expect(difference <= spread / 2, "\(own) \(other)")
    }
  }

  /// What a script says of some input; nil if its package cannot be installed.
  private func answer<Answer: Decodable>(
    _ script: String, with package: String, to question: some Encodable
  ) throws -> Answer? {
    let input = FileManager.default.temporaryDirectory
      .appendingPathComponent("memorize-question-\(UUID().uuidString).json")
    try JSONEncoder().encode(question).write(to: input)
    defer { try? FileManager.default.removeItem(at: input) }
    let file = try FileHandle(forReadingFrom: input)
    let path = try #require(
      Bundle.module.url(forResource: script, withExtension: "py", subdirectory: "Scripts")
    ).path
    let (python, arguments) = SourceTree.python(with: [package], [path])
    let child = try Child(python, arguments, input: file.fileDescriptor)
    let answer = child.output.rest()
    let complaint = child.errors.rest()
    let code = child.wait()
    try file.close()
    // If the package cannot be installed, only the vectors are compared.
    if code == 3 {
      print("NOT COMPARED with \(package): PyPI is out of reach.\n\(complaint)")
      return nil
    }
    try #require(code == 0, "\(complaint)")
    return try JSONDecoder().decode(Answer.self, from: Data(answer.utf8))
  }
}
