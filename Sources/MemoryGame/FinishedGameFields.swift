package import PlainText

/// The fields' names, which are those of the bus.
private enum Name: String {
  case theme, wanted, seed, scoring, players, daily
  case rulesVersion = "rules-version"
  case isSeeded = "seeded"
  case isRepeatedDaily = "practice"
  case startedAt = "started-at"
  case state, score, flips, moves, par, regret, luck, grade, seconds, winners
  /// Only of a solo game: by turns, the bots are listed.
  case isBotPlayed = "bot"
  case bots, transitions
}

private enum State: String {
  case won, abandoned
}

/// The points that the bus can publish.
private let possiblePoints = Int(Int32.min)...Int(Int32.max)

extension FinishedGame {
  /// Adds all but the clocks that only one machine knows: a ``Moment`` becomes its time by the wall.
  package func add(to fields: inout LineFields) {
    // Of a `Double`, the shortest text that is read as the same number.
    func add(_ name: Name, _ value: (some LosslessStringConvertible)?) {
      fields.add(name.rawValue, value.map(\.description))
    }
    func add(_ name: Name, if isTrue: Bool) { add(name, isTrue ? true : nil) }
    func add(_ name: Name, _ list: [String]) {
      add(name, list.isEmpty ? nil : list.joined(by: "\n"))
    }
    let (deal, start) = (beginning.deal, beginning.startedAt.epoch)
    let names = (try? Player.players(named: beginning.players))?.map(\.name) ?? []
    add(.startedAt, start)
    add(.state, (result.isWon ? State.won : .abandoned).rawValue)
    add(.theme, deal.theme.storedText)
    add(.wanted, deal.wanted)
    add(.seed, deal.seed)
    add(.rulesVersion, deal.rulesVersion)
    add(.scoring, beginning.scoring.rawValue)
    add(.players, beginning.players)
    add(.isSeeded, if: beginning.isSeeded)
    add(.daily, beginning.daily?.text)
    add(.isRepeatedDaily, if: beginning.isRepeatedDaily)
    add(.score, result.score)
    add(.flips, result.flips)
    add(.moves, result.moves)
    add(.par, result.par)
    add(.regret, result.regret)
    add(.luck, result.luck)
    add(.grade, result.grade.rawValue)
    add(.seconds, result.seconds)
    add(.winners, result.winners)
    add(.isBotPlayed, if: !result.bots.isEmpty && names.isEmpty)
    add(.bots, Bots(indices: result.bots.indices, of: names).names)
    add(.transitions, log.map { $0.text(since: start) }.joined(by: " "))
  }

  /// Reads what was written, within the bounds of a game; ``Replay/verify(_:log:on:)`` compares the log
  /// with the result.
  ///
  /// By the boot times, the seconds of the result pass between the first and the last flip, and a game
  /// that is resumed goes on as after a reboot.
  package init(_ line: LineFields) throws(FinishedGameError) {
    let fields = GameFields(line: line)
    let rules = try fields.number(.rulesVersion, in: 1...Int.max)
    if rules > RulesVersion.current { throw .laterRules(rules) }
    let theme = try fields.value(.theme) { Theme(storedText: $0) }
    let wanted = try fields.number(.wanted, in: Theme.minimumPairs...theme.size)
    let seed: UInt64 = try fields.number(.seed, in: 0...UInt64.max)
    // Its rules and its number of pairs are right, so only its pairs can be wrong.
    guard let deal = try? Deal(theme: theme, pairs: wanted, seed: seed, rulesVersion: rules) else {
      throw .field(Name.theme.rawValue)
    }
    let players = try fields.list(.players)
    guard let names = try? Player.players(named: players).map(\.name) else {
      throw .field(Name.players.rawValue)
    }
    let start = try fields.number(.startedAt, in: 0...DailyDate.lastEpoch)
    beginning = GameBeginning(
      deal: deal, scoring: try fields.value(.scoring) { Scoring(rawValue: $0) }, players: players,
      isSeeded: try fields.flag(.isSeeded),
      daily: fields.has(.daily) ? try fields.value(.daily) { DailyDate($0) } : nil,
      isRepeatedDaily: try fields.flag(.isRepeatedDaily),
      startedAt: Moment(epoch: start, boottime: start))
    let bots: UInt8 = try fields.places(.bots, in: names)
      .reduce(try fields.flag(.isBotPlayed) ? 1 : 0) { $0 | 1 << UInt8($1) }
    result = GameResult(
      isWon: try fields.value(.state) { State(rawValue: $0) } == .won,
      score: try fields.number(.score, in: possiblePoints),
      flips: try fields.number(.flips, in: 0...Replay.maximumLength),
      moves: try fields.number(.moves, in: 0...Replay.maximumLength),
      par: try fields.real(.par), regret: try fields.real(.regret), luck: try fields.real(.luck),
      grade: try fields.value(.grade) { Grade(rawValue: $0) },
      seconds: try fields.real(.seconds, in: 0...Double(LogEntry.maximumElapsed) / 1_000_000),
      theme: theme.name, pairs: deal.pairs, seed: seed, isSeeded: beginning.isSeeded,
      daily: beginning.daily, isRepeatedDaily: beginning.isRepeatedDaily,
      winners: try fields.places(.winners, in: names).map { names[$0] },
      bots: Bots(indices: bots, of: names))
    let end = start + UInt64((result.seconds * 1_000_000).rounded())
    log = try fields.value(.transitions) { text in
      let entries = text.split(separator: " ", maxSplits: Replay.maximumLength)
      let log = entries.enumerated().compactMap { index, entry in
        LogEntry(entry, since: start, boottime: index == 0 ? start : end, cards: 2 * deal.pairs)
      }
      return log.count == entries.count && log.count <= Replay.maximumLength ? log : nil
    }
  }
}

