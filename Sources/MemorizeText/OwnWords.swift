package import MemorizeBus
import MemoryGame
import PlainText
import Practice
import Translation

// “Japanese basics” has its second sides in the user's language where people read them. For the service,
// for scripts and in exports they are English, so that a card and its reviews are the same in all languages.

extension String {
  /// The same side of a card as people read it.
  package func shownSide(ofDeck deck: String) -> String {
    deck == Themes.japaneseBasics.text ? translated(self, context: "word") : self
  }

  /// The second sides of “Japanese basics” in which people read a word in another language that begins so.
  package var ownWords: Set<String> {
    let typed = lowercased()
    guard !typed.isEmpty else { return [] }
    return Set(
      Deck.japaneseBasics.cards.map(\.second).filter { own in
        let shown = own.shownSide(ofDeck: Themes.japaneseBasics.text)
        guard shown != own else { return false }
        let words = shown.lowercased().split { !$0.isLetter }.map(String.init)
        return ([shown.lowercased()] + words).contains { $0.hasPrefix(typed) }
      })
  }

  package static var languageOfOwnWords: String {
    // Translators: the tag of the language into which the words of “Japanese basics” are translated.
    tr("en", context: "language of words")
  }
}

extension GameState {
  /// As people read it.
  package var shown: GameState {
    guard theme == Themes.japaneseBasics.text else { return self }
    var shown = self
    shown.cards = cards.map { VisibleCard($0.state, $0.face.shownSide(ofDeck: theme)) }
    // So that the layout does not depend on which cards are face up.
    let widest = Deck.japaneseBasics.cards.lazy
      .map { WrittenText.cells($0.second.shownSide(ofDeck: theme)) }.max()
    shown.faceWidth = max(faceWidth, UInt32(clamping: widest ?? 0))
    return shown
  }
}

extension GameTransition {
  /// As people read it in a game of that theme.
  package func shown(ofTheme theme: String) -> GameTransition {
    theme == Themes.japaneseBasics.text ? withFaces { $0.shownSide(ofDeck: theme) } : self
  }
}

extension GameFollower.News {
  /// As people read it.
  package var shown: GameFollower.News {
    switch self {
    case .state(let game): .state(game.shown)
    case .update(let game): .update(game.shown)
    case .transition(let transition, let game):
      .transition(transition.shown(ofTheme: game.theme), game.shown)
    case .absent, .failure: self
    }
  }
}

extension PracticeState {
  /// The deck of the question, which an older service does not publish.
  package var askedDeck: String { questionDeck.isEmpty ? deck : questionDeck }

  /// What the service is told for a text that was typed as the answer to its question: the card's own
  /// text if the typed one means what people read instead of it.
  package func toldAnswer(_ typed: String) -> String {
    guard askedDeck == Themes.japaneseBasics.text,
      let own = Deck.japaneseBasicsMeaning(of: question)
    else { return typed }
    let shown = own.shownSide(ofDeck: askedDeck)
    return shown != own && Deck.isAnswer(typed, to: shown) ? own : typed
  }

  /// As people read it.
  package var shown: PracticeState {
    guard askedDeck == Themes.japaneseBasics.text else { return self }
    var shown = self
    shown.question = question.shownSide(ofDeck: askedDeck)
    shown.choices = choices.map { $0.shownSide(ofDeck: askedDeck) }
    shown.nearly = nearly.shownSide(ofDeck: askedDeck)
    let language = String.languageOfOwnWords
    guard language != "en" else { return shown }
    // They are places in the English text.
    shown.differences = []
    if questionLanguage == "en" { shown.questionLanguage = language }
    if answerLanguage == "en" { shown.answerLanguage = language }
    return shown
  }
}

extension PracticeClient.News {
  /// As people read it; `asked` is the session before.
  package func shown(after asked: PracticeState?) -> PracticeClient.News {
    let deck = asked?.askedDeck ?? ""
    return switch self {
    case .session(.state(let session)): .session(.state(session.shown))
    case .session(.update(let session)): .session(.update(session.shown))
    case .session(.transition(let transition, let session)):
      .session(
        .transition(transition.withTexts { $0.shownSide(ofDeck: deck) }, session.shown))
    case .revealed(let answer, let question):
      .revealed(answer?.shownSide(ofDeck: deck), question: question)
    case .session(.absent), .session(.failure), .preferences: self
    }
  }
}
