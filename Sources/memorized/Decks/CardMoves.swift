internal import DBus
internal import MemorizeBus
internal import MemoryGame
internal import PlainText
internal import Practice
internal import ThemeFiles

extension DecksOnBus {
  /// Adds a card to another deck, and then takes it out of its own ones; if one of their files refuses,
  /// it stays where it was.
  func moveCard(_ id: UInt64, to name: String, _ reply: Reply<>) {
    answer(reply, changing: id) { [self] reading in
      let (identity, decks) = try known(id)
      guard case .guid = identity else {
        throw BusError(
          .invalidCard,
          english(
            "Only a card with a guid can be moved: without one its reviews belong to its deck."))
      }
      let (target, file) = try deckFile(named: name, nil)
      var sources: [(name: ThemeName, file: OwnDeckFile)] = []
      for (deck, _) in decks where deck.deckName != target {
        sources.append((deck.deckName, try self.file(of: deck, with: id, reading)))
      }
      func remove(from deck: ThemeName, _ edit: inout DeckEdit) {
        for index in edit.cards.indices where identity.isOf(edit.cards[index], in: deck) {
          edit.remove(index)
        }
      }
      for (name, file) in sources { try file.check { remove(from: name, &$0) } }
      var changed: [(file: OwnDeckFile, change: OwnDeckFile.Change)] = []
      do throws(BusError) {
        if sources.count == decks.count {
          changed.append((file, try append(decks[0].card.line, to: target, file)))
        }
        for (name, file) in sources {
          changed.append((file, try file.change { remove(from: name, &$0) }))
        }
      } catch {
        for (file, change) in changed.reversed() { try file.revert(change) }
        throw error
      }
      library.refresh(after: changed.map(\.change))
    }
  }

  private func append(
    _ card: WordCard, to deck: ThemeName, _ file: OwnDeckFile
  ) throws(BusError) -> OwnDeckFile.Change {
    func append(to edit: inout some AppendableDeck) throws(BusError) {
      guard edit.hasGuids else {
        throw BusError(
          .invalidCard,
          english("The file of the deck has no column for a guid: add “#guid column:”."))
      }
      do throws(DeckEditError) { try edit.append(card) } catch { throw BusError(error) }
    }
    if let known = knownCards(of: deck),
      let change = try file.append(
        [card], to: known,
        { edit throws(BusError) in
          try append(to: &edit)
        })
    {
      return change
    }
    return try file.change(hasTags: !card.tags.isEmpty) { edit throws(BusError) in
      try append(to: &edit)
    }
  }
}
