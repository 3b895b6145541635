import DBus
import MemorizeBus
import MemoryGame

/// One transition of a log, as it was told.
struct RecordedTransition {
  /// When it was, in microseconds since 1970.
  let at: UInt64
  let kind: TransitionKind
  /// The card that was turned up; 0 for a conceal.
  let card: UInt32
  let points: Int32
  /// Microseconds since the first card of the move.
  let elapsed: UInt64

  /// More than any game takes, and exactly told by a `Double`: 2⁵³ microseconds.
  private static let longest = 9_007_199_254.740_992

  /// Takes what the service has told.
  ///
  /// - Throws: `UnknownProperty` for a kind or a time that cannot be.
  init(_ told: LoggedTransition) throws(BusError) {
    let (at, kind, card, points, seconds) = told.fields
    guard let kind = TransitionKind(rawValue: kind), let elapsed = Self.microseconds(seconds) else {
      throw BusError.unfitting
    }
    (self.at, self.kind, self.card, self.points) = (at, kind, card, points)
    self.elapsed = elapsed
  }

  /// Takes a whole log.
  static func all(_ log: [LoggedTransition]) throws(BusError) -> [RecordedTransition] {
    var transitions: [RecordedTransition] = []
    for told in log { transitions.append(try RecordedTransition(told)) }
    return transitions
  }

  /// Reads what `log --json` has printed.
  ///
  /// - Throws: `JSONFields.Fault` where a field is missing or of another type.
  init(_ fields: JSONFields) throws(JSONFields.Fault) {
    at = try fields.integer("at")
    kind = try fields.text("kind", among: ["flip", "conceal"]) == "flip" ? .flip : .conceal
    card = try fields.integer("card")
    points = try fields.integer("points")
    guard let elapsed = Self.microseconds(try fields.real("seconds")) else {
      throw fields.fault("seconds", "a number from 0 to \(Int(Self.longest))")
    }
    self.elapsed = elapsed
  }

  private static func microseconds(_ seconds: Double) -> UInt64? {
    guard seconds >= 0, seconds <= longest else { return nil }
    return UInt64((seconds * 1_000_000).rounded())
  }

  /// The entry of a log that is replayed.
  var entry: LogEntry {
    LogEntry(
      at: Moment(wall: at), kind: kind, card: Int(card), points: Int(points), elapsed: elapsed)
  }

  /// Seconds since the first card of the move.
  var seconds: Double { entry.seconds }

  /// The transition as `--json` tells it.
  var json: JSON {
    [
      "at": .integer(at), "kind": .string(kind.rawValue), "card": .integer(card),
      "points": .integer(points), "seconds": .real(seconds),
    ]
  }
}
