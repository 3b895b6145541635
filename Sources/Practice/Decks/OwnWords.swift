/// The words of the deck that comes with the program, in another language.
extension Deck {
  /// The second side of the card that asks for it with `question`, in English; nil if none does.
  package static func japaneseBasicsMeaning(of question: String) -> String? {
    japaneseBasics.cards.first { $0.first == question }?.second
  }

  /// Whether a typed answer is right if the card's answer is `translation`, accents aside.
  package static func isAnswer(_ typed: String, to translation: String) -> Bool {
    TypedAnswer.match(of: typed, among: [translation]) != nil
  }
}
