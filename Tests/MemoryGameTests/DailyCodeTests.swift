import SpanGames
import TestSupport
import Testing

@testable import MemoryGame

/// Codes of daily games, and what is no code.
@Suite struct DailyCodeTests {
  /// Plays the daily game of a day.
  private func game(of day: Int, _ span: MemorySpan, using generator: inout DealGenerator) throws
    -> Game
  {
    let date = DailyDate(day: day)
    var game = try Game(
      GameBeginning(deal: DailyDeal(date: date).deal(), daily: date, startedAt: at(0)))
    let player = Opponent(span: span, pairs: game.pairs, players: 1)
    try game.play([player], at: at(0), using: &generator)
    return game
  }

  private func encoded(_ game: Game) -> DailyCode? {
    game.daily.flatMap { DailyCode(date: $0, cards: game.log.map(\.card)) }
  }

  @Test func everyDailyOfAYearComesBack() throws {
    var generator = testGenerator()
    for day in 20_782..<21_147 {
      for span in [MemorySpan.cards(5), .cards(9), .perfect] {
        let game = try game(of: day, span, using: &generator)
        let code = try #require(encoded(game))
        #expect(code.text.count <= 60)
        #expect(try DailyCode(code.text) == code)
        let replayed = code.game
        #expect(replayed.log.map(\.card) == game.log.map(\.card))
        #expect(replayed.score == game.score && replayed.moves == game.moves)
        #expect(abs(replayed.regret - game.regret) < Grading.tolerance)
      }
    }
  }

