import MemorizeBus

extension DeckSummary {
  /// Name, cards, due and new.
  var texts: [String] { [name.harmless, String(cards), String(due), String(new)] }
}
