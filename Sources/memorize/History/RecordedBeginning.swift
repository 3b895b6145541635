import DBus
import MemorizeBus
import MemoryGame

/// What a log is replayed on, as it was told: nothing in it is believed yet.
struct RecordedBeginning {
  let theme: String
  let icon: String
  let colors: [String]
  let pairs: [PairView]
  /// How many pairs were asked for.
  let wanted: UInt32
  let seed: UInt64
  let rulesVersion: UInt32
  let scoring: String
  let players: [String]
  let isSeeded: Bool
  let daily: String
  let isPractice: Bool
  let startedAt: UInt64

  init(_ told: Beginning) {
    theme = told.theme
    icon = told.icon
    colors = told.colors
    pairs = told.pairs.map(PairView.init)
    wanted = told.wanted
    seed = told.seed
    rulesVersion = told.rulesVersion
    scoring = told.scoring
    players = told.players
    isSeeded = told.isSeeded
    daily = told.daily
    isPractice = told.isPractice
    startedAt = told.startedAt
  }

  /// Reads what `log --json` has printed.
  ///
  /// - Throws: `JSONFields.Fault` where a field is missing or of another type.
  init(_ fields: JSONFields) throws(JSONFields.Fault) {
    let theme = try fields.object("theme")
    self.theme = try theme.text("name")
    icon = try theme.text("icon")
    colors = try theme.texts("colors")
    pairs = try theme.objects("pairs") { pair throws(JSONFields.Fault) in
      PairView(
        ThemePair(try pair.text("first"), try pair.text("second"), try pair.text("pronunciation")))
    }
    wanted = try fields.integer("wanted")
    seed = try fields.digits("seed")
    rulesVersion = try fields.integer("rules_version")
    scoring = try fields.text("scoring")
    players = try fields.texts("players")
    isSeeded = try fields.truth("seeded")
    daily = try fields.text("daily")
    isPractice = try fields.truth("practice")
    startedAt = try fields.integer("started_at")
  }

  /// The beginning as `--json` tells it.
  var json: JSON {
    [
      "theme": [
        "name": .string(theme), "icon": .string(icon), "colors": .strings(colors),
        "pairs": .array(pairs.map(\.sides)),
      ],
      "wanted": .integer(wanted), "seed": .string(String(seed)),
      "rules_version": .integer(rulesVersion), "scoring": .string(scoring),
      "players": .strings(players), "seeded": .boolean(isSeeded), "daily": .string(daily),
      "practice": .boolean(isPractice), "started_at": .integer(startedAt),
    ]
  }

  /// Begins the game anew.
  ///
  /// - Throws: `ProgramError` that says why there is no such game.
  func game() throws(ProgramError) -> Game {
    do {
      // Looked at first: what follows takes time for each pair.
      if pairs.count > Theme.maximumPairs { throw ThemeFault.tooManyPairs(pairs.count) }
      let theme = try Theme(
        stored: theme, icon: icon, colors: colors,
        pairs: pairs.map {
          try Pair($0.first, $0.second, pronunciation: $0.pronunciation)
        })
      let deal = try Deal(
        theme: theme, pairs: Int(wanted), seed: seed, rulesVersion: Int(rulesVersion))
      guard let scoring = Scoring(rawValue: scoring) else {
        throw Self.noGame("There is no scoring “\(scoring.shortened)”: it is classic or timed.")
      }
      let date = DailyDate(daily)
      guard daily.isEmpty || date != nil else {
        throw Self.noGame("“\(daily.shortened)” is no day, as 2026-01-31.")
      }
      return try Game(
        GameBeginning(
          deal: deal, scoring: scoring, players: players, isSeeded: isSeeded, daily: date,
          isPractice: isPractice, startedAt: Moment(wall: startedAt)))
    } catch let fault as ThemeFault {
      throw Self.noGame(fault.message)
    } catch let refusal as DealRefusal {
      throw Self.noGame(refusal.message)
    } catch let fault as PlayersFault {
      throw Self.noGame(fault.message)
    } catch {
      throw error as? ProgramError ?? Self.noGame("It cannot be dealt.")
    }
  }

  private static func noGame(_ reason: String) -> ProgramError {
    ProgramError(.refused, name: "InvalidGame", "The record makes no game. " + reason)
  }
}

extension PairView {
  /// The sides alone, as a record has them.
  fileprivate var sides: JSON {
    [
      "first": .string(first), "second": .string(second), "pronunciation": .string(pronunciation),
    ]
  }
}

extension Moment {
  /// A moment of which only the clock on the wall is known.
  init(wall epoch: UInt64) {
    self.init(epoch: epoch, boottime: epoch)
  }
}

extension String {
  /// As much of a text as belongs into a message.
  var shortened: String {
    let start = prefix(64)
    return start.endIndex < endIndex ? start + "…" : String(start)
  }
}
