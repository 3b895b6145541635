internal import DBus
internal import MemorizeBus
internal import PlainText
internal import Practice
internal import ThemeFiles

// Tags and the deck of a card: what does not say which card it is, so that its files need not change
// together.
extension DecksOnBus {
  /// Nothing else depends on tags, so the files need not change together.
  func setTags(_ id: UInt64, _ tags: [String], _ reply: Reply<>) throws {
    let written = tags.joined(separator: " ")
    let isList = tags.allSatisfy { !$0.isEmpty && !$0.contains(where: \.isWhitespace) }
    guard isList, WrittenText.fault(in: "-" + written, maximumBytes: WordCard.maximumBytes) == nil
    else {
      throw BusError.invalidArguments(
        "A tag is a word without spaces, and all of them have at most \(WordCard.maximumBytes - 1) "
          + "bytes.")
    }
    answer(reply, changing: id) { [self] reading in
      let (identity, decks) = try known(id)
      for (deck, _) in decks {
        let made = try file(of: deck, with: id, reading).change { edit throws(BusError) in
          if !written.isEmpty { edit.addTagsColumn() }
          for (index, card) in edit.cards.enumerated() where identity.isOf(card, in: deck.deckName)
          {
            do throws(DeckEditError) {
              try edit.replace([index: card.with(tags: written)])
            } catch {
              throw BusError(error)
            }
          }
        }
        library.refresh(after: made)
      }
    }
  }

  func moveCard(_ id: UInt64, to name: String, _ reply: Reply<>) {
    answer(reply, changing: id) { [self] _ in
      let (identity, decks) = try known(id)
      guard case .guid = identity else {
        throw BusError(
          .invalidCard, "A card without a guid would lose its reviews in another deck.")
      }
      let (target, file) = try deckFile(named: name, nil)
      let others = decks.filter { $0.deck.deckName != target }
      // What cannot be taken out must not be put in.
      for (deck, _) in others { _ = try self.file(of: deck, with: id) }
      if others.count == decks.count {
        let line = decks[0].card.line
        library.refresh(
          after: try file.change { edit throws(BusError) in
            if !line.tags.isEmpty { edit.addTagsColumn() }
            guard edit.hasGuids else {
              throw BusError(
                .invalidCard, "The file of the deck has no column for a guid: add “#guid column:”.")
            }
            do throws(DeckEditError) { try edit.append(line) } catch { throw BusError(error) }
          })
      }
      for (deck, _) in others {
        library.refresh(
          after: try self.file(of: deck, with: id).change { edit in
            for index in edit.cards.indices
            where identity.isOf(edit.cards[index], in: deck.deckName) {
              edit.remove(index)
            }
          })
      }
    }
  }
}
