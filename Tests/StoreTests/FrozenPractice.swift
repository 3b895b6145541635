import Foundation
import Practice

@testable import Store

/// All that is read of stored practice, as a frozen file holds it.
struct FrozenPractice: Codable, Equatable {
  struct Schedule: Codable, Equatable {
    let card: [String]
    let direction: String
    let stability: Double
    let difficulty: Double
    let introducedAt: UInt64
    let reviewedAt: UInt64
    let dueAt: UInt64
  }

  struct Question: Codable, Equatable {
    let texts: [String]
    let choices: [String]
    let right: Int
    let answers: [String]
    let card: [String]
  }

  struct Response: Codable, Equatable {
    let isRight: Bool
    let question: Int
    let at: UInt64
    let movesToEnd: Bool
    let rating: Int?
    let dueAt: UInt64?
  }

  let revision: UInt64
  let options: [String]
  let isRevealed: Bool
  let questions: [Question]
  let responses: [Response]
  let schedules: [Schedule]
  /// When, grade and days since the review before, each.
  let reviews: [[Int?]]
  let settings: [String: String]

  init(_ tables: Store.Tables) throws {
    let stored = try tables.practice.load()
    revision = stored.revision
    isRevealed = stored.isRevealed
    options =
      stored.options.map {
        [$0.deck, "\($0.questions)", $0.direction.rawValue, $0.mode.rawValue, "\($0.isDue)"]
      } ?? []
    questions =
      stored.session?.questions.map {
        Question(
          texts: [$0.text, $0.pronunciation], choices: $0.choices, right: $0.rightPlace,
          answers: $0.answers, card: Self.name($0.card))
      } ?? []
    let right = stored.session?.right.map { ($0, true) } ?? []
    let wrong = stored.session?.wrong.map { ($0, false) } ?? []
    responses = (right + wrong).sorted { $0.0.sequence < $1.0.sequence }.map {
      Response(
        isRight: $1, question: $0.question, at: $0.at, movesToEnd: $0.movesToEnd,
        rating: $0.change?.rating.rawValue, dueAt: $0.change?.after.dueAt)
    }
    schedules = stored.schedules.compactMap { update in
      update.schedule.map {
        Schedule(
          card: Self.name(update.card), direction: update.direction.rawValue,
          stability: $0.memory.stability, difficulty: $0.memory.difficulty,
          introducedAt: $0.introducedAt, reviewedAt: $0.reviewedAt, dueAt: $0.dueAt)
      }
    }.sorted { ($0.card.joined(), $0.direction) < ($1.card.joined(), $1.direction) }
    reviews = try tables.practice.reviews(since: 0).map {
      [Int($0.at), $0.rating.rawValue, $0.elapsedDays]
    }
    settings = Dictionary(
      uniqueKeysWithValues: try tables.settings.all().map { ($0.key.rawValue, $0.value) })
  }

  private static func name(_ card: CardIdentity) -> [String] {
    [card.stored.deck, card.stored.side]
  }
}
