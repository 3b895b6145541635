/// A question of a session, with the choices it keeps until it is answered.
///
/// Only the session and the store read which choice is right; nothing that is published does.
package struct Question: Hashable, Sendable {
  /// The number in the session, from 1.
  package let number: Int
  /// The name of its deck.
  package let deck: String
  package let direction: Direction
  package let text: String
  /// How it is pronounced; "" if unknown.
  package let pronunciation: String
  /// The answers to choose from, in their order; empty except in the mode `choices`.
  package let choices: [String]

  package let card: CardIdentity
  /// The index of the right choice; 0 if there are no choices.
  package let rightIndex: Int
  /// All right answers, the card's own first.
  package let answers: [String]

  /// Nil if the parts do not fit together, as from a damaged store.
  package init?(
    number: Int, deck: String, direction: Direction, text: String, pronunciation: String,
    choices: [String], card: CardIdentity, rightIndex: Int, answers: [String]
  ) {
    if number < 1 || answers.isEmpty { return nil }
    if choices.isEmpty ? rightIndex != 0 : !choices.indices.contains(rightIndex) { return nil }
    self.number = number
    self.deck = deck
    self.direction = direction
    self.text = text
    self.pronunciation = pronunciation
    self.choices = choices
    self.card = card
    self.rightIndex = rightIndex
    self.answers = answers
  }

  package var answer: String { answers[0] }

  /// The pronunciation that is told with the question.
  package func pronunciation(_ settings: PracticeSettings) -> String {
    settings.reading == .withQuestion ? pronunciation : ""
  }

  func askedAgain(
    as number: Int, using generator: inout some RandomNumberGenerator
  ) -> Question? {
    let order = choices.indices.shuffled(using: &generator)
    return Question(
      number: number, deck: deck, direction: direction, text: text, pronunciation: pronunciation,
      choices: order.map { choices[$0] }, card: card,
      rightIndex: order.firstIndex(of: rightIndex) ?? 0, answers: answers)
  }
}

extension Question: CustomStringConvertible, CustomReflectable {
  package var description: String { "Question(\(number), \(text))" }

  /// Empty, so that no log or dump of a session reveals its answers.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
