import Foundation
import MemoryGame
import TestSupport

@testable import Practice
@testable import Store

/// Practices at random, and saves each step as the daemon does.
struct PracticeDesk {
  let tables: Store.Tables
  private let decks: [Deck]
  var trainer = Trainer()
  var revision: UInt64 = 0
  private var time: UInt64 = 1_700_000_000_000_000

  /// One with guids, and one without.
  static func decks() throws -> [Deck] {
    let guids = (0..<6).map { WordCard("side \($0)", "answer \($0 / 2)", guid: "guid-\($0)") }
    return [Deck.japaneseBasics, Deck(name: try ThemeName("Guids"), cards: guids)]
  }

  init(_ tables: Store.Tables, decks: [Deck]) {
    (self.tables, self.decks) = (tables, decks)
    for deck in decks { trainer.reviews.setDeck(deck) }
  }

  /// Takes a random step, which may be refused.
  // Without `isLeaving`, the session is neither ended early nor undone.
  mutating func step(using random: inout SeededGenerator, isLeaving: Bool = true) throws {
    time += UInt64.random(in: 1...2 * Schedule.day, using: &random)
    let number = trainer.question?.number ?? 1
    let settings = PracticeSettings()
    let at = PracticeTime(utc: time)
    let step: PracticeStep
    do throws(PracticeError) {
      switch Int.random(in: 0..<12, using: &random) {
      case 0 where isLeaving || trainer.question == nil:
        step = try trainer.start(options(&random), settings, at: at, using: &random)
      case 1 where trainer.question == nil:
        step = try trainer.restart(settings, at: at, using: &random)
      case 2 where isLeaving: step = try trainer.undo(at: time)
      case 3: step = try trainer.reveal(number, settings, at: time)
      case 4 where isLeaving && Int.random(in: 0..<4, using: &random) == 0:
        step = try trainer.stop()
      case 5, 6:
        let question = trainer.question
        let text = Bool.random(using: &random) ? question?.answer : question?.text
        step = try trainer.answer(number, text: text ?? "", settings, at: time)
      case 7, 8:
        let rating = Rating(rawValue: Int.random(in: 1...4, using: &random)) ?? .good
        step = try trainer.grade(number, rating, settings, at: time)
      default:
        step = try trainer.answer(
          number, choice: Int.random(in: 0..<3, using: &random), settings, at: time)
      }
    } catch {
      return
    }
    guard step.session != nil else { return }
    revision += 1
    try tables.database.transaction { () throws(StoreError) in
      try tables.practice.save(
        step, revision: revision, lastDeck: nil, activeAt: trainer.session?.activeAt)
    }
  }

  private func options(_ random: inout SeededGenerator) -> SessionOptions {
    let isDue = Bool.random(using: &random)
    // Only what is due is asked of all decks and in both directions.
    let isAll = isDue && Bool.random(using: &random)
    return SessionOptions(
      deck: isAll ? nil : decks[Int.random(in: decks.indices, using: &random)].name,
      questions: isAll && Bool.random(using: &random)
        ? 0 : Int.random(in: 3...8, using: &random),
      direction: isAll ? nil : Bool.random(using: &random) ? .forward : .backward,
      mode: PracticeMode.allCases[Int.random(in: 0..<3, using: &random)], isDue: isDue)
  }
}
