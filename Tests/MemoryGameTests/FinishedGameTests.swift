import PlainText
import TestSupport
import Testing

@testable import MemoryGame

/// What one machine writes of a finished game, another one reads.
@Suite struct FinishedGameTests {
  @Test func randomGamesComeBackEqual() throws {
    var generator = SeededGenerator(for: #function)
    for _ in 0..<rounds(1000, ofAll: 10_000) {
      let written = try RandomFinishedGame.game(using: &generator)
      let read = try FinishedGame(line: written.line)
      #expect(read.beginning == written.beginning.onTheWall)
      #expect(read.beginning.deal.theme.spelled == written.beginning.deal.theme.spelled)
      #expect(read.beginning.players.map(bytes) == written.beginning.players.map(bytes))
      #expect(read.log.map(WallEntry.init) == written.log.map(WallEntry.init))
      #expect(read.result == written.result)
      #expect(read.result.winners.map(bytes) == written.result.winners.map(bytes))
      for number in [\GameResult.par, \.regret, \.luck, \.seconds] {
        #expect(
          read.result[keyPath: number].bitPattern == written.result[keyPath: number].bitPattern)
      }
      #expect(read.key == written.key)
      #expect(read.line == written.line)
      // Though its clocks are not those that measured the seconds.
      #expect(Replay.verify(read.result, log: read.log, on: try Game(read.beginning)))
    }
  }

  /// Files have such lines: they stay the same.
  @Test func aLineIsReadable() throws {
    var game = try makeGame(pairs: 2, seed: 7, players: ["Ann", "Bob"])
    _ = try game.flip(0, at: at(1), asBot: true)
    _ = try game.flip(1, at: at(2.5))
    if game.matchedPairs == 0 { _ = try game.conceal(at: at(3)) }
    let text = String(decoding: try FinishedGame(game).line, as: UTF8.self)
    #expect(
      text.split(separator: "\t") == [
        "started-at=1700000000000000", "state=abandoned",
        #"theme=Test\t🎴\t#5a80b5,#8ab0d4\tall\nface 0\t\t\nface 1\t\t"#, "wanted=2", "seed=7",
        "rules-version=1", "scoring=classic", #"players=Ann\nBob"#, "score=0", "flips=2", "moves=1",
        "par=2.6666666666666665", "regret=0.0", "luck=0.33333333333333304", "grade=none",
        "seconds=1.5", "bots=Ann", "transitions=0:1000000 1:2500000:0:1500000 conceal:3000000",
      ])
  }

  @Test func aGameOfSixtyFlipsIsShort() throws {
    let theme = try #require(Themes.builtIn.first { $0.name == "Animals" })
    var game = try Game(
      GameBeginning(deal: Deal(theme: theme, pairs: 16, seed: .max), startedAt: at(0)))
    let matches = game.matches
    while game.flips < 30 {
      let (one, other) = (matches[game.flips / 2 % 8], matches[game.flips / 2 % 7 + 8])
      _ = try game.flip(one.first, at: at(1.234567 * Double(game.flips)))
      _ = try game.flip(other.second, at: at(1.234567 * Double(game.flips)))
    }
    for match in matches.dropLast(game.flips == 30 ? 1 : 0) {
      _ = try game.flip(match.first, at: at(1.234567 * Double(game.flips)))
      _ = try game.flip(match.second, at: at(1.234567 * Double(game.flips)))
    }
    #expect(game.flips == 60)
    #expect(try FinishedGame(game).line.count <= 1536)
  }

  /// On another machine, with an open move: as after a restart of the system, no bonus is gained.
  @Test(arguments: [0, 7] as [UInt64])
  func aGameThatWasReadCanBeResumed(boot: UInt64) throws {
    var game = try makeGame(pairs: 2, scoring: .timed)
    let (first, second) = (game.matches[0], game.matches[1])
    _ = try game.flip(first.first, at: at(1))
    _ = try game.flip(first.second, at: at(2))
    _ = try game.flip(second.first, at: at(3))
    let givenUp = try FinishedGame(game)
    let read = try FinishedGame(line: givenUp.line)
    let revealed = read.beginning.revealed
    var resumed = try Replay.play(read.log, on: Game(revealed))
    let later = Moment(epoch: at(4).epoch, boottime: 4_000_000, boot: boot)
    let transition = try resumed.flip(second.second, at: later)
    #expect(resumed.isWon && transition.points == 2 && resumed.log.last?.elapsed == 10_000_000)
    let won = try #require(
      FinishedGame(beginning: revealed, log: resumed.log, result: resumed.finalResult()))
    #expect(won.key == givenUp.key && won.result.seconds == 10)
    let other = try FinishedGame(line: won.line)
    #expect(Replay.verify(other.result, log: other.log, on: try Game(other.beginning)))
  }

  @Test func theLongestLogIsTheLongestThatIsReplayed() throws {
    let game = try makeGame(pairs: Theme.maximumPairs)
    func finished(_ count: Int) -> FinishedGame? {
      let entry = LogEntry(at: at(1), kind: .flip, card: 1023, points: -20, elapsed: 999)
      return FinishedGame(
        beginning: game.beginning, log: Array(repeating: entry, count: count),
        result: game.finalResult())
    }
    let longest = try #require(finished(Replay.maximumLength))
    #expect(try FinishedGame(line: longest.line).log.count == Replay.maximumLength)
    #expect(finished(Replay.maximumLength + 1) == nil)
    #expect(throws: FinishedGameError.field("transitions")) {
      try FinishedGame(line: longest.line + Array(" 0:1".utf8))
    }
  }

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
}

