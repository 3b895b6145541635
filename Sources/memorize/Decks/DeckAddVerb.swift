import ArgumentParser
import DBus
import Glibc
import MemorizeBus
import MemoryGame
import Practice
import ThemeFiles
import UserFiles

struct DeckAddVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a card to a deck, or many from standard input.",
    discussion: """
      Without a card, read one from each line of standard input: first side, second side, \
      pronunciation and guid, separated by tabs, as in a deck's file; the last two may be left out. \
      Lines that are not cards, or whose cards are in the deck already, are reported on standard \
      error; everything else is added, and the exit status is 5.

      Without a deck of that name, one is created. Built-in decks cannot be changed.
      """)

  @ArgumentParser.Argument(help: "The deck's name.")
  var deck: String

  @ArgumentParser.Argument(help: "The first side.")
  var front: String?

  @ArgumentParser.Argument(help: "The second side.")
  var back: String?

  @Option(help: "How the first side is pronounced.")
  var pronunciation: String?

  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard (front == nil) == (back == nil) else {
      throw ValidationError("A card has two sides: the second one is missing.")
    }
    guard front != nil || pronunciation == nil else {
      throw ValidationError("--pronunciation is for one card: give its two sides as well.")
    }
  }

  func perform(_ options: Options) throws {
    guard let front, let back else { return try addLines(options) }
    var card = NewCardOptions()
    (card.front, card.back, card.pronunciation) = (front, back, pronunciation)
    let connection = try ServiceConnection(options)
    let isNew = try !connection.hasDeck(deck)
    let id = try connection.ask(
      DecksContract.addCard, of: DecksContract.interface, deck, card.values)
    let change = CardChange("added", [id], of: deck)
    try change.print(
      options, "\(front) = \(back), card \(id) of \(isNew ? "the new deck " : "")\(deck)")
  }

  private func addLines(_ options: Options) throws {
    if isatty(STDIN_FILENO) == 1 {
      Output.messages.print(
        "Type a card on each line: first side, Tab, second side. Ctrl-D on an empty line ends it.")
    }
    let content: DeckContent
    do throws(FileError) {
      let bytes = try UserFile.read(
        descriptor: STDIN_FILENO, limit: ThemeDirectory.Kind.decks.maximumBytes)
      content = DeckFile.read(bytes)
    } catch {
      throw ProgramError(.usage, name: "Input", "Standard input: \(error.sentence)")
    }
    let connection = try ServiceConnection(options)
    let isNew = try !connection.hasDeck(deck)
    var change = CardChange("added", [], of: deck)
    change.faults = content.faults
    do throws(ProgramError) {
      for start in stride(from: 0, to: content.cards.count, by: DecksContract.maximumAdded) {
        connection.restartClock()
        let cards = content.cards[start...].prefix(DecksContract.maximumAdded)
        let added = try connection.ask(
          DecksContract.addCards, of: DecksContract.interface, deck,
          cards.map { NewCardOptions($0).values })
        for (card, line) in zip(added, content.lines[start...]) {
          if card.id > 0 {
            change.ids.append(card.id)
          } else {
            change.faults.append(FileFault(line: Int(line), LineFault(card.fault)))
          }
        }
      }
    } catch {
      change.error = error
    }
    change.faults.sort { $0.line < $1.line }
    try change.print(
      options, "\(counted(change.ids.count, "card")) to \(isNew ? "the new deck " : "")\(deck)")
  }
}

extension ServiceConnection {
  fileprivate func hasDeck(_ name: String) throws(ProgramError) -> Bool {
    try decks().contains { $0.name == name }
  }
}

extension NewCardOptions {
  fileprivate init(_ card: WordCard) {
    self.init()
    (front, back, pronunciation, guid) = (card.first, card.second, card.pronunciation, card.guid)
  }
}
