import BoardLayout
import DBus
import MemorizeBus

/// Turns cards up one after the other, and tells of each.
final class Flipping {
  private let connection: ServiceConnection
  private let options: Options
  private var flips: [JSON] = []
  private let peek: Peek?
  private var printed = ""
  /// What of a move that has begun, or of a mismatch, is not told until it is known to last.
  private var pending = ""
  private var game: GameView?
  private var result: FinalResult?
  /// Whether anything of what happens may have to be told.
  private let tells: Bool
  private let wonGames: WonGames?
  private var mismatch: UInt64?

  /// Prepares to flip.
  init(_ connection: ServiceConnection, _ options: Options, peek: Peek?) {
    self.connection = connection
    self.options = options
    self.peek = peek
    tells = !options.isQuiet || options.form == .json
    wonGames = tells ? connection.wonGames : nil
  }

  /// Flips cards, until one is refused.
  func flip(_ cards: [UInt32]) throws {
    // Whatever the way out, no signal is kept waiting.
    defer { peek?.release() }
    var refusal: ProgramError?
    do {
      do {
        for card in cards {
          // After a stop it goes on.
          if let mismatch, peek?.isInterrupted == true { try end(mismatch) }
          try tells || peek != nil ? flip(card) : flipSilently(card)
        }
      } catch let error as ProgramError {
        refusal = error
      }
      if mismatch == nil { peek?.release() }
      let board = try tellRest(refusal)
      if mismatch != nil { peek?.show(pending, board) }
    } catch let failure as Output.Failure {
      // Nobody sees it.
      if let mismatch { try? end(mismatch) }
      throw failure
    }
    if let mismatch { try end(mismatch) }
    guard let refusal else { return }
    // The JSON has told it already, beside what was done before.
    guard options.form == .json else { throw refusal }
    Output.messages.tell(refusal.line)
    throw refusal.status
  }

  private func end(_ revision: UInt64) throws {
    // What is known of it shows its faces.
    (mismatch, pending, game) = (nil, "", nil)
    try peek?.end(revision)
  }

  /// Prints what has its place after all flips.
  private func tellRest(_ refusal: ProgramError?) throws -> String {
    switch options.form {
    case .json:
      if !options.isQuiet || refusal != nil { try printJSON(refusal) }
    case .plain: break
    case .text:
      guard let game, !options.isQuiet else { break }
      let isPassing = mismatch != nil && peek?.takesAway == true
      if !isPassing { try print(pending) }
      let lineCount = (isPassing ? pending : printed).count { $0.isNewline }
      let board = BoardText(options).text(game, below: lineCount)
      if !isPassing { try print(board) }
      return board
    }
    return ""
  }

  /// Where nothing is told, nothing has to be read.
  private func flipSilently(_ card: UInt32) throws {
    do throws(ProgramError) {
      _ = try connection.wait {
        $0.call(GameContract.flip, of: GameContract.interface, card, completion: $1)
      }
    } catch {
      throw error.onFlip(of: card)
    }
  }

  private func flip(_ card: UInt32) throws {
    // It may complete a move, or turn a mismatch down that was on show.
    peek?.hold()
    let (answer, properties) = connection.change(
      { $0.call(GameContract.flip, of: GameContract.interface, card, completion: $1) },
      unless: { peek?.isUrgent == true })
    let (outcome, points, revision, changes): (String, Int32, UInt64, [ChangedCard])
    do throws(ProgramError) {
      (outcome, points, revision, changes) = try connection.take(answer)
    } catch {
      throw error.onFlip(of: card)
    }
    mismatch = outcome == "mismatched" ? revision : nil
    if mismatch == nil { peek?.release() }
    let changed = try cards(changes)
    let before = game
    let game = try connection.fitting(try connection.take(properties))
    self.game = game
    if outcome == "won" { result = wonGames?.take(revision) }
    let happening = Happening(
      outcome, Int(card), changed, before: before, now: game, result: result)
    switch options.form {
    case .json:
      flips.append([
        "card": .integer(card), "outcome": .string(outcome), "points": .integer(points),
        "revision": .integer(revision), "cards": .array(changed.map { $0.json }),
      ])
    case .plain, .text:
      guard !options.isQuiet else { return }
      try tell(happening, happening.lines(game).map { $0 + "\n" }.joined())
    }
  }

  /// Prints what happened; where faces are to be taken away again, only what is public from now on.
  private func tell(_ happening: Happening, _ text: String) throws(Output.Failure) {
    guard peek?.takesAway == true else { return try print(text) }
    pending = ""
    switch happening {
    case .turnedUp, .mismatched: pending = text
    default: try print(text)
    }
  }

  private func print(_ text: String) throws(Output.Failure) {
    printed += text
    if let peek { try peek.print(text) } else { try Output.results.write(text) }
  }

  private func cards(_ changes: [ChangedCard]) throws -> [BoardCard] {
    do throws(BusError) {
      return try BoardCard.all(changes)
    } catch {
      throw connection.explain(error)
    }
  }

  private func printJSON(_ refusal: ProgramError?) throws {
    let report: JSON = ["flips": .array(flips)]
    let text =
      report.with("game", game?.json).with("result", result.map { JSON($0) }).with(
        "error", refusal?.fields
      )
      .text
    try print(text + "\n")
  }
}
