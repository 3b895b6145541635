internal import PlainText
package import Practice

/// The cards of an import merged into a deck's file by their guids.
///
/// Edited cards change in place, new ones are appended, and all others stay. A line without a guid is
/// that of a card with the same texts.
package struct DeckMerge {
  package struct Outcome {
    package fileprivate(set) var new = 0
    package fileprivate(set) var changed = 0
    package fileprivate(set) var unchanged = 0
    /// The guids of new cards.
    package fileprivate(set) var added: [String] = []
    /// The guids of cards that are in none of the file's lines, or in one without a guid, which keeps
    /// its own reviews.
    package fileprivate(set) var unmerged: Set<String> = []
    /// Why single cards were left out.
    package fileprivate(set) var faults: [String] = []

    package init() {}
  }

  package private(set) var outcome = Outcome()
  private var edit: DeckEdit

  /// The file's own languages stay.
  package init(
    _ cards: [WordCard], languages: SideLanguages = .unknown, into bytes: [UInt8]
  ) {
    edit = DeckEdit(bytes)
    if languages != .unknown, edit.languages == .unknown { edit.setLanguages(languages) }
    var indices: [String: Int] = [:]
    /// Those of lines without a guid, by their texts.
    var unnamed: [Int: [Int]] = [:]
    for (index, card) in edit.cards.enumerated() {
      if let guid = card.guid {
        indices[guid] = index
      } else {
        unnamed[DeckBuilder.digest(of: card.ownTexts), default: []].append(index)
      }
    }
    /// The refused texts by the indices of their cards.
    var refused: [Int: (card: WordCard, reason: String)] = [:]
    func unnamedIndex(of card: WordCard) -> Int? {
      if unnamed.isEmpty { return nil }
      let key = DeckBuilder.digest(of: card.ownTexts)
      guard let indices = unnamed[key], let index = indices.first else { return nil }
      unnamed[key] = Array(indices.dropFirst())
      if let guid = card.guid { outcome.unmerged.insert(guid) }
      return index
    }
    for card in cards {
      do throws(DeckEditError) {
        guard let index = card.guid.flatMap({ indices[$0] }) ?? unnamedIndex(of: card) else {
          try edit.append(card)
          outcome.new += 1
          if let guid = card.guid { outcome.added.append(guid) }
          continue
        }
        // A pronunciation, note, sound, picture or tags that only the file has stay.
        let old = edit.cards[index]
        let merged = WordCard(
          card.first, card.second, pronunciation: card.pronunciation ?? old.pronunciation,
          guid: old.guid, note: card.note.isEmpty ? old.note : card.note,
          media: card.media.completed(by: old.media), tags: card.tags.isEmpty ? old.tags : card.tags
        )
        if merged.isSpelled(like: old) {
          outcome.unchanged += 1
        } else {
          do throws(DeckEditError) {
            try edit.replace([index: merged])
            outcome.changed += 1
          } catch {
            refused[index] = (merged, error.message)
          }
        }
      } catch {
        if let guid = card.guid { outcome.unmerged.insert(guid) }
        outcome.faults.append(error.message)
      }
    }
    // Cards that have exchanged their texts can only have them together.
    if (try? edit.replace(refused.mapValues(\.card))) != nil {
      outcome.changed += refused.count
    } else {
      outcome.faults += refused.sorted { $0.key < $1.key }.map(\.value.reason)
    }
  }

  /// The changed file.
  package func applied() throws(DeckEditError) -> [UInt8] { try edit.applied() }
}

extension WordCard {
  /// The texts of both sides, and of a side without text its sounds and picture.
  package var ownTexts: String {
    (first.isEmpty ? frontField : first) + "\t"
      + (second.isEmpty && !isSentence ? backField : second)
  }

  /// Equal for cards that a file may not both have.
  var digestOfSides: Int { DeckBuilder.digest(of: frontField, backField) }
}

extension [WordCard] {
  /// Gives each card without a guid that of the old card with the same two sides, so that it keeps
  /// its schedule.
  package func withGuids(of old: [WordCard]) -> [WordCard] {
    var guids: [Int: String] = [:]
    for card in old { guids[card.digestOfSides] = card.guid }
    let taken = Set(compactMap(\.guid))
    return map { card in
      guard card.guid == nil,
        let guid = guids[card.digestOfSides],
        !taken.contains(guid)
      else { return card }
      return card.with(guid: guid)
    }
  }

  /// The lines of a deck's file, all with guids.
  ///
  /// Of lines without guids that have the same first side, and so are one card, the first one keeps
  /// its reviews.
  func named(in deck: String) -> [WordCard] {
    var taken = Set(compactMap(\.guid))
    func named(_ card: WordCard, _ identity: CardIdentity) -> WordCard? {
      guard case .guid(let guid) = identity.named, taken.insert(guid).inserted else { return nil }
      return card.with(guid: guid)
    }
    return map { card in
      if card.guid != nil { return card }
      if let card = named(card, CardIdentity(card, in: deck)) { return card }
      let both = WrittenText.comparisonKey("\(card.frontField)\n\(card.backField)")
      return named(card, .side(deck: deck, first: both)) ?? card
    }
  }
}
