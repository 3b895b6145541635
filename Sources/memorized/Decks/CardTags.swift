internal import DBus
internal import MemorizeBus
internal import Practice
internal import ThemeFiles

extension DecksOnBus {
  /// Nothing else depends on tags, so the files of several decks need not change together.
  func setTags(_ id: UInt64, _ tags: [String], _ reply: Reply<>) throws {
    let written = try Result { () throws(LineError) in try WordCard.text(ofTags: tags) }
      .mapError { BusError.invalidArguments($0.message) }.get()
    answer(reply, changing: id) { [self] reading in
      let (identity, decks) = try known(id)
      for (deck, _) in decks {
        let file = try file(of: deck, with: id, reading)
        let change = try file.change(hasTags: !written.isEmpty) { edit throws(BusError) in
          for (index, card) in edit.cards.enumerated() where identity.isOf(card, in: deck.deckName)
          {
            do throws(DeckEditError) {
              try edit.replace([index: card.with(tags: written)])
            } catch {
              throw BusError(error)
            }
          }
        }
        library.refresh(after: change)
      }
    }
  }
}
