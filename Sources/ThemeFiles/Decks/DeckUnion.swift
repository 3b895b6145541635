package import MemoryGame
package import Practice

/// The cards of a deck's file and of a conflict's copy of it, put together in the file.
///
/// All cards of the newer file stand, and those of the older one that it does not have. Not a
/// `DeckMerge`: an import always is the newer one, and completes cards instead of replacing them.
package struct DeckUnion {
  /// Cards of the older file, and those of the newer one that stand in their place.
  package private(set) var replaced: [(old: WordCard, new: WordCard)] = []
  /// The cards that only the copy has.
  package private(set) var added: [WordCard] = []

  /// Merges a copy into a deck's file, which has no changes yet.
  ///
  /// A card that is gone does not come back from the copy. After a fault nothing should be written.
  package init(
    _ copy: DeckContent, isNewer: Bool, into edit: inout DeckEdit, of deck: ThemeName,
    isGone: (CardIdentity) -> Bool
  ) throws(DeckEditError) {
    let key = deck.comparisonKey
    let copied = copy.cards.filter { !$0.identities(in: key).allSatisfy(isGone) }
    // Without their guids, cards would lose their reviews.
    if copied.contains(where: { $0.guid != nil }) { edit.addGuidColumn() }
    let (older, newer) = isNewer ? (edit.cards, copied) : (copied, edit.cards)
    let successors = Self.successors(of: older, in: newer, key)
    var united = newer
    for (card, successor) in zip(older, successors) {
      guard let successor else { continue }
      if united[successor].guid == nil { united[successor].guid = card.guid }
      let new = united[successor]
      if !card.with(guid: card.guid ?? new.guid).isSpelled(like: new) {
        replaced.append((card, new))
      }
    }
    if isNewer {
      added = try Self.replace(successors, by: united, in: &edit)
    } else {
      try edit.replaceChanged(zip(united.indices, united))
      added = zip(older, successors).filter { $0.1 == nil }.map(\.0)
    }
    for card in added { try edit.append(card) }
    let own = edit.languages
    let (preferred, others) = isNewer ? (copy.languages, own) : (own, copy.languages)
    let languages = preferred == .unknown ? others : preferred
    if languages != own { edit.setLanguages(languages) }
  }

  /// Puts newer cards in the places of a file's, and returns those that have none.
  private static func replace(
    _ successors: [Int?], by newer: [WordCard], in edit: inout DeckEdit
  ) throws(DeckEditError) -> [WordCard] {
    var places: [Int: Int] = [:]
    for (index, successor) in successors.enumerated() {
      guard let successor else { continue }
      let isSame = edit.cards[index].guid == newer[successor].guid
      if isSame || places[successor] == nil { places[successor] = index }
    }
    for (index, successor) in successors.enumerated() {
      // The newer file has its guid and its sides in two cards, or another guid for its sides.
      if let successor, places[successor] != index { edit.remove(index) }
    }
    try edit.replaceChanged(places.map { ($0.value, newer[$0.key]) })
    return newer.indices.filter { places[$0] == nil }.map { newer[$0] }
  }

  /// The newer card that stands for each older one: that with its guid, else with its sides, which no
  /// two cards of a file share, else with the guid that one of both would get, else with its first side
  /// if one of both has no guid.
  private static func successors(
    of older: [WordCard], in newer: [WordCard], _ deck: String
  ) -> [Int?] {
    var guids: [Int: Int] = [:]
    var sides: [Int: Int] = [:]
    for (index, card) in newer.enumerated() {
      if let guid = card.guid { guids[DeckBuilder.digest(of: guid)] = index }
      sides[card.digestOfSides] = index
    }
    var successors = older.map { card in
      card.guid.flatMap { guids[DeckBuilder.digest(of: $0)] } ?? sides[card.digestOfSides]
    }
    var taken = Set(successors.compactMap { $0 })
    // Only one machine has given the cards guids.
    var given: [String: Int] = [:]
    for (index, card) in newer.named(in: deck).enumerated() where !taken.contains(index) {
      if let guid = card.guid { given[guid] = index }
    }
    for (index, card) in older.named(in: deck).enumerated() where successors[index] == nil {
      guard let successor = card.guid.flatMap({ given.removeValue(forKey: $0) }) else { continue }
      successors[index] = successor
      taken.insert(successor)
    }
    func first(_ card: WordCard) -> CardIdentity { CardIdentity(card.with(guid: nil), in: deck) }
    var unnamed: [CardIdentity: [Int]] = [:]
    var named: [CardIdentity: [Int]] = [:]
    // The first ones are the last, which are taken first.
    for index in newer.indices.reversed() where !taken.contains(index) {
      let card = newer[index]
      if card.guid == nil {
        unnamed[first(card), default: []].append(index)
      } else {
        named[first(card), default: []].append(index)
      }
    }
    for (index, card) in older.enumerated() where successors[index] == nil {
      successors[index] =
        unnamed[first(card)]?.popLast()
        ?? (card.guid == nil ? named[first(card)]?.popLast() : nil)
    }
    return successors
  }
}

extension DeckEdit {
  /// Gives cards the texts that differ from theirs.
  mutating func replaceChanged(
    _ new: some Sequence<(Int, WordCard)>
  ) throws(DeckEditError) {
    var changed: [Int: WordCard] = [:]
    for (index, card) in new {
      let card = hasGuids ? card : card.with(guid: cards[index].guid)
      if !card.isSpelled(like: cards[index]) { changed[index] = card }
    }
    try replace(changed)
  }
}
