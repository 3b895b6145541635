package import Practice

/// The cards of an import merged into a deck's file by their guids.
///
/// Edited cards change in place, new ones are appended, and all others stay.
package struct DeckMerge {
  package private(set) var new = 0
  package private(set) var changed = 0
  package private(set) var unchanged = 0
  /// Why single cards were left out.
  package private(set) var faults: [String] = []
  private var edit: DeckEdit

  package init(_ cards: [WordCard], into bytes: [UInt8]) {
    edit = DeckEdit(bytes)
    var places: [String: Int] = [:]
    for (place, card) in edit.cards.enumerated() {
      if let guid = card.guid { places[guid] = place }
    }
    for card in cards {
      do throws(DeckEdit.Refusal) {
        if let place = card.guid.flatMap({ places[$0] }) {
          try update(place, with: card)
        } else {
          try edit.append(card)
          new += 1
        }
      } catch {
        faults.append(error.message)
      }
    }
  }

  /// A pronunciation that only the file has stays.
  private mutating func update(_ place: Int, with card: WordCard) throws(DeckEdit.Refusal) {
    let old = edit.cards[place]
    let merged = WordCard(
      card.first, card.second, pronunciation: card.pronunciation ?? old.pronunciation,
      guid: old.guid)
    guard !merged.isSpelled(like: old) else {
      unchanged += 1
      return
    }
    try edit.replace(place, with: merged)
    changed += 1
  }

  /// The changed file.
  package func applied() throws(DeckEdit.Refusal) -> [UInt8] { try edit.applied() }
}
