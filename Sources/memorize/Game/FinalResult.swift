import DBus
import MemorizeBus
import MemoryGame

/// The result of a game that is over, as `GameWon` and the history tell it.
struct FinalResult {
  let score: Int32
  let flips: UInt32
  let moves: UInt32
  let par: Double
  let regret: Double
  let luck: Double
  let grade: String
  let seconds: Double
  let theme: String
  let pairs: UInt32
  let seed: UInt64
  let isSeeded: Bool
  let daily: String
  let isPractice: Bool
  let winners: [String]

  /// Reads the signal's dictionary.
  ///
  /// - Throws: `UnknownProperty` where a key is missing or of another type.
  init(_ result: [String: Value]) throws(BusError) {
    let fields = Fields(result)
    score = try fields.read("score")
    flips = try fields.read("flips")
    moves = try fields.read("moves")
    par = try fields.read("par")
    regret = try fields.read("regret")
    luck = try fields.read("luck")
    grade = try fields.read("grade")
    seconds = try fields.read("seconds")
    theme = try fields.read("theme")
    pairs = try fields.read("pairs")
    seed = try fields.read("seed")
    isSeeded = try fields.read("seeded")
    daily = try fields.read("daily")
    isPractice = try fields.read("practice")
    winners = try fields.read("winners")
  }

  /// Reads what `--json` has printed.
  ///
  /// - Throws: `JSONFields.Fault` where a field is missing or of another type.
  init(_ fields: JSONFields) throws(JSONFields.Fault) {
    score = try fields.integer("score")
    flips = try fields.integer("flips")
    moves = try fields.integer("moves")
    par = try fields.real("par")
    regret = try fields.real("regret")
    luck = try fields.real("luck")
    grade = try fields.text("grade")
    seconds = try fields.real("seconds")
    theme = try fields.text("theme")
    pairs = try fields.integer("pairs")
    seed = try fields.digits("seed")
    isSeeded = try fields.truth("seeded")
    daily = try fields.text("daily")
    isPractice = try fields.truth("practice")
    winners = try fields.texts("winners")
  }

  /// Takes what a game came to that was replayed.
  init(_ result: GameResult) {
    score = Int32(clamping: result.score)
    flips = UInt32(clamping: result.flips)
    moves = UInt32(clamping: result.moves)
    par = result.par
    regret = result.regret
    luck = result.luck
    grade = result.grade.rawValue
    seconds = result.seconds
    theme = result.theme
    pairs = UInt32(clamping: result.pairs)
    seed = result.seed
    isSeeded = result.isSeeded
    daily = result.daily?.text ?? ""
    isPractice = result.isPractice
    winners = result.winners
  }

  /// The result as `--json` tells it; the seed is a text, for it may be above 2⁵³.
  var json: JSON {
    [
      "score": .integer(score), "flips": .integer(flips), "moves": .integer(moves),
      "par": .real(par), "regret": .real(regret), "luck": .real(luck), "grade": .string(grade),
      "seconds": .real(seconds), "theme": .string(theme), "pairs": .integer(pairs),
      "seed": .string(String(seed)), "seeded": .boolean(isSeeded), "daily": .string(daily),
      "practice": .boolean(isPractice), "winners": .strings(winners),
    ]
  }

  /// The result in one line.
  var line: String {
    let who = winners.isEmpty ? "won" : "won by " + winners.joined(separator: " and ")
    let graded = grade == "none" ? "" : ", grade \(grade)"
    return
      (who + ": score \(score), \(moves) moves, par \(par.tenths), regret \(regret.tenths), "
      + "luck \(luck.tenths)" + graded).harmless
  }
}

extension Double {
  /// The number to one place; there is no `-0.0` among them.
  var tenths: String {
    let rounded = (self * 10).rounded() / 10
    return rounded == 0 ? "0.0" : "\(rounded)"
  }
}

/// A dictionary from the bus, read key by key.
struct Fields {
  private let values: [String: Value]

  /// Takes the dictionary.
  init(_ values: [String: Value]) {
    self.values = values
  }

  /// The value of a key.
  ///
  /// - Throws: `UnknownProperty` where it is missing or of another type.
  func read<T: BusType>(_ key: String) throws(BusError) -> T {
    guard let value: T = values[key]?.get() else { throw ProgramError.unfitting }
    return value
  }
}
