internal import PlainText

/// A won daily game as a code of at most 60 characters: its day and the cards that were turned up.
///
/// The deal follows from the day, so anybody can replay the game and compute its result. Times are
/// not in it, nor are Conceals, which change no result.
package struct DailyCode: Equatable, Sendable {
  package let beginning: GameBeginning
  /// At its end; a second passed before each flip.
  package let game: Game
  package let text: String

  /// The version of codes, which goes with that of the rules.
  fileprivate static let version = 1
  /// 2²² days are more than the calendar has.
  private static let days = 1 << 22
  /// More than a code has room for.
  private static let maximumFlips = 200

  /// Encodes the flips of a won game; nil if they are too many, or do not win it.
  package init?(date: DailyDate, cards: [Int]) {
    var position = Position(of: date)
    var digits: [(digit: Int, base: Int)] = []
    for card in cards {
      guard let choices = position?.choices, let digit = choices.firstIndex(of: card) else {
        return nil
      }
      digits.append((digit, choices.count))
      position?.flip(card)
    }
    guard let position, position.game.isWon else { return nil }
    var number = WholeNumber()
    // Digits come off in the reverse order.
    for (digit, base) in digits.reversed() { number.put(digit, base: base) }
    number.put(date.day, base: Self.days)
    guard let text = CodeText.text(number, version: Self.version) else { return nil }
    (beginning, game, self.text) = (position.beginning, position.game, text)
  }

  /// Decodes a code, without regard to case, spaces and hyphens.
  package init(_ text: String) throws(DailyCodeError) {
    var number = try CodeText.number(text, version: Self.version)
    let day = number.popDigit(base: Self.days)
    let date = DailyDate(day: day)
    guard date.day == day, var position = Position(of: date) else { throw .date }
    var cards: [Int] = []
    while !position.game.isWon {
      guard cards.count < Self.maximumFlips else { throw .moves }
      let choices = position.choices
      cards.append(choices[number.popDigit(base: choices.count)])
      position.flip(cards[cards.count - 1])
    }
    // Encoded again, so that equal games have equal texts.
    guard number.isZero, let code = DailyCode(date: date, cards: cards) else { throw .moves }
    self = code
  }
}

extension DailyCode {
  /// The daily game of a day, and the cards that may be turned up in it.
  private struct Position {
    let beginning: GameBeginning
    var game: Game

    /// Nil if it cannot be dealt, which does not happen.
    init?(of date: DailyDate) {
      let start = Moment(epoch: date.epoch, boottime: 0)
      guard let deal = try? DailyDeal(date: date).deal() else { return nil }
      beginning = GameBeginning(deal: deal, daily: date, startedAt: start)
      guard let game = try? Game(beginning) else { return nil }
      self.game = game
    }

    /// In ascending order; each flip is coded as an index in this list.
    var choices: [Int] { (0..<game.cardCount).filter { game.refusal(toFlip: $0) == nil } }

    mutating func flip(_ card: Int) {
      let seconds = UInt64(game.flips + 1) * 1_000_000
      let moment = Moment(epoch: game.startedAt.epoch + seconds, boottime: seconds)
      _ = try? game.flip(card, at: moment)
    }
  }
}

/// Why a text is not the code of a daily game.
package enum DailyCodeError: Error, Hashable, Sendable {
  /// It has other characters, or does not begin like a code.
  case noCode
  case version(Int)
  case length(Int)
  case mistyped(Character, place: Int)
  /// More than one character is wrong.
  case checkSum
  /// Its number begins with a zero.
  case zeros
  case date
  /// Its moves do not win the game, or it has more than those.
  case moves

  package var message: String {
    switch self {
    case .noCode: english("It is not a code, which begins with M1 and has digits and letters.")
    case .version(let codeVersion):
      english(
        "The code is of version \(codeVersion), and this program knows version "
          + "\(DailyCode.version). Use the release that made it.")
    case .length(let count):
      english(
        "The code has \(count) characters: a part of it is missing, or there is more than one.")
    case .mistyped(let character, let place):
      // Translators: {place} is the number of the wrong character.
      english("The code is mistyped: “\(character)” is wrong, character \(place) of it.")
    case .checkSum:
      english("The code is mistyped or was changed: more than one character is wrong or missing.")
    case .zeros: english("The code is forged: its number begins with a zero.")
    case .date: english("The code is forged: its day is not in the calendar.")
    case .moves: english("The code is forged: its moves do not win the game of its day.")
    }
  }
}