/// Lines that no machine has written: nothing traps, and no work is endless.
@Suite struct ForgedGameTests {
  @Test(arguments: [
    ("rules-version", ["0", "-1", ""]), ("theme", ["", "A", "A\\t🎴\\t\\tall\\na\\t\\t", "\\x"]),
    ("wanted", ["1", "3", "-2", "18446744073709551616"]), ("seed", ["", "-1", "1.5"]),
    ("scoring", ["", "fast"]), ("state", ["", "playing"]), ("grade", ["", "best"]),
    ("players", ["A\\nA", "a\\nb\\nc\\nd\\ne\\nf\\ng\\nh\\ni", "A\\n\u{1B}", "\\"]),
    ("seeded", ["", "false", "1"]), ("practice", ["yes"]), ("bot", ["2"]),
    ("daily", ["", "2026-02-30", "1969-12-31", "9999999999"]), ("bots", ["Ann"]),
    ("winners", ["Ann"]), ("started-at", ["", "-1", "253402300800000000", "1e3"]),
    ("score", ["", "2147483648", "-2147483649"]), ("flips", ["-1", "100001"]),
    ("moves", ["-1", "100001", "1.0"]), ("par", ["nan", "inf", "1e7", ""]),
    ("regret", ["-inf", "x"]), ("luck", ["1e400", "-nan"]),
    ("seconds", ["-1", "nan", "9007199254.740994", "1e300"]),
    (
      "transitions",
      [
        "4:1", "-1:1", "0", "0:1:1", "0:1:1:1:1", ":1", "0:", "flip:1", "0:x", "0:1:1:-1",
        "0:1:2147483648:1", "0:1:1:9007199254740993", "0:9223372036854775807",
        "0:-1700000000000001", "0:1 4:1", "conceal",
      ]
    ),
  ])
  func whatIsOutOfItsRangeIsRefused(name: String, values: [String]) throws {
    let game = try FinishedGame(makeGame(pairs: 2))
    for value in values {
      #expect(throws: FinishedGameError.field(name), "\(value)") {
        try FinishedGame(line: game.line(with: value, for: name))
      }
    }
  }

  @Test func laterRulesAreNamed() throws {
    let line = try FinishedGame(makeGame()).line(with: "2", for: "rules-version")
    #expect(throws: FinishedGameError.laterRules(2)) { try FinishedGame(line: line) }
  }

  @Test func pairsThatCannotBeDealtTogetherAreRefused() throws {
    let theme = #"A\t🎴\t\tall\na\tb\t\nb\ta\t"#
    let line = try FinishedGame(makeGame(pairs: 2)).line(with: theme, for: "theme")
    #expect(throws: FinishedGameError.field("theme")) { try FinishedGame(line: line) }
  }

  @Test func everyFieldIsNeededOrHasAMeaningIfItIsMissing() throws {
    let optional: Set = ["players", "seeded", "daily", "practice", "bot", "bots", "winners"]
    var generator = SeededGenerator(for: #function)
    for _ in 0..<rounds(100, ofAll: 1000) {
      let game = try RandomFinishedGame.game(using: &generator)
      for name in game.names {
        let line = game.line(with: nil, for: name)
        if optional.contains(name) {
          _ = try? FinishedGame(line: line)
        } else {
          #expect(throws: FinishedGameError.field(name)) { try FinishedGame(line: line) }
        }
        replay(game.line(with: RandomTexts.text(3, using: &generator), for: name))
      }
    }
  }

  @Test func damagedLinesDoNotTrap() throws {
    var generator = SeededGenerator(for: #function)
    var (read, refused) = (0, 0)
    for _ in 0..<rounds(1000, ofAll: 10_000) {
      let line = try RandomFinishedGame.game(using: &generator).line
      for _ in 0..<10 {
        var damaged = line
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
          Mutation.damage(&damaged, breaks: true, using: &generator)
        }
        if replay(damaged) { read += 1 } else { refused += 1 }
      }
    }
    #expect(read > 0 && refused > 0)
  }

  /// False if the line is refused; what is read is written and read again.
  @discardableResult
  private func replay(_ line: [UInt8]) -> Bool {
    guard let game = try? FinishedGame(line: line), let begun = try? Game(game.beginning) else {
      return false
    }
    _ = Replay.verify(game.result, log: game.log, on: begun)
    #expect((try? FinishedGame(line: game.line)) == game)
    return true
  }
}

