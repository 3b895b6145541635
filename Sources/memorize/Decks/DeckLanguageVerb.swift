import ArgumentParser
import DBus
import MemorizeBus
import MemoryGame
import PlainText
import Practice
import Screens

struct DeckLanguageVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "language", abstract: "Print or set the languages in which a deck is spoken.",
    discussion: """
      A language is a tag such as en, ja or pt-BR; "" stands for an unknown one. It is written in the \
      header of the deck's file, as “#language:ja/en”. Without languages, print those of the deck; \
      with --plain, the two separated by a tab.
      """)
  static let examples = ["memorize deck language German de en", "memorize deck language German"]

  @Argument(help: "The deck's name.")
  var deck: String

  @Argument(help: "The language of the first side.")
  var front: String?

  @Argument(help: "The language of the second side.")
  var back: String?

  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard (front == nil) == (back == nil) else {
      throw ValidationError(
        english("A card has two sides: give the language of the second one too."))
    }
    guard SideLanguages(front ?? "", back ?? "") != nil else {
      throw ValidationError(english("A language is a tag such as en, ja or pt-BR."))
    }
  }

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    if let front, let back {
      try connection.withDeck(deck) {
        try connection.ask(DecksContract.setLanguage, $0, front, back)
      }
      if options.isQuiet { return }
    }
    let found = try connection.withDeck(deck) { deck in
      let key = ThemeName.comparisonKey(of: deck)
      guard
        let found = try connection.decks().first(where: {
          ThemeName.comparisonKey(of: $0.name) == key
        })
      else {
        throw ProgramError(
          .noSuchThing, name: ErrorName.noSuchDeck.shortName,
          PracticeError.noSuchDeck(deck).message)
      }
      return found
    }
    let languages = SideLanguages(written: found.language) ?? .unknown
    try options.print(
      json: ["deck": .string(found.name), "language": .string(languages.written)],
      plain: [[languages.first, languages.second]].tabbed,
      text: DeckText.languages(languages, of: found.name).harmless + "\n")
  }
}
