import Foundation
import MemoryGame
import Testing

@testable import Store

/// A stored game with all that is read of it, as a frozen file holds it.
struct FrozenGame: Codable, Equatable {
  struct Result: Codable, Equatable {
    let score: Int
    let flips: Int
    let moves: Int
    let par: Double
    let regret: Double
    let luck: Double
    let grade: String
    let seconds: Double
    let winners: [String]
  }

  let id: UInt64
  let revision: UInt64
  let state: String
  let theme: String
  let icon: String
  let colors: [String]
  let rule: String
  /// First side, second side, pronunciation.
  let themePairs: [[String]]
  let pairs: Int
  let wanted: Int
  /// A text, since it may exceed the numbers of JSON.
  let seed: String
  let rules: Int
  let scoring: String
  let players: [String]
  let isSeeded: Bool
  let daily: String?
  let isPractice: Bool
  let startedAt: String
  let log: [String]
  let result: Result?
  /// The cards after the log.
  let cards: [String]

  init(_ stored: StoredGame) throws {
    let beginning = stored.beginning
    let dealt = beginning.deal.theme
    let game = try Replay.play(stored.log, on: try Game(beginning))
    id = stored.id
    revision = stored.revision
    state = stored.record.state.rawValue
    theme = dealt.name
    icon = dealt.icon
    colors = dealt.colors
    rule = "\(dealt.rule)"
    themePairs = dealt.pairs.map { [$0.first.text, $0.second?.text ?? "", $0.pronunciation ?? ""] }
    pairs = stored.record.pairs
    wanted = beginning.deal.wanted
    seed = String(beginning.deal.seed)
    rules = beginning.deal.rulesVersion
    scoring = beginning.scoring.rawValue
    players = beginning.players
    isSeeded = beginning.isSeeded
    daily = beginning.daily?.text
    isPractice = beginning.isPractice
    startedAt = Self.text(beginning.startedAt)
    log = stored.log.map {
      "\($0.kind.rawValue) \($0.card) \($0.points) \(Self.text($0.at)) \($0.elapsed)"
    }
    result = stored.record.result.map {
      Result(
        score: $0.score, flips: $0.flips, moves: $0.moves, par: $0.par, regret: $0.regret,
        luck: $0.luck, grade: $0.grade.rawValue, seconds: $0.seconds, winners: $0.winners)
    }
    cards = game.cards.map { "\($0.state.rawValue) \($0.face)" }
  }

  private static func text(_ moment: Moment) -> String {
    "\(moment.epoch) \(moment.boottime) \(moment.boot)"
  }
}
