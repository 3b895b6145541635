import DBus
package import MemorizeBus
package import MemoryGame
import PlainText

/// A finished game with its log, as `log --json` prints it and `replay --from` reads it; unverified
/// until ``checked()``.
package struct RecordedGame: Record {
  var memorize = MemorizeContract.version
  var memorized = ""
  package var id: UInt64 = 0
  package var state = Word<PastGame.Phase>()
  package var beginning = Beginning()
  package var transitions: [LoggedTransition] = []
  package var result = FinalResult()

  package init() {}

  package static let states = [PastGame.Phase.won, .abandoned].map(\.rawValue)

  package static let fields: [Field<RecordedGame>] = [
    Field("memorize", \.memorize, "The version of the command line that wrote it."),
    Field("memorized", \.memorized, "The version of the service that published it."),
    Field("id", \.id, "The game's number."),
    Field("state", \.state, "won or abandoned.", .among(states)),
    Field(
      "beginning", \.beginning, "The start of the game, on which its log is replayed.",
      form: .record(Beginning.self)),
    Field("transitions", \.transitions, "Its log."),
    Field("result", \.result, "The result that is stored.", form: .record(FinalResult.self)),
  ]

  package var json: JSON { ["log": JSON(self)] }
}

extension RecordedGame {
  /// The game of a code, which has no number.
  package init(_ code: DailyCode) {
    state = Word(.won)
    beginning = Beginning(code.beginning)
    transitions = code.game.log.map { LoggedTransition($0) }
    result = FinalResult(code.game.finalResult())
  }

  /// Replays the log and compares the outcome with the record; returns the game at its start.
  ///
  /// The time from the first flip to the last is not compared: the service measures it with a clock
  /// that cannot be set, the log has wall time. Nor is whether a bot played: logs lack it.
  @discardableResult
  package func checked() throws(ProgramError) -> Game {
    let beginning = try beginning.game()
    let game: Game
    do throws(ReplayError) {
      game = try Replay.play(transitions.map(\.entry), on: beginning)
    } catch {
      let fault = english(
        "The log of game \(id) cannot be replayed from transition \(error.entry + 1) on.")
      let reason =
        error.refusal?.message ?? english("Its points or times do not match the game.")
      throw Self.doesNotFollow(fault + " " + reason)
    }
    let differences = differences(from: game)
    guard differences.isEmpty else {
      let list = differences.joined(separator: "; ")
      throw Self.doesNotFollow(
        english("The result of game \(id) does not match its log: \(list)."))
    }
    return beginning
  }

  private static func doesNotFollow(_ message: String) -> ProgramError {
    ProgramError(.refused, name: "DoesNotFollow", message)
  }

  private func differences(from game: Game) -> [String] {
    let replayed = FinalResult(game.finalResult())
    var pairs = [
      ("state", state.asValue, Word(game.isWon ? PastGame.Phase.won : .abandoned).asValue)
    ]
    for field in FinalResult.fields
    where !["seconds", "bot", "bots"].contains(field.description.key) {
      pairs.append((field.description.jsonKey, field.get(result), field.get(replayed)))
    }
    return pairs.filter { !Self.agree($1, $2) }.map { name, recorded, replayed in
      let texts = [recorded, replayed].map { JSON($0).text.shortened }
      let (stored, given) = (texts[0], texts[1])
      return english("“\(name)” is recorded as \(stored), but the log gives \(given)")
    }
  }

  private static func agree(_ recorded: Value, _ replayed: Value) -> Bool {
    guard case (.double(let one), .double(let other)) = (recorded, replayed) else {
      return recorded == replayed
    }
    return abs(one - other) < Grading.tolerance
  }
}

extension Beginning {
  /// At its start.
  func game() throws(ProgramError) -> Game {
    do {
      // Checked first: what follows takes time for each pair.
      if pairs.count > Theme.maximumPairs { throw ThemeError.tooManyPairs(pairs.count) }
      let theme = try Theme(
        stored: theme, icon: icon, colors: colors,
        pairs: pairs.map { try Pair($0) })
      let deal = try Deal(
        theme: theme, pairs: Int(wanted), seed: seed, rulesVersion: Int(rulesVersion))
      guard let scoring = scoring.known else {
        throw Self.noGame(Scoring.refusal(of: "scoring", scoring.text.shortened))
      }
      let date = DailyDate(daily)
      guard daily.isEmpty || date != nil else {
        throw Self.noGame(english("“\(daily.shortened)” is not a date such as 2026-01-31."))
      }
      return try Game(
        GameBeginning(
          deal: deal, scoring: scoring, players: players, isSeeded: isSeeded, daily: date,
          isRepeatedDaily: isRepeatedDaily, startedAt: Moment(wall: startedAt)))
    } catch let fault as ThemeError {
      throw Self.noGame(fault.message)
    } catch let refusal as DealError {
      throw Self.noGame(refusal.message)
    } catch let fault as PlayersError {
      throw Self.noGame(fault.message)
    } catch {
      throw error as? ProgramError ?? Self.noGame(english("It cannot be dealt."))
    }
  }

  private static func noGame(_ reason: String) -> ProgramError {
    ProgramError(
      .refused, name: "InvalidGame", english("The record is not a valid game.") + " " + reason)
  }
}

extension LoggedTransition {
  /// Microseconds since the first card of the move.
  package var elapsed: UInt64 { UInt64((seconds * 1_000_000).rounded()) }

  var entry: LogEntry {
    LogEntry(
      at: Moment(wall: at), kind: kind, card: Int(card), points: Int(points), elapsed: elapsed)
  }
}

extension Moment {
  /// A moment of which only the wall time is known.
  fileprivate init(wall epoch: UInt64) { self.init(epoch: epoch, boottime: epoch) }
}

extension String {
  /// Short enough for a message.
  package var shortened: String { WrittenText.harmless(self, upTo: 64) }
}
