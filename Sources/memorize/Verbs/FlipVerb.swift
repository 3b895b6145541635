import ArgumentParser
import BoardLayout
import DBus
import MemorizeBus

/// The verb `flip`.
struct FlipVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "flip", abstract: "Turns cards up, in order; stops at the first refusal.")

  @ArgumentParser.Argument(
    help: ArgumentHelp("The numbers on the cards' backs.", valueName: "card"))
  var cards: [UInt32]

  @OptionGroup var board: BoardOptions
  @OptionGroup var common: CommonOptions
  var boardOptions: BoardOptions? { board }

  func perform(_ settings: Settings) throws {
    try Flipping(try Session(settings), settings).flip(cards)
  }
}

/// Turns cards up one after the other, and tells of each.
private final class Flipping {
  private let session: Session
  private let settings: Settings
  private var flips: [JSON] = []
  private var lineCount = 0
  private var game: GameView?
  private var result: FinalResult?
  private var wins: [UInt64: [String: Value]] = [:]

  init(_ session: Session, _ settings: Settings) {
    self.session = session
    self.settings = settings
    // Of any sender, which is one message less to the bus: only what the reply names is believed.
    let rule = MatchRule(
      path: MemorizeBus.path, interface: GameContract.interface.name,
      member: GameContract.gameWon.name)
    session.connection.subscribe(rule) { [weak self] signal in
      guard let win = try? signal.arguments(of: UInt64.self, UInt64.self, [String: Value].self)
      else { return }
      self?.wins[win.0] = win.2
    }
  }

  func flip(_ cards: [UInt32]) throws {
    var refusal: ProgramError?
    do {
      for card in cards { try flip(card) }
    } catch let error as ProgramError {
      refusal = error
    }
    switch settings.form {
    case .json:
      if !settings.isQuiet || refusal != nil { try printJSON(refusal) }
    case .plain: break
    case .text:
      if let game, !settings.isQuiet {
        try Output.results.write(BoardText(settings).text(game, below: lineCount))
      }
    }
    guard let refusal else { return }
    // The JSON has told it already, beside what was done before.
    guard settings.form == .json else { throw refusal }
    Output.messages.tell(refusal.line)
    throw refusal.status
  }

  private func flip(_ card: UInt32) throws {
    let (answer, properties) = session.change {
      $0.call(GameContract.flip, of: GameContract.interface, card, completion: $1)
    }
    let (outcome, points, revision, changes): (String, Int32, UInt64, [ChangedCard])
    do throws(ProgramError) {
      (outcome, points, revision, changes) = try session.take(answer)
    } catch {
      throw error.onFlip(of: card)
    }
    let changed = try cards(changes)
    let before = game
    let game = try session.fitting(try session.take(properties))
    self.game = game
    if outcome == "won", let win = wins[revision] { result = try? FinalResult(win) }
    let happening = happening(outcome, Int(card), changed, before: before, now: game)
    switch settings.form {
    case .json:
      flips.append([
        "card": .integer(card), "outcome": .string(outcome), "points": .integer(points),
        "revision": .integer(revision), "cards": .array(changed.map { $0.json }),
      ])
    case .plain, .text:
      guard !settings.isQuiet else { return }
      let lines = happening.lines(game)
      lineCount += lines.count
      try Output.results.write(lines.map { $0 + "\n" }.joined())
    }
  }

  private func cards(_ changes: [ChangedCard]) throws -> [BoardCard] {
    do throws(BusError) {
      return try BoardCard.all(changes)
    } catch {
      throw session.explain(error)
    }
  }

  private func happening(
    _ outcome: String, _ number: Int, _ changed: [BoardCard], before: GameView?, now: GameView
  ) -> Happening {
    let card = changed.first { $0.number == number }
    switch (outcome, card) {
    case ("turned-up", let card?): return .turnedUp(card)
    case ("matched", _): return .matched(changed)
    case ("won", _): return .won(changed, result)
    case ("mismatched", let card?):
      // Where somebody else was quicker than our reading, the card may be down again.
      let first = (now.cards + (before?.cards ?? [])).first {
        $0.state == .up && $0.number != number
      }
      return .mismatched(first: first, second: card)
    default: return .other(outcome)
    }
  }

  private func printJSON(_ refusal: ProgramError?) throws {
    let report: JSON = ["flips": .array(flips)]
    let text =
      report.with("game", game?.json).with("result", result?.json).with("error", refusal?.fields)
      .text
    try Output.results.write(text + "\n")
  }
}
