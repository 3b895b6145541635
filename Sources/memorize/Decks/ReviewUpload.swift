import DeckImport
import MemorizeBus
import Screens

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

  let package: AnkiPackage

  var counted: Outcome {
    Outcome(reviews: package.reviewCount, suspended: package.suspended.count)
  }

  /// Sends them in parts, with the progress on a terminal.
  func send(_ options: Options) throws(ProgramError) -> Outcome {
    if package.reviewCount == 0, package.suspended.isEmpty { return Outcome() }
    do throws(ProgramError) {
      return try send(over: ServiceConnection(options))
    } catch {
      var error = error
      if error.hint.isEmpty {
        error.hint = "To import the cards without their reviews, add --no-reviews."
      }
      throw error
    }
  }

  private func send(over connection: ServiceConnection) throws(ProgramError) -> Outcome {
    var outcome = Outcome(suspended: package.suspended.count)
    let (count, part) = (package.reviewCount, Self.reviewsAtOnce)
    for start in stride(from: 0, to: package.suspended.count, by: part) {
      let guids = package.suspended[start...].prefix(part)
      _ = try send([], suspended: Array(guids), over: connection)
    }
    var progress = ProgressBar(connection.options)
    defer { progress.erase() }
    for start in stride(from: 0, to: count, by: part) {
      let end = min(start + part, count)
      let reviews = package.reviews(start..<end).map { ForeignReview($0) }
      outcome.reviews += try send(reviews, suspended: [], over: connection)
      progress.show(Double(end) / Double(count))
    }
    return outcome
  }

  private func send(
    _ reviews: [ForeignReview], suspended: [String], over connection: ServiceConnection
  ) throws(ProgramError) -> Int {
    connection.restartClock()
    return Int(try connection.ask(DecksContract.importReviews, suspended, reviews))
  }
}
