package enum TransitionKind: String, Hashable, Sendable {
  case flip
  /// A mismatch is turned face down early.
  case conceal
}

package struct Transition: Hashable, Sendable {
  /// The result of a flip; nil for a conceal.
  package let outcome: Outcome?
  /// The 1 to 3 cards that changed, in ascending order of their numbers.
  package let changes: [BoardCard]
  package let move: Move?

  /// Points won, or lost if negative.
  package var points: Int { move?.points ?? 0 }
}

/// Two cards turned up one after the other.
package struct Move: Hashable, Sendable {
  package let first: Int
  package let second: Int
  package let firstFace: String
  package let secondFace: String
  package let points: Int
}

package enum Outcome: String, Hashable, Sendable {
  case turnedUp = "turned-up"
  case matched
  case mismatched
  case won
}

/// A transition in the log; it reveals no faces, only numbers of cards.
package struct LogEntry: Hashable, Sendable {
  /// 2⁵³ microseconds: longer than any game, and a `Double` represents each of them exactly.
  package static let maximumElapsed: UInt64 = 1 << 53

  package let at: Moment
  package let kind: TransitionKind
  /// The number of the card turned up; 0 for a conceal.
  package let card: Int
  package let points: Int
  /// Microseconds since the first card of the move; 0 if the entry completes no move.
  package let elapsed: UInt64

  package init(at: Moment, kind: TransitionKind, card: Int, points: Int, elapsed: UInt64) {
    self.at = at
    self.kind = kind
    self.card = card
    self.points = points
    self.elapsed = elapsed
  }

  package var seconds: Double { Double(elapsed) / 1_000_000 }
}

/// A card as the player sees it.
package struct VisibleCard: Hashable, Sendable {
  package let state: CardState
  /// The text of its face, "" for a card that is face down.
  package let face: String

  /// The only place that decides who sees a face: the face of a face-down card is dropped.
  package init(_ state: CardState, _ face: String) {
    self.state = state
    self.face = state == .down ? "" : face
  }
}

/// A card on the board, as the player sees it.
package struct BoardCard: Hashable, Sendable {
  /// The number on the card's back, its place in the deal from 0.
  package let number: Int
  package let card: VisibleCard

  package init(_ number: Int, _ card: VisibleCard) { (self.number, self.card) = (number, card) }

  package init(number: Int, state: CardState, face: String = "") {
    self.init(number, VisibleCard(state, face))
  }

  package var state: CardState { card.state }
  package var face: String { card.face }

  package func withFace(_ text: (String) -> String) -> BoardCard {
    BoardCard(number: number, state: state, face: text(face))
  }
}

/// The visible side of a card, and whether its mate was found.
package enum CardState: String, Hashable, Sendable, CaseIterable {
  case down
  case up
  case matched
}

/// A point in time by two clocks.
package struct Moment: Hashable, Sendable {
  /// The least time counted between moments of different boots: too long for any bonus.
  private static let minimumAcrossBoots: UInt64 = 10_000_000

  /// Microseconds since 1970-01-01 UTC, by a clock that people may set.
  package let epoch: UInt64
  /// Microseconds of CLOCK_BOOTTIME, which only goes forward, from 0 at each boot.
  package let boottime: UInt64
  /// Identifies a boot: any number that stays the same until shutdown.
  package let boot: UInt64

  package init(epoch: UInt64, boottime: UInt64, boot: UInt64 = 0) {
    self.epoch = epoch
    self.boottime = boottime
    self.boot = boot
  }

  /// Across a reboot only the wall clock remains; at least 10 s are counted, so that a reboot does
  /// not gain a bonus.
  package func microseconds(since earlier: Moment) -> UInt64 {
    if boot == earlier.boot && boottime >= earlier.boottime { return boottime - earlier.boottime }
    let onTheWall = epoch > earlier.epoch ? epoch - earlier.epoch : 0
    return max(onTheWall, Moment.minimumAcrossBoots)
  }
}
