import DBus
import MemorizeBus
import TestSupport
import Testing

/// Decks in files, a daemon that reads them, and a client that changes their cards.
class DeckSession: UserSession {
  static let folder = "data/memorize/decks/"

  /// The decks that the signal `Changed` named.
  private(set) var changed: [String] = []

  /// Creates the files of decks, then starts the daemon.
  init(
    _ decks: [String: String] = [:], variables: [String: String] = [:]
  ) throws {
    try super.init(variables: variables) { directory in
      for (name, text) in decks { try directory.write(Self.folder + name + ".tsv", text) }
    }
    proxy.on(DecksContract.changed) { [unowned self] in
      changed.append($0)
    }
    // The bus follows from here on.
    _ = try cards("Japanese basics", limit: 1)
  }

  func text(_ deck: String) throws -> String { try bus.files.text(Self.folder + deck + ".tsv") }

  func cards(_ deck: String, offset: UInt32 = 0, limit: UInt32 = 500) throws -> [CardSummary] {
    try proxy.callAndWait(DecksContract.cards, deck, offset, limit)
  }

  func search(_ text: String, limit: UInt32 = 500) throws -> [CardSummary] {
    try proxy.callAndWait(DecksContract.search, text, limit)
  }

  func cards(_ ids: [UInt64]) throws -> [CardSummary] {
    try proxy.callAndWait(DecksContract.find, ids)
  }

  @discardableResult
  func add(_ deck: String, _ card: [String: Value]) throws -> UInt64 {
    try proxy.callAndWait(DecksContract.addCard, deck, card)
  }

  @discardableResult
  func add(_ deck: String, _ front: String, _ back: String) throws -> UInt64 {
    try add(deck, ["front": .string(front), "back": .string(back)])
  }

  func add(_ deck: String, all cards: [[String: Value]]) throws -> [AddedCard] {
    try proxy.callAndWait(DecksContract.addCards, deck, cards)
  }

  func update(_ id: UInt64, _ changes: [String: Value]) throws {
    _ = try proxy.callAndWait(DecksContract.updateCard, id, changes)
  }

  func remove(_ id: UInt64) throws {
    _ = try proxy.callAndWait(DecksContract.removeCard, id)
  }

  func suspend(_ id: UInt64, _ isSuspended: Bool = true) throws {
    _ = try proxy.callAndWait(DecksContract.suspend, id, isSuspended)
  }

  func suspend(deck: String, _ isSuspended: Bool = true) throws {
    _ = try proxy.callAndWait(DecksContract.suspendDeck, deck, isSuspended)
  }

  func setOrder(_ decks: [String]) throws {
    _ = try proxy.callAndWait(DecksContract.setOrder, decks)
  }

  func importReviews(
    _ reviews: [ForeignReview], suspended: [String] = []
  ) throws -> UInt32 {
    try proxy.callAndWait(DecksContract.importReviews, suspended, reviews)
  }
}

extension CardSummary {
  var texts: String { "\(front)|\(back)|\(pronunciation)" }
}
