import BoardLayout
import DBus
import MemorizeBus

/// The game as the service publishes it.
struct GameView {
  let revision: UInt64
  let id: UInt64
  /// `no-game`, `playing` or `won`.
  let state: String
  let theme: String
  let icon: String
  let colors: [String]
  let pairs: UInt32
  let matchedPairs: UInt32
  let score: Int32
  let flips: UInt32
  let moves: UInt32
  let scoring: String
  let isSeeded: Bool
  let daily: String
  let startedAt: UInt64
  let lastFlipAt: UInt64
  let par: Double
  let regret: Double
  let luck: Double
  let players: [(name: String, score: Int32)]
  let turn: UInt32
  /// The cards in the order of their numbers.
  let cards: [BoardCard]

  /// Reads the answer of GetAll.
  ///
  /// - Parameters:
  ///   - properties: the properties.
  ///   - known: the cards where they are known otherwise, for changes do not bring them.
  /// - Throws: `UnknownProperty` where one is missing or of another type.
  init(
    _ properties: Properties<GameContract.Service>, cards known: [BoardCard]? = nil
  ) throws(BusError) {
    func read<T: BusType>(_ property: Property<GameContract.Service, T>) throws(BusError) -> T {
      guard let value = properties[property] else { throw ProgramError.unfitting }
      return value
    }
    revision = try read(GameContract.revision)
    id = try read(GameContract.id)
    state = try read(GameContract.state)
    theme = try read(GameContract.theme)
    icon = try read(GameContract.icon)
    colors = try read(GameContract.colors)
    pairs = try read(GameContract.pairs)
    matchedPairs = try read(GameContract.matchedPairs)
    score = try read(GameContract.score)
    flips = try read(GameContract.flips)
    moves = try read(GameContract.moves)
    scoring = try read(GameContract.scoring)
    isSeeded = try read(GameContract.seeded)
    daily = try read(GameContract.daily)
    startedAt = try read(GameContract.startedAt)
    lastFlipAt = try read(GameContract.lastFlipAt)
    par = try read(GameContract.par)
    regret = try read(GameContract.regret)
    luck = try read(GameContract.luck)
    players = try read(GameContract.players).map { ($0.fields.0, $0.fields.1) }
    turn = try read(GameContract.turn)
    if let known {
      cards = known
    } else {
      cards = try Self.cards(try read(GameContract.cards))
    }
  }

  private static func cards(_ cards: [CardOnShow]) throws(BusError) -> [BoardCard] {
    var result: [BoardCard] = []
    for (number, card) in cards.enumerated() {
      result.append(try BoardCard(number: number, state: card.fields.0, face: card.fields.1))
    }
    return result
  }

  /// Whether there is a game, be it won.
  var isThere: Bool { state != "no-game" }

  /// The cards that are up and not matched.
  var up: [BoardCard] { cards.filter { $0.state == .up } }

  /// The number of the first card of a move that has begun.
  var marked: Int? {
    let up = up
    return up.count == 1 ? up.first?.number : nil
  }
}

extension BoardCard {
  /// Takes a card's state by its name on the bus.
  ///
  /// - Throws: `UnknownProperty` for a state that this version does not know.
  init(number: Int, state: String, face: String) throws(BusError) {
    guard let state = State(rawValue: state) else { throw ProgramError.unfitting }
    self.init(number: number, state: state, face: face)
  }

  /// Takes a card that changed.
  init(_ change: ChangedCard) throws(BusError) {
    let (number, state, face) = change.fields
    try self.init(number: Int(number), state: state, face: face)
  }

  /// Takes cards that changed.
  static func all(_ changes: [ChangedCard]) throws(BusError) -> [BoardCard] {
    var cards: [BoardCard] = []
    for change in changes { cards.append(try BoardCard(change)) }
    return cards
  }
}