/// Finished games of every kind, on machines whose clocks are set and which are restarted.
private enum RandomFinishedGame {
  static func game(using generator: inout SeededGenerator) throws -> FinishedGame {
    let beginning = beginning(using: &generator)
    var (game, clock) = (try Game(beginning), beginning.startedAt)
    let end = Bool.random(using: &generator) ? Int.random(in: 0...30, using: &generator) : .max
    let hasBots = Bool.random(using: &generator)
    while !game.isWon, game.log.count < end {
      clock = later(than: clock, using: &generator)
      if Int.random(in: 0..<8, using: &generator) == 0 {
        _ = try? game.conceal(at: clock)
      } else {
        // Mates often, so that games end.
        let open = game.cards.firstIndex { $0.state == .up }
        let mate = game.matches.first { $0.first == open || $0.second == open }
        let card =
          mate.map { $0.first == open ? $0.second : $0.first }
          .flatMap { Bool.random(using: &generator) ? $0 : nil }
          ?? Int.random(in: 0..<game.cardCount, using: &generator)
        _ = try? game.flip(
          card, at: clock, asBot: hasBots && Bool.random(using: &generator))
      }
    }
    return try FinishedGame(game)
  }

  private static func beginning(using generator: inout SeededGenerator) -> GameBeginning {
    let start = Moment(
      epoch: .random(in: 0...8_000_000_000_000_000, using: &generator),
      boottime: .random(in: 0...9_000_000_000_000, using: &generator), boot: generator.next())
    let players = players(using: &generator)
    let scoring = Scoring.allCases.randomElement(using: &generator) ?? .classic
    if Int.random(in: 0..<4, using: &generator) == 0 {
      let date = DailyDate(epoch: start.epoch)
      guard let deal = try? DailyDeal(date: date).deal() else { fatalError("No daily deal.") }
      return GameBeginning(
        deal: deal, players: players, daily: date,
        isRepeatedDaily: Bool.random(using: &generator), startedAt: start)
    }
    return GameBeginning(
      deal: RandomTexts.first {
        let theme =
          Bool.random(using: &generator)
          ? RandomTexts.theme(using: &generator)
          : Themes.builtIn.randomElement(using: &generator) ?? Themes.builtIn[0]
        return try? Deal(
          theme: theme, pairs: Int.random(in: 2...8, using: &generator), seed: generator.next())
      },
      scoring: scoring, players: players, isSeeded: Bool.random(using: &generator),
      startedAt: start)
  }

  private static func players(using generator: inout SeededGenerator) -> [String] {
    if Bool.random(using: &generator) { return [] }
    return RandomTexts.first {
      let names = (0..<Int.random(in: 1...Player.maximumCount, using: &generator)).map { _ in
        RandomTexts.text(5, using: &generator)
      }
      return (try? Player.players(named: names)) == nil ? nil : names
    }
  }

  private static func later(
    than moment: Moment, using generator: inout SeededGenerator
  ) -> Moment {
    let passed = UInt64.random(in: 0...12_000_000, using: &generator)
    let isRestarted = Int.random(in: 0..<40, using: &generator) == 0
    let isSet = Int.random(in: 0..<40, using: &generator) == 0
    // The clocks do not run quite alike.
    let wall = moment.epoch + passed + .random(in: 0...50, using: &generator)
    return Moment(
      epoch: isSet ? .random(in: 0...8_000_000_000_000_000, using: &generator) : wall,
      boottime: isRestarted ? passed : moment.boottime + passed,
      boot: isRestarted ? generator.next() : moment.boot)
  }
}

/// What every machine knows of an entry.
private struct WallEntry: Equatable {
  let (at, elapsed): (UInt64, UInt64)
  let kind: TransitionKind
  let (card, points): (Int, Int)

  init(_ entry: LogEntry) {
    (at, elapsed, kind) = (entry.at.epoch, entry.elapsed, entry.kind)
    (card, points) = (entry.card, entry.points)
  }
}

extension GameBeginning {
  fileprivate var onTheWall: GameBeginning {
    GameBeginning(
      deal: deal, scoring: scoring, players: players, isSeeded: isSeeded, daily: daily,
      isRepeatedDaily: isRepeatedDaily,
      startedAt: Moment(epoch: startedAt.epoch, boottime: startedAt.epoch))
  }
}

extension FinishedGame {
  fileprivate init(_ game: Game) throws {
    self = try #require(
      FinishedGame(beginning: game.beginning, log: game.log, result: game.finalResult()))
  }

  fileprivate init(line: [UInt8]) throws {
    guard let fields = LineFields(line[...]) else { throw FinishedGameError.field("") }
    try self.init(fields)
  }

  fileprivate var line: [UInt8] {
    var fields = LineFields()
    add(to: &fields)
    return fields.bytes
  }

  // By bytes: a value may begin with a character that joins the one before.
  private var texts: [ArraySlice<UInt8>] { line.split(separator: UInt8(ascii: "\t")) }

  fileprivate var names: [String] {
    texts.map { String(decoding: $0.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self) }
  }

  /// The line with another value of a field, or without it.
  fileprivate func line(with value: String?, for name: String) -> [UInt8] {
    var texts = texts.filter { !$0.starts(with: "\(name)=".utf8) }
    if let value { texts.append(Array("\(name)=\(value)".utf8)[...]) }
    return Array(texts.joined(separator: [UInt8(ascii: "\t")]))
  }
}
