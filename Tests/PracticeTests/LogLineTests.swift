import PlainText
import TestSupport
import Testing

@testable import Practice

@Suite struct LogLineTests {
  static let machine = Machine.numbered(1)

  static let review = ReviewEvent(
    .guid("q7Tz", gap: 2), .forward, .answer(.good, .choices), at: 1_764_335_728_000_000, on: 20420,
    took: 2300, chosenDay: 20431)

  static let events: [LogEvent.Content] = [
    .review(review),
    .review(
      ReviewEvent(
        .side(deck: "spanish\\ ", first: "el \u{301}perro"), .backward, .imported(.again), at: 1,
        on: 0)),
    .review(
      ReviewEvent(
        .side(deck: "d", first: "1"), .forward,
        .state(
          MemoryState(clamping: 0.1 + 0.2, difficulty: 9.999_999_999_999_998), introducedAt: 7),
        at: 9, on: 3)),
    .unreview(EventID(machine, 17)),
    .fact(Fact(.setting, named: "retention"), "0.85"),
    .fact(Fact(.setting, named: "easy-days"), ""),
    .fact(Fact(.setting, named: "breaks"), nil),
    .fact(Fact(.suspended, of: .guid("q7Tz")), "yes"),
    .fact(Fact(.gone, of: .side(deck: "d", first: "x\t3")), "yes"),
    .fact(Fact(.place, named: "spanish"), "2"), .fact(Fact(.added, named: "spanish"), "17"),
    .fact(Fact(.started, named: "spanish"), "yes"),
    .fact(Fact(.deckSuspended, named: "spanish"), nil),
    .fact(Fact(dayAfter: EventID(machine, 3)), "20433"),
    .fact(Fact(practicedOn: 20433), "yes"), .fact(Fact(practicedOn: -1), nil),
    .fact(Fact(.machine, named: machine.name), "desk\ttop\n"),
    .rename(.side(deck: "d", first: "x"), to: .guid("abc")),
    .forget([machine: 12, .numbered(2): 3]), .forget([:]),
  ]

  @Test(arguments: events) func anEventIsReadAsItWasWritten(content: LogEvent.Content) throws {
    let event = LogEvent(EventID(Self.machine, 5), at: 6, content)
    let line = LogLine.text(of: event)
    #expect(line.filter { $0 == UInt8(ascii: "\n") }.count == 1)
    #expect(try LogLine.event(line.dropLast(), of: Self.machine) == event)
  }

  @Test func aLineIsWhatTheManualShows() {
    let event = LogEvent(EventID(Self.machine, 17), at: 1_764_335_728_000_123, .review(Self.review))
    #expect(
      String(decoding: LogLine.text(of: event), as: UTF8.self) == """
        17\t1764335728000123\treview\tguid=q7Tz\tgap=2\tdirection=forward\tat=1764335728000000\t\
        on=20420\tchosen=20431\trating=3\ttook=2300\tmode=choices\t5673e969\n
        """)
  }

  /// With the sum that belongs to it.
  static func line(_ text: String) -> ArraySlice<UInt8> {
    var sum = CRC32C()
    sum.add(text.utf8)
    return Array("\(text)\t\(sum.value.zeroPadded(to: 8, radix: 16))".utf8)[...]
  }

  @Test func whatIsNoEventIsNamed() {
    func fault(_ text: String) -> LogLineError? {
      Result { () throws(LogLineError) in
        try LogLine.event(Self.line(text), of: Self.machine)
      }.failure
    }
    #expect(fault("1\t2\tforget\t") == nil)
    #expect(fault("1\t2\tforget\tlater=yes") == nil)
    for text in [
      "", "1", "1\t2\tforget", "0\t2\tforget\t", "+1\t2\tforget\t", "-1\t2\tforget\t",
      "1\t\tforget\t", "4611686018427387905\t1\tforget\t", "99999999999999999999\t1\tforget\t",
      "1\t4611686018427387905\tforget\t",
    ] { #expect(fault(text) == .invalid, "\(text)") }
    let id = EventID(Self.machine, 1)
    #expect(fault("1\t2\tdream\ta=1") == .unknown(id, kind: "dream"))
    for text in [
      "review\tguid=a", "review\tguid=a\tdirection=up\tat=1\ton=1\trating=3",
      "review\tguid=a\tdirection=forward\tat=1\ton=1\trating=5",
      "review\tguid=a\tgap=0\tdirection=forward\tat=1\ton=1\trating=3",
      "review\tguid=a\tgap=x\tdirection=forward\tat=1\ton=1\trating=3",
      "review\tguid=\tdirection=forward\tat=1\ton=1\trating=3",
      "review\tguid=a\\tb\tdirection=forward\tat=1\ton=1\trating=3",
      "review\tguid=a\tdirection=forward\tat=1\ton=1\trating=3\tmode=dance",
      "review\tguid=a\tdirection=forward\tat=99999999999999999999\ton=1\trating=3",
      "state\tguid=a\tdirection=forward\tat=1\ton=1\tstability=nan\tdifficulty=5\tintroduced=1",
      "state\tguid=a\tdirection=forward\tat=1\ton=1\tstability=-1\tdifficulty=5\tintroduced=1",
      "unreview\tof=abc", "unreview\tof=\(Self.machine.name):0", "unreview\tof=ABCDEFGHIJKLMN23:1",
      "setting\tvalue=1", "setting\tname=a\tvalue=\\x", "suspended\tname=a", "day\tname=a",
      "rename\tguid=a", "word", "forget\t\(Self.machine.name)=x",
      "forget\t\(Self.machine.name)=4611686018427387905",
    ] { #expect(fault("1\t2\t" + text) != nil, "\(text)") }
  }

  @Test func eachChangedByteIsFound() {
    let line = LogLine.text(of: LogEvent(EventID(Self.machine, 1), at: 2, .review(Self.review)))
      .dropLast()
    for index in line.indices {
      for bit in 0..<8 {
        var changed = line
        changed[index] ^= 1 << bit
        #expect(throws: LogLineError.self) { try LogLine.event(changed, of: Self.machine) }
      }
    }
  }

  /// What a synchronizer, an editor or an attacker leaves must not stop the service.
  @Test func noLineStopsTheReader() {
    var generator = SeededGenerator(for: "noLineStopsTheReader")
    for _ in 0..<rounds(3000, ofAll: 100_000) {
      let text = Self.events.randomElement(using: &generator)!
      var line = LogLine.text(of: LogEvent(EventID(Self.machine, 1), at: 2, text)).dropLast(10)
      for _ in 0..<Int.random(in: 0...4, using: &generator) where !line.isEmpty {
        let index = line.indices.randomElement(using: &generator)!
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: line[index] = UInt8.random(in: 0...255, using: &generator)
        case 1: line.remove(at: index)
        default: line.insert(contentsOf: "=\t\\9-".utf8.shuffled(using: &generator), at: index)
        }
      }
      // With the right sum, so that the fields are read.
      var sum = CRC32C()
      sum.add(line)
      line += Array("\t\(sum.value.zeroPadded(to: 8, radix: 16))".utf8)
      if let event = try? LogLine.event(line, of: Self.machine) {
        let again = LogLine.text(of: event).dropLast()
        #expect((try? LogLine.event(again, of: Self.machine)) == event)
      }
    }
  }
}

extension Result {
  var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}
