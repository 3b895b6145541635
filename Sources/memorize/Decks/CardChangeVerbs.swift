import ArgumentParser
import DBus
import MemorizeBus
import MemoryGame
import PlainText
import Screens

struct DeckEditVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change the texts of a card.",
    discussion: """
      Its reviews are kept, and the sounds and the picture of a side whose new text names none. The \
      first side of a gap is its whole sentence. The numbers of cards are printed by “deck show” and “deck search”. Only \
      the cards of your own decks can be changed.
      """)
  static let examples = [
    #"memorize deck edit 1742118 --back "the dog""#,
    #"memorize deck edit 1742118 --pronunciation """#,
  ]

  @Argument(help: "The card's number, or its first digits.")
  var id: UInt64

  @Option(help: "The new first side.")
  var front: String?

  @Option(help: "The new second side.")
  var back: String?

  @Option(help: "The new pronunciation; \"\" removes it.")
  var pronunciation: String?

  @Option(help: "The new note, which is shown after the answer only; \"\" removes it.")
  var note: String?

  @OptionGroup var common: CommonOptions

  private var changes: CardChangeOptions {
    var changes = CardChangeOptions()
    (changes.front, changes.back) = (front, back)
    (changes.pronunciation, changes.note) = (pronunciation, note)
    return changes
  }

  func validate() throws {
    guard !changes.values.isEmpty else {
      throw ValidationError(
        english("Say what to change: --front, --back, --pronunciation or --note."))
    }
  }

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let id = try connection.number(beginning: id)
    try connection.changing { () throws(ProgramError) in
      try connection.ask(DecksContract.updateCard, id, changes.values)
    }
    try CardChangeReport("edited", [id]).print(
      options, plain: "card \(id)", text: DeckText.edited(id))
  }
}

struct DeckRemoveVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a card from its deck.",
    discussion: """
      Its line is deleted from the deck's file after confirmation, so with a gap its whole sentence; \
      without a terminal, --yes is \
      needed. Its reviews are kept. “theme remove” removes a whole deck.
      """)
  static let examples = [
    "memorize deck remove 1742118", "memorize deck remove 1742118023394655 --yes",
  ]

  @Argument(help: "The card's number, or its first digits.")
  var id: UInt64

  @OptionGroup var confirmed: YesOption
  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    // With --yes the number must be complete.
    let id = try confirmed.isGiven ? id : connection.number(beginning: id)
    let own = try confirmed.isGiven ? [] : connection.ownDecks()
    // Other cards cannot be removed; the service says why.
    if !confirmed.isGiven,
      let card = try connection.cards([id]).first(where: { own.contains($0.deck) })
    {
      try Confirmation(
        loss: DeckText.removing(card), question: english("Delete it?")
      ).ask(over: connection)
    }
    try connection.changing { () throws(ProgramError) in
      try connection.ask(DecksContract.removeCard, id)
    }
    try CardChangeReport("removed", [id]).print(
      options, plain: "card \(id); its reviews are kept", text: DeckText.removed(id))
  }
}

struct DeckSuspendVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "suspend",
    abstract: "Suspend cards, or whole decks: they are never asked and never due.",
    discussion: "“deck resume” resumes them, with their reviews.")
  static let examples = ["memorize deck suspend 1742118", "memorize deck suspend German"]

  @OptionGroup var suspended: SuspendedArguments
  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    try ServiceConnection(options).suspend(suspended.ids, true)
  }
}

struct DeckResumeVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "resume", abstract: "Resume suspended cards or decks.")
  static let examples = ["memorize deck resume 1742118", "memorize deck resume German"]

  @OptionGroup var suspended: SuspendedArguments
  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    try ServiceConnection(options).suspend(suspended.ids, false)
  }
}

struct SuspendedArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The cards' numbers, or their first digits, or the names of decks.", valueName: "id"))
  var ids: [String]
}

extension ServiceConnection {
  /// Reports `NoSuchCard` as exit status 6: this is a deck's card, not one on the board.
  fileprivate func changing(_ call: () throws(ProgramError) -> Void) throws(ProgramError) {
    do throws(ProgramError) {
      try call()
    } catch {
      guard error.name == ErrorName.noSuchCard.shortName else { throw error }
      throw ProgramError(
        .noSuchThing, name: error.name, error.message,
        hint: english("“memorize deck search” prints the numbers of cards."))
    }
  }

  /// Stops at the first card or deck that is refused.
  fileprivate func suspend(_ ids: [String], _ isSuspended: Bool) throws {
    var change = CardChangeReport(isSuspended ? "suspended" : "resumed", [])
    for id in ids where change.error == nil {
      do {
        try suspend(id, isSuspended, &change)
      } catch let error as ProgramError {
        change.error = error
      }
    }
    let numbers = change.ids.map(String.init)
    let (count, list) = (numbers.count, numbers.joined(separator: ", "))
    try change.print(
      options,
      plain: (count == 0 ? [] : [(count == 1 ? "card " : "cards ") + list])
        + change.decks.map { "deck \($0)" },
      text: (count == 0
        ? [] : [isSuspended ? DeckText.suspended(numbers) : DeckText.resumed(numbers)])
        + change.decks.map {
          isSuspended ? DeckText.suspended(deck: $0) : DeckText.resumed(deck: $0)
        })
  }

  /// Of a number and a deck's name that are the same, a number of at least seven digits counts.
  private func suspend(_ id: String, _ isSuspended: Bool, _ change: inout CardChangeReport) throws {
    let number = UInt64(id)
    let key = ThemeName.comparisonKey(of: id)
    func deck() throws(ProgramError) -> String? {
      try decks().first { ThemeName.comparisonKey(of: $0.name) == key }?.name
    }
    if let number, try id.utf8.count >= 7 || deck() == nil {
      do throws(ProgramError) {
        let card = try self.number(beginning: number)
        try changing { () throws(ProgramError) in
          try ask(DecksContract.suspend, card, isSuspended)
        }
        return change.ids.append(card)
      } catch {
        guard error.name == ErrorName.noSuchCard.shortName, try deck() != nil else { throw error }
      }
    }
    try withDeck(id) { try ask(DecksContract.suspendDeck, $0, isSuspended) }
    change.decks.append(try deck() ?? id)
  }
}
