import Foundation
import MemoryGame
import TestSupport

@testable import Practice

let hour: UInt64 = 3_600_000_000
/// 2026-01-01 00:00 UTC.
let newYear: UInt64 = 1_767_225_600_000_000

/// A time on a day of UTC.
func at(_ now: UInt64) -> PracticeTime { PracticeTime(utc: now) }

func makeDeck(_ cards: [WordCard], name: String = "Test") throws -> Deck {
  Deck(name: try ThemeName(name), cards: cards)
}

/// Cards `q0 = a0`, `q1 = a1` and so on.
func plainCards(_ count: Int) -> [WordCard] {
  (0..<count).map { WordCard("q\($0)", "a\($0)") }
}

func makeTrainer(_ cards: [WordCard]) throws -> Trainer {
  var trainer = Trainer()
  trainer.reviews.setDeck(try makeDeck(cards))
  return trainer
}

/// Cards of few distinct sides, so that questions and answers are shared in all ways.
func randomCards(
  _ range: ClosedRange<Int>, using generator: inout some RandomNumberGenerator
) -> [WordCard] {
  let variety = Int.random(in: 1...12, using: &generator)
  let marks = ["", "", "", "é", "が", " ", "!"]
  func side(_ letter: String) -> String {
    let number = Int.random(in: 0..<variety, using: &generator)
    return letter + "\(number)" + marks[number % marks.count]
  }
  var pairs = Set<[String]>()
  return (0..<Int.random(in: range, using: &generator)).compactMap { number in
    let first = side("q")
    var second = side("a")
    let separator = ["; ", " / "].randomElement(using: &generator) ?? ""
    if Int.random(in: 0..<5, using: &generator) == 0 { second += separator + side("a") }
    guard pairs.insert([first, second]).inserted else { return nil }
    let hasGUID = Int.random(in: 0..<3, using: &generator) == 0
    return WordCard(
      first, second, pronunciation: number.isMultiple(of: 2) ? "p\(number)" : nil,
      guid: hasGUID ? "guid\(number)" : nil)
  }
}

/// An independent view of a deck, without anything that the sources compute.
struct PlainDeck {
  let answers: Set<String>
  let questions: Set<String>
  /// The questions with at least one wrong answer in the deck.
  let askable: Set<String>

  /// The parts between semicolons and slashes of all answers to a question, and the answers themselves.
  private let right: [String: Set<String>]
  private let whole: [String: Set<String>]

  init(cards: [WordCard], direction: Direction) {
    var right: [String: Set<String>] = [:]
    var whole: [String: Set<String>] = [:]
    for card in cards {
      whole[Self.trimmed(card.question(direction)), default: []].insert(card.answer(direction))
      right[Self.trimmed(card.question(direction)), default: []]
        .formUnion(Self.parts(card.answer(direction)))
    }
    let answers = Set(cards.map { Self.trimmed($0.answer(direction)) })
    self.right = right
    self.whole = whole
    self.answers = answers
    questions = Set(right.keys)
    askable = questions.filter { question in
      answers.contains { right[question]?.isDisjoint(with: Self.parts($0)) ?? true }
    }
  }

  /// Whether an answer is right, by some card or by a part between semicolons or slashes.
  func isRight(_ answer: String, to question: String) -> Bool {
    !(right[Self.trimmed(question)] ?? []).isDisjoint(with: Self.parts(answer))
  }

  /// The answers as the cards have them.
  func answers(to question: String) -> Set<String> { whole[Self.trimmed(question)] ?? [] }

  static func trimmed(_ text: String) -> String {
    text.hasPrefix(" ") || text.hasSuffix(" ") ? text.trimmingCharacters(in: .whitespaces) : text
  }

  private static func parts(_ answer: String) -> Set<String> {
    Set(answer.replacing(" / ", with: ";").split(separator: ";").map { trimmed(String($0)) })
      .union([trimmed(answer)])
  }
}

extension Reviews {
  func counts(
    ofDeck name: String, _ settings: PracticeSettings, at time: PracticeTime
  ) -> DeckCounts? {
    let key = ThemeName.comparisonKey(of: name)
    return counts(settings, at: time).first { $0.deck.deckName.comparisonKey == key }?.counts
  }
}