/// Reads fields; one that is missing or wrong throws its name.
private struct GameFields {
  let line: LineFields

  func has(_ name: Name) -> Bool { line.has(name.rawValue) }

  func value<Value>(
    _ name: Name, _ read: (String) -> Value?
  ) throws(FinishedGameError) -> Value {
    if let value = line[name.rawValue].flatMap(read) { return value }
    throw .field(name.rawValue)
  }

  func number<Number: FixedWidthInteger>(
    _ name: Name, in range: ClosedRange<Number>
  ) throws(FinishedGameError) -> Number {
    try value(name) { Number($0).flatMap { range.contains($0) ? $0 : nil } }
  }

  /// No number of moves is near the ends of this range.
  func real(
    _ name: Name, in range: ClosedRange<Double> = -1e6...1e6
  ) throws(FinishedGameError) -> Double {
    try value(name) { Double($0).flatMap { range.contains($0) ? $0 : nil } }
  }

  func flag(_ name: Name) throws(FinishedGameError) -> Bool {
    if !has(name) { return false }
    return try value(name) { $0 == "true" ? true : nil }
  }

  /// Empty if there is no such field; a name has no line break.
  func list(_ name: Name) throws(FinishedGameError) -> [String] {
    guard has(name) else { return [] }
    return try value(name) {
      $0.split(separator: "\n", maxSplits: Player.maximumCount).map(String.init)
    }
  }

  /// The places of listed players among all.
  func places(_ name: Name, in players: [String]) throws(FinishedGameError) -> [Int] {
    let listed = try list(name)
    let places = listed.compactMap(players.firstIndex)
    if places.count < listed.count { throw .field(name.rawValue) }
    return places
  }
}

// `card:time`, or `card:time:points:elapsed` if it completes a move; `conceal:time`.
extension LogEntry {
  fileprivate func text(since start: UInt64) -> String {
    let what = kind == .flip ? "\(card)" : kind.rawValue
    let time = Int64(bitPattern: at.epoch &- start)
    return points == 0 && elapsed == 0
      ? "\(what):\(time)" : "\(what):\(time):\(points):\(elapsed)"
  }

  fileprivate init?(_ text: Substring, since start: UInt64, boottime: UInt64, cards: Int) {
    let parts = text.split(separator: ":", maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 4, let time = Int64(parts[1]) else { return nil }
    let kind: TransitionKind = parts[0] == TransitionKind.conceal.rawValue ? .conceal : .flip
    let epoch = start &+ UInt64(bitPattern: time)
    guard epoch <= DailyDate.lastEpoch, let card = kind == .flip ? Int(digits: parts[0]) : 0,
      (0..<cards).contains(card), let points = parts.count == 4 ? Int(parts[2]) : 0,
      possiblePoints.contains(points),
      let elapsed = parts.count == 4 ? UInt64(parts[3]) : 0, elapsed <= Self.maximumElapsed
    else { return nil }
    self.init(
      at: Moment(epoch: epoch, boottime: boottime), kind: kind, card: card, points: points,
      elapsed: elapsed)
  }
}