  /// Zeros before the number made any number of codes of one game.
  @Test func aCodeDoesNotBeginWithZeros() throws {
    var generator = testGenerator()
    let code = try #require(encoded(game(of: 20_000, .perfect, using: &generator)))
    let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    let digits = code.text.dropFirst(2).dropLast(6).compactMap { alphabet.firstIndex(of: $0) }
    #expect(CodeText.text(digits, version: 1) == code.text)
    for zeros in [1, 3] {
      let forged = try #require(
        CodeText.text(Array(repeating: 0, count: zeros) + digits, version: 1))
      #expect(throws: DailyCodeError.zeros) { try DailyCode(forged) }
    }
  }

  /// The code of a game is the same for ever.
  @Test func vector() throws {
    let date = try #require(DailyDate("2026-11-25"))
    var game = try Game(
      GameBeginning(deal: DailyDeal(date: date).deal(), daily: date, startedAt: at(0)))
    try game.playToTheEnd()
    #expect(encoded(game)?.text == "M1E00F111T00M9EFZ47MT")
  }

  @Test func concealsAreNotInIt() throws {
    var generator = testGenerator()
    let plain = try game(of: 20_000, .cards(7), using: &generator)
    let date = DailyDate(day: 20_000)
    var concealed = try Game(
      GameBeginning(deal: DailyDeal(date: date).deal(), daily: date, startedAt: at(0)))
    for entry in plain.log {
      _ = try? concealed.conceal(at: at(0))
      _ = try concealed.flip(entry.card, at: at(0))
    }
    #expect(concealed.score == plain.score && concealed.regret == plain.regret)
    #expect(
      DailyCode(date: date, cards: concealed.log.filter { $0.kind == .flip }.map(\.card))
        == encoded(plain))
  }

  @Test func aLongGameHasNoCode() throws {
    let date = DailyDate(day: 20_000)
    var game = try Game(
      GameBeginning(deal: DailyDeal(date: date).deal(), daily: date, startedAt: at(0)))
    let other = game.matches[1].first
    for _ in 0..<100 { try game.play(game.matches[0].first, other) }
    try game.playToTheEnd()
    #expect(encoded(game) == nil)
    // Moves that do not win, or are against the rules, have none either.
    #expect(DailyCode(date: date, cards: []) == nil)
    #expect(DailyCode(date: date, cards: [0, 0]) == nil)
    #expect(DailyCode(date: date, cards: [16]) == nil)
  }

  @Test func codesAreReadAsPeopleWriteThem() throws {
    var generator = testGenerator()
    let code = try #require(encoded(game(of: 20_000, .perfect, using: &generator)))
    let lower = code.text.lowercased().replacing("1", with: "l").replacing("0", with: "o")
    #expect(try DailyCode(lower) == code)
    let middle = code.text.index(code.text.startIndex, offsetBy: 9)
    #expect(try DailyCode(" \(code.text[..<middle])-\n\(code.text[middle...])\n") == code)
  }

  @Test func faultsAreNamed() throws {
    var generator = testGenerator()
    let text = try #require(encoded(game(of: 20_000, .perfect, using: &generator))).text
    let wrong: [(String, DailyCodeError)] = [
      ("", .noCode), ("12", .noCode), ("M", .noCode), ("X1" + text.dropFirst(2), .noCode),
      ("M1ü", .noCode), ("M2" + text.dropFirst(2), .version(2)), ("M1000", .length(5)),
      (text + String(repeating: "0", count: 61 - text.count), .length(61)),
      (text + "ü", .mistyped("ü", place: text.count + 1)), (text.dropLast() + "", .checkSum),
    ]
    for (text, fault) in wrong {
      #expect(throws: fault) { try DailyCode(text) }
    }
    // With a check sum that matches.
    func forge(_ day: Int, _ digits: [Int]) throws -> String {
      var number = WholeNumber()
      for digit in digits { number.put(digit, base: 16) }
      number.put(day, base: 1 << 22)
      return try #require(CodeText.text(number, version: 1))
    }
    #expect(throws: DailyCodeError.date) { try DailyCode(forge(4_000_000, [])) }
    #expect(throws: DailyCodeError.moves) { try DailyCode(forge(20_000, [])) }
    #expect(throws: DailyCodeError.moves) {
      try DailyCode(forge(20_000, Array(repeating: 15, count: 50)))
    }
  }

  // A wrong letter made of a code one that was forged, of another version, or none at all.
  @Test func aMistypedCharacterIsNamedWithItsPlace() throws {
    var generator = testGenerator()
    let code = try #require(encoded(game(of: 20_000, .cards(7), using: &generator))).text
    for (place, right) in code.enumerated().dropFirst(2) {
      for wrong in "Z0U$ü" where wrong != right {
        var typed = Array(code)
        typed[place] = wrong
        #expect(throws: DailyCodeError.mistyped(wrong, place: place + 1)) {
          try DailyCode(String(typed))
        }
      }
    }
    let hyphens = code.prefix(4) + "-" + code.dropFirst(4).prefix(3) + " u" + code.dropFirst(8)
    let fault = DailyCodeError.mistyped("u", place: 8)
    #expect(throws: fault) { try DailyCode(String(hyphens)) }
    #expect(fault.message == "The code is mistyped: “u” is wrong, character 8 of it.")
  }

  /// Of a changed code either a fault is named, or the result is that of its moves.
  @Test func changedCodes() throws {
    var generator = testGenerator()
    let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    var valid = 0
    let count = rounds(1000, ofAll: 100_000)
    var code: DailyCode?
    for round in 0..<count {
      if round.isMultiple(of: 20) {
        code = encoded(try game(of: 20_000 + round % 400, .cards(7), using: &generator))
      }
      let code = try #require(code)
      var text = Array(code.text)
      for _ in 0...generator.below(4) {
        let place = generator.below(text.count)
        switch generator.below(4) {
        case 0: text.remove(at: place)
        case 1: text.insert(alphabet[generator.below(32)], at: place)
        case 2: text.swapAt(place, generator.below(text.count))
        default: text[place] = alphabet[generator.below(32)]
        }
      }
      guard let read = try? DailyCode(String(text)) else { continue }
      valid += 1
      #expect(read == code, "\(code.text) became \(String(text))")
      let game = read.game
      #expect(game.isWon && game.daily == read.beginning.daily)
    }
    // A swap of equal characters is no change.
    #expect(valid < count / 4)
  }

  /// Somebody who computes the check sum can only write codes of games that follow from the rules.
  @Test func forgedCodes() throws {
    var generator = testGenerator()
    for _ in 0..<rounds(200, ofAll: 2000) {
      var number = WholeNumber()
      for _ in 0..<generator.below(230) { number.put(generator.below(2), base: 2) }
      number.put(generator.below(1 << 22), base: 1 << 22)
      guard let text = CodeText.text(number, version: 1), let code = try? DailyCode(text) else {
        continue
      }
      #expect(code.text == text)
      let game = code.game
      #expect(game.isWon)
      #expect(try Replay.play(game.log, on: Game(code.beginning)) == game)
    }
  }
}
