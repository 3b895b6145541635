internal import DBus
internal import MemorizeBus
internal import MemoryGame
internal import PlainText
internal import Practice
internal import Screens
internal import ThemeFiles

// Adding notes, and whether they can be added.
extension ToolResponder {
  private typealias Outcome<Value> = Result<Value, Refusal>

  func addNote(_ given: GivenNote.Single) throws(Refusal) -> JSON {
    let note = try prepared([.success(given.note)], together: true)[0].get()
    let card = NewCardOptions(dated: try note.card(try ToolMedia()))
    let id = try ask { (service) throws(ProgramError) in
      do throws(ProgramError) {
        return try service.ask(DecksContract.addCard, note.deck, card.values) as UInt64?
      } catch {
        // The same two sides, which no deck has twice, whatever its tool allows.
        guard error.name == ErrorName.cardExists.shortName, !note.mayBeDuplicate else {
          throw error
        }
        return nil
      }
    }
    guard let id else { throw .duplicate }
    return .integer(id)
  }

  /// Those that cannot be added are null.
  func addNotes(_ given: GivenNote.Several) throws(Refusal) -> JSON {
    .array(try add(given.notes.map(\.result)).map { (try? $0.get()).map { .integer($0) } ?? .null })
  }

  func canAdd(_ given: GivenNote.Several, withDetail: Bool) throws(Refusal) -> JSON {
    let closed = try closedNames()
    return .array(
      try prepared(given.notes.map(\.result), together: false).map { note in
        switch note.flatMap({ Self.open($0, besides: closed) }) {
        case .success: withDetail ? ["canAdd": .boolean(true)] : .boolean(true)
        case .failure(let refusal):
          withDetail
            ? ["canAdd": .boolean(false), "error": .string(refusal.message)] : .boolean(false)
        }
      })
  }

  /// The note, unless its deck is closed.
  private static func open(_ note: NewNote, besides closed: Set<String>) -> Outcome<NewNote> {
    guard let deck = try? ThemeName(note.deck), closed.contains(deck.comparisonKey) else {
      return .success(note)
    }
    return .failure(.closed(deck))
  }

  /// The number of each new card, or why there is none.
  private func add(_ given: [Outcome<GivenNote>]) throws(Refusal) -> [Outcome<UInt64>] {
    let media = try ToolMedia()
    let cards = try prepared(given, together: true).map { note in
      note.flatMap { note in
        Result { () throws(Refusal) in (deck: note.deck, card: try note.card(media)) }
      }
    }
    var added = cards.map { $0.map { _ in UInt64(0) } }
    var indices: [String: [Int]] = [:]
    for (index, card) in cards.enumerated() {
      if let deck = try? card.get().deck { indices[deck, default: []].append(index) }
    }
    for (deck, indices) in indices.sorted(by: { $0.value[0] < $1.value[0] }) {
      for start in stride(from: 0, to: indices.count, by: DecksContract.maximumAdded) {
        let part = indices[start...].prefix(DecksContract.maximumAdded)
        let values = part.compactMap { try? NewCardOptions(dated: cards[$0].get().card).values }
        let results = Result { () throws(Refusal) in
          try ask { (service) throws(ProgramError) in
            try service.ask(DecksContract.addCards, deck, values)
          }
        }
        for (place, index) in part.enumerated() {
          added[index] = results.flatMap { $0[place].result }
        }
      }
    }
    return added
  }

  /// The notes that can be added: each alone, or all together, of which two with the same first side may
  /// be duplicates.
  private func prepared(
    _ given: [Outcome<GivenNote>], together: Bool
  ) throws(Refusal) -> [Outcome<NewNote>] {
    let notes = given.map { note in
      note.flatMap { note in Result { () throws(Refusal) in try NewNote(note) } }
    }
    let fronts = Set(notes.compactMap { try? $0.get() }.filter { !$0.mayBeDuplicate }.map(\.front))
    var decks = try self.decks(withFronts: fronts.filter { !$0.isEmpty })
    return notes.map { note in
      note.flatMap { note in
        let key = WrittenText.comparisonKey(note.front)
        let isKnown = decks[key]?.contains(where: note.isDuplicate) == true
        if isKnown, !note.mayBeDuplicate { return .failure(.duplicate) }
        do throws(Refusal) { try note.check() } catch { return .failure(error) }
        if together, !key.isEmpty { decks[key, default: []].insert(note.deck) }
        return .success(note)
      }
    }
  }

  /// The decks that have cards with these first sides.
  private func decks(withFronts fronts: Set<String>) throws(Refusal) -> [String: Set<String>] {
    let cards = try ask { (service) throws(ProgramError) in try service.cards(withFronts: fronts) }
    var decks: [String: Set<String>] = [:]
    for card in cards {
      let front = card.sentence.isEmpty ? card.front : card.sentence
      decks[WrittenText.comparisonKey(front), default: []].insert(card.deck)
    }
    return decks
  }
}

extension AddedCard {
  fileprivate var result: Result<UInt64, Refusal> {
    id > 0 ? .success(id) : .failure(Refusal(fault))
  }
}

extension NewCardOptions {
  /// A card whose number says when it was added.
  fileprivate init(dated card: WordCard) {
    self.init(card)
    isDated = true
  }
}
