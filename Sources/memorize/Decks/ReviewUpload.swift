import DeckImport
import Glibc
import MemorizeBus
import PlainText
import Practice
import Screens
import TerminalKit

/// The reviews of a package on their way to the service.
struct ReviewUpload {
  /// How many were imported, or would be.
  struct Outcome {
    /// The number of new reviews.
    var reviews = 0
    var suspended = 0
  }

  /// Fewer than a call can have, so that the progress bar moves.
  private static let reviewsAtOnce = 500

  private let package: AnkiPackage
  /// The guids of cards that no deck gets.
  private let unmerged: Set<String>
  private let suspended: [String]

  init(package: AnkiPackage, without unmerged: Set<String>) {
    (self.package, self.unmerged) = (package, unmerged)
    suspended = package.suspended.filter { !unmerged.contains(Self.note(of: $0)) }
  }

  /// The guid before the number of a gap.
  private static func note(of guid: String) -> String { String(guid.prefix { $0 != "\t" }) }

  private func reviews(_ range: Range<Int>) -> [Review<String>] {
    package.reviews(range).filter {
      unmerged.isEmpty || !unmerged.contains(Self.note(of: $0.card))
    }
  }

  var counted: Outcome {
    Outcome(
      reviews: unmerged.isEmpty ? package.reviewCount : reviews(0..<package.reviewCount).count,
      suspended: suspended.count)
  }

  /// Sends them in parts, with the progress on a terminal; Ctrl-C has effect `between` two.
  func send(_ options: Options, between: () -> Void) throws(ProgramError) -> Outcome {
    if package.reviewCount == 0, suspended.isEmpty { return Outcome() }
    do throws(ProgramError) {
      let connection = try ServiceConnection(options)
      var outcome = Outcome()
      try TerminalSignals.holding(SIGINT, SIGTERM) { () throws(ProgramError) in
        outcome = try send(over: connection, between)
      }
      return outcome
    } catch {
      var error = error
      if error.hint.isEmpty {
        error.hint = english("To import the cards without their reviews, add --no-reviews.")
      }
      throw error
    }
  }

  private func send(
    over connection: ServiceConnection, _ between: () -> Void
  ) throws(ProgramError) -> Outcome {
    // An older service takes only reviews of days that start as its own.
    let dayStart = try package.dayStart.flatMap { (start) throws(ProgramError) in
      try connection.serviceSettings().dayStart == start ? nil : start
    }
    var outcome = Outcome(suspended: suspended.count)
    let (count, part) = (package.reviewCount, Self.reviewsAtOnce)
    for start in stride(from: 0, to: suspended.count, by: part) {
      between()
      let guids = suspended[start...].prefix(part)
      _ = try send([], suspended: Array(guids), nil, over: connection)
    }
    var progress = ProgressBar(connection.options)
    defer { progress.erase() }
    for start in stride(from: 0, to: count, by: part) {
      between()
      let end = min(start + part, count)
      let reviews = reviews(start..<end).map { ForeignReview($0) }
      if !reviews.isEmpty {
        outcome.reviews += try send(reviews, suspended: [], dayStart, over: connection)
      }
      progress.show(Double(end) / Double(count))
    }
    return outcome
  }

  private func send(
    _ reviews: [ForeignReview], suspended: [String], _ dayStart: String?,
    over connection: ServiceConnection
  ) throws(ProgramError) -> Int {
    connection.restartClock()
    guard let dayStart else {
      return Int(try connection.ask(DecksContract.importReviews, suspended, reviews))
    }
    return Int(
      try connection.ask(DecksContract.importWithDayStart, dayStart, suspended, reviews))
  }
}

extension AnkiPackage {
  /// When days start in its collection, as `04:00`.
  fileprivate var dayStart: String? { rollover.map { "\($0.zeroPadded(to: 2)):00" } }
}
