internal import PlainText

/// A machine that writes into the folder, by the name of its own log.
package struct Machine: Hashable, Sendable {
  /// 16 digits of base 32 in small letters (RFC 4648), drawn once: names of machines that people give
  /// are not unique, and clones of a disk share the system's.
  package let name: String

  /// Nil for what is no such name.
  package init?(_ name: String) {
    guard name.utf8.count == Self.length, name.utf8.allSatisfy(Self.digits.contains) else {
      return nil
    }
    self.name = name
  }

  package init(using generator: inout some RandomNumberGenerator) {
    let digits = (0..<Self.length).map { _ in
      Self.digits[Int.random(in: 0..<32, using: &generator)]
    }
    name = String(decoding: digits, as: UTF8.self)
  }

  private static let length = 16
  private static let digits = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
}

/// The identity of an event: its machine, and its place among all that this one wrote.
package struct EventID: Hashable, Sendable {
  /// The greatest number, which leaves room for those that follow.
  package static let maximumSequence: UInt64 = 1 << 62

  package let machine: Machine
  /// From 1.
  package let sequence: UInt64

  package init(_ machine: Machine, _ sequence: UInt64) {
    (self.machine, self.sequence) = (machine, sequence)
  }

  package var text: String { "\(machine.name):\(sequence)" }

  package init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let machine = Machine(String(parts[0])),
      let sequence = UInt64(digits: parts[1]), (1...Self.maximumSequence).contains(sequence)
    else { return nil }
    self.init(machine, sequence)
  }
}

/// The order of events, the same on every machine.
package struct EventOrder: Hashable, Comparable, Sendable {
  /// In microseconds since 1970-01-01 UTC.
  package let time: UInt64
  package let id: EventID

  package init(_ time: UInt64, _ id: EventID) { (self.time, self.id) = (time, id) }

  package static func < (one: Self, other: Self) -> Bool {
    if one.time != other.time { return one.time < other.time }
    return (one.id.machine.name, one.id.sequence) < (other.id.machine.name, other.id.sequence)
  }
}
