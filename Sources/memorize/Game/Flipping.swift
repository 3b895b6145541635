import DBus
import MemorizeBus
import MemorizeText
import MemoryGame
import PlainText
import Screens
import TerminalKit

final class Flipping {
  private let connection: ServiceConnection
  private let options: Options
  private let peek: Peek?
  /// Whether the large board is printed.
  private let isFull: Bool
  private var flips: [JSON] = []
  private var printed = ""
  /// The line of a move's first card, which a peek on the screen prints only if the move stays open.
  private var pending = ""
  private var game: GameState?
  private var result: FinalResult?
  /// The revision of a mismatch that is face up, for a peek.
  private var mismatch: UInt64?
  private var last: (event: GameEvent, card: UInt32)?

  init(_ connection: ServiceConnection, _ options: Options, peek: Peek?, isFull: Bool = false) {
    self.isFull = isFull
    self.connection = connection
    self.options = options
    self.peek = peek
  }

  /// Stops at the first refusal.
  func flip(_ cards: [UInt32]) throws {
    var refusal: ProgramError?
    do {
      for card in cards where refusal == nil {
        do { try flip(card) } catch let error as ProgramError {
          refusal = error.onFlip(of: card)
          if error.name == ErrorName.noSuchCard.shortName {
            refusal?.cardCount = try? connection.game().cards.count
          }
        }
      }
      try printRest(refusal)
      if mismatch != nil, let last, let game {
        try peek?.show(last.event, game, card: last.card)
      }
    } catch {
      // After an error the mismatch is not shown.
      if let mismatch { try? peek?.conceal(mismatch) }
      throw error
    }
    if let mismatch { try peek?.conceal(mismatch) }
    try peek?.finish()
    guard let refusal else { return }
    // The JSON already contains it, after the earlier flips.
    guard options.form == .json else { throw refusal }
    Output.messages.print(refusal.line(options))
    throw refusal.status
  }

  /// Prints what follows the last flip.
  private func printRest(_ refusal: ProgramError?) throws {
    switch options.form {
    case .json:
      if !options.isQuiet || refusal != nil { try printJSON(refusal) }
    case .plain: break
    case .text:
      guard let game, !options.isQuiet, mismatch == nil || peek?.isOnScreen != true else { break }
      try print(pending)
      try print(
        BoardText(options).text(
          game, below: printed.count { $0.isNewline }, isCompact: !isFull))
    }
  }

  private func flip(_ card: UInt32) throws {
    // Without output there is nothing to read.
    guard peek != nil || !options.isQuiet || options.form == .json else {
      try connection.ask(GameContract.flip, card)
      return
    }
    let (answer, state) = connection.change(of: GameContract.self, GameContract.flip, card)
    var (outcome, points, revision, changes) = try connection.unwrap(answer)
    mismatch = peek != nil && outcome == .mismatched ? revision : nil
    last = nil
    let before = game
    var game = try connection.unwrap(state)
    if options.form == .text {
      changes = changes.map { card in card.withFace { $0.shownSide(ofDeck: game.theme) } }
      game = game.shown
    }
    self.game = game
    // Another game may have begun before this one was read.
    if outcome == .won, game.revision == revision { result = game.result }
    let event = GameEvent(
      outcome, Int(card), changes, before: before, now: game, result: result)
    last = (event, card)
    switch options.form {
    case .json:
      flips.append([
        "card": .integer(card), "outcome": .string(outcome.text), "points": .integer(points),
        "revision": .integer(revision), "cards": .array(changes.map { $0.json }),
      ])
    case .plain: if !options.isQuiet { try print(event, event.plainLines(game).lines) }
    case .text: if !options.isQuiet { try print(event, event.lines(game).lines) }
    }
  }

  /// If faces will be hidden again, prints only what stays public.
  private func print(_ event: GameEvent, _ text: String) throws(Output.Failure) {
    guard peek?.isOnScreen == true else { return try print(text) }
    pending = ""
    switch event {
    case .turnedUp: pending = text
    case .mismatched: break
    default: try print(text)
    }
  }

  private func print(_ text: String) throws(Output.Failure) {
    printed += text
    if let peek { try peek.print(text) } else { try Output.results.write(text) }
  }

  private func printJSON(_ refusal: ProgramError?) throws {
    let report: JSON = ["flips": .array(flips)]
    let whole = report.with("game", game?.json).with("result", result.map { JSON($0) })
      .with("error", refusal?.fields)
    try print(whole.text + "\n")
  }
}
