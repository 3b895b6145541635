internal import MemoryGame
internal import PlainText

/// An event as a line of the log: its number, its stamp, its kind, its fields and a checksum, with tabs
/// between them.
///
///     17	1764335728000000	review	guid=q7Tz	direction=forward	rating=3	…	8f3a21bc
package enum LogLine {
  /// The latest stamp, which leaves room for later ones.
  package static let latestStamp: UInt64 = 1 << 62
  /// The most bytes of a line; a longer one is no event.
  package static let maximumBytes = 1 << 23

  package static func text(of event: LogEvent) -> [UInt8] {
    let (kind, fields) = event.content.written
    var line = Array("\(event.id.sequence)\t\(event.stamp)\t\(kind)\t".utf8)
    line += fields.bytes
    var sum = CRC32C()
    sum.add(line)
    line += Array("\t\(sum.value.zeroPadded(to: 8, radix: 16))\n".utf8)
    return line
  }

  /// Reads a line without its end.
  package static func event(
    _ line: ArraySlice<UInt8>, of machine: Machine
  ) throws(LogLineError) -> LogEvent {
    let tab = UInt8(ascii: "\t")
    guard let last = line.lastIndex(of: tab) else { throw .damaged }
    var sum = CRC32C()
    sum.add(line[..<last])
    guard line[(last + 1)...].elementsEqual(sum.value.zeroPadded(to: 8, radix: 16).utf8) else {
      throw .damaged
    }
    let parts = line[..<last].split(separator: tab, maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, let sequence = UInt64(digits: parts[0]),
      (1...EventID.maximumSequence).contains(sequence), let stamp = UInt64(digits: parts[1]),
      stamp <= latestStamp
    else { throw .invalid }
    let id = EventID(machine, sequence)
    guard let fields = LineFields(parts[3]) else { throw .unreadable(id) }
    let name = String(decoding: parts[2], as: UTF8.self)
    let content: LogEvent.Content?
    if let kind = Kind(rawValue: name) {
      content = LogEvent.Content(kind, fields)
    } else if let kind = Fact.Kind(rawValue: name) {
      content = LogEvent.Content(kind, fields)
    } else {
      throw .unknown(id, kind: name)
    }
    guard let content else { throw .unreadable(id) }
    return LogEvent(id, at: stamp, content)
  }

  /// Of events that are no facts, whose kinds have names of their own.
  fileprivate enum Kind: String {
    case review, state, unreview, rename, game, forget
  }
}

package enum LogLineError: Error, Hashable, Sendable {
  /// Its checksum is missing or wrong.
  case damaged
  case tooLong
  /// It has no number or no stamp.
  case invalid
  /// A kind of a later version.
  case unknown(EventID, kind: String)
  /// A field is missing, or is out of its range.
  case unreadable(EventID)

  /// Of the line, if it tells it.
  package var id: EventID? {
    switch self {
    case .unknown(let id, _), .unreadable(let id): id
    case .damaged, .tooLong, .invalid: nil
    }
  }
}

extension LogEvent.Content {
  fileprivate var written: (kind: String, fields: LineFields) {
    var fields = LineFields()
    let kind: LogLine.Kind
    switch self {
    case .review(let review):
      kind = review.add(to: &fields) ? .state : .review
    case .unreview(let id):
      kind = .unreview
      fields.add("of", id.text)
    case .fact(let fact, let value):
      fact.subject.add(to: &fields)
      fields.add("value", value)
      return (fact.kind.rawValue, fields)
    case .rename(let old, let new):
      kind = .rename
      old.add(to: &fields)
      new.add(to: &fields, as: "new-")
    case .game(let game):
      kind = .game
      game.add(to: &fields)
    case .forget(let numbers):
      kind = .forget
      // In one order, so that equal events are equal lines.
      for (machine, number) in numbers.sorted(by: { $0.key.name < $1.key.name }) {
        fields.add(machine.name, number)
      }
    }
    return (kind.rawValue, fields)
  }

  fileprivate init?(_ kind: LogLine.Kind, _ fields: LineFields) {
    let content: Self? =
      switch kind {
      case .review: ReviewEvent(fields).map(Self.review)
      case .state: ReviewEvent(state: fields).map(Self.review)
      case .unreview: EventID(fields["of"] ?? "").map(Self.unreview)
      case .game: (try? FinishedGame(fields)).map(Self.game)
      case .rename:
        CardIdentity(fields).flatMap { old in
          CardIdentity(fields, as: "new-").map { .rename(old, to: $0) }
        }
      case .forget: Self.numbers(fields).map(Self.forget)
      }
    guard let content else { return nil }
    self = content
  }

  private static func numbers(_ fields: LineFields) -> [Machine: UInt64]? {
    var numbers: [Machine: UInt64] = [:]
    for name in fields.names {
      guard let machine = Machine(name) else { continue }
      guard let number: UInt64 = fields.number(name), number <= EventID.maximumSequence else {
        return nil
      }
      numbers[machine] = number
    }
    return numbers
  }

  fileprivate init?(_ kind: Fact.Kind, _ fields: LineFields) {
    let fact: Fact? =
      switch kind {
      case .setting, .place, .added, .started, .deckSuspended, .practiced, .machine:
        fields["name"].map { Fact(kind, named: $0) }
      case .suspended, .gone: CardIdentity(fields).map { Fact(kind, of: $0) }
      case .day: EventID(fields["of"] ?? "").map(Fact.init(dayAfter:))
      }
    let value = fields["value"]
    guard let fact, value != nil || !fields.has("value") else { return nil }
    self = .fact(fact, value)
  }
}

extension Fact.Subject {
  fileprivate func add(to fields: inout LineFields) {
    switch self {
    case .name(let name): fields.add("name", name)
    case .card(let card): card.add(to: &fields)
    case .event(let id): fields.add("of", id.text)
    }
  }
}
