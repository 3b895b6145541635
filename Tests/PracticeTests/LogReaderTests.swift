import PlainText
import TestSupport
import Testing

@testable import Practice

@Suite struct LogReaderTests {
  private static let machine = Machine.numbered(1)

  private static func event(_ sequence: UInt64) -> LogEvent {
    LogEvent(
      EventID(machine, sequence), at: sequence, .fact(Fact(.setting, named: "a"), "\(sequence)"))
  }

  private static func lines(_ numbers: some Sequence<UInt64>) -> [UInt8] {
    numbers.flatMap { LogLine.text(of: event($0)) }
  }

  private struct Reading: Equatable {
    var events: [UInt64] = []
    var faults: [LogLineError] = []
    var done = 0
    var wait: LogReader.Wait?
  }

  /// Reads a log in the parts that end at these places.
  private func read(_ log: [UInt8], cutAt ends: [Int] = []) -> Reading {
    var (reader, reading) = (LogReader(Self.machine), Reading())
    for end in ends + [log.count] where end >= reading.done {
      let (done, wait) = reader.read(log[reading.done..<end]) { result in
        switch result {
        case .success(let event): reading.events.append(event.id.sequence)
        case .failure(let fault): reading.faults.append(fault)
        }
      }
      reading.done += done
      reading.wait = wait
    }
    return reading
  }

  @Test func aLogInPartsIsTheLog() {
    let log = Self.lines(1...5)
    for cut in 0...log.count {
      let reading = read(log, cutAt: [cut])
      #expect(reading == Reading(events: [1, 2, 3, 4, 5], done: log.count))
      #expect(read(Array(log.prefix(cut))).wait == (cut % (log.count / 5) == 0 ? nil : .endOfLine))
    }
  }

  @Test func whatFollowsAGapWaits() {
    let log = Self.lines([1, 2, 5, 6])
    let reading = read(log)
    #expect(reading.events == [1, 2])
    #expect(reading.wait == .events(after: 2, before: 5) && reading.done == log.count / 2)
    #expect(read(Self.lines([2, 3])).wait == .events(after: 0, before: 2))
  }

  @Test func aDamagedLineIsNamedAndTheOthersAreRead() {
    var log = Self.lines(1...4)
    let second = log.count / 4 + 3
    log[second] ^= 1
    #expect(read(log) == Reading(events: [1, 3, 4], faults: [.damaged], done: log.count))
    // It may be two, whose end was lost.
    log[log.count / 2 - 1] = UInt8(ascii: " ")
    #expect(read(log) == Reading(events: [1, 4], faults: [.damaged], done: log.count))
  }

  /// The end of a file may be on its way.
  @Test func aDamagedLastLineWaits() {
    var log = Self.lines(1...2)
    log[log.count - 3] ^= 1
    #expect(
      read(log) == Reading(events: [1], done: log.count / 2, wait: .endOfLine))
  }

  @Test func anUnknownKindIsCounted() {
    var log = Self.lines([1])
    let later = LogLineTests.line("2\t2\tdream\tof=sheep")
    log += later + [UInt8(ascii: "\n")] + Self.lines([3])
    #expect(
      read(log)
        == Reading(
          events: [1, 3], faults: [.unknown(EventID(Self.machine, 2), kind: "dream")],
          done: log.count))
  }

  @Test func aLineWithoutEndIsPassedOver() {
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: LogLine.maximumBytes + 1)
    let log = Self.lines([1]) + long + long + [UInt8(ascii: "\n")] + Self.lines([7, 8])
    let expected = Reading(events: [1, 7, 8], faults: [.tooLong], done: log.count)
    #expect(read(log) == expected)
    let start = Self.lines([1]).count
    #expect(read(log, cutAt: [start + long.count, start + long.count + 5]) == expected)
  }

  @Test func forgettingLeavesNoReview() {
    let card = CardIdentity.guid("secret")
    func review(_ sequence: UInt64) -> LogEvent {
      LogEvent(
        EventID(Self.machine, sequence), at: sequence,
        .review(ReviewEvent(card, .forward, .answer(.good, .choices), at: 1, on: 1)))
    }
    let torn = LogLine.text(of: review(3)).dropFirst(2)
    let log =
      LogLine.text(of: review(1)) + Self.lines([2]) + torn + Self.lines([4])
      + LogLine.text(of: review(5))
    let erased = LogLine.lines(log[...], of: Self.machine, withoutReviewsUpTo: 4)
    #expect(read(erased) == Reading(events: [4, 2, 4, 5], done: erased.count))
    #expect(LogLine.lines(erased[...], of: Self.machine, withoutReviewsUpTo: 4) == erased)
    let all = LogLine.lines(erased[...], of: Self.machine, withoutReviewsUpTo: 5)
    #expect(!String(decoding: all, as: UTF8.self).contains("secret"))
    #expect(read(all) == Reading(events: [5, 2, 4], done: all.count))
    #expect(LogLine.lines([], of: Self.machine, withoutReviewsUpTo: 5).isEmpty)
  }
}
