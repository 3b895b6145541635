import ArgumentParser
import Glibc
import MemorizeBus
import MemorizeFiles
import MemoryGame
import PlainText
import Practice
import Screens
import TerminalKit
import ThemeFiles
import Translation
import UserFiles

struct DeckAddVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a card to a deck, or many from standard input.",
    discussion: """
      A first side such as “{{c1::Paris}} is in {{c2::France}}” is a sentence with gaps: each number \
      is a card of its own, and there is no second side.

      Without a card, read one from each line of standard input: first side, second side, \
      pronunciation, guid and note, separated by tabs, as in a deck's file; the last three may be left \
      out. \
      Lines that are not cards, such as comments, or whose cards are in the deck already, are \
      reported on standard error; everything else is added, and the exit status is 5.

      Without a deck of that name, one is created. Built-in decks cannot be changed.
      """)
  static let examples = [
    "memorize deck add German Hund dog", "memorize deck add Japanese 猫 cat --pronunciation ねこ",
  ]

  @Argument(help: "The deck's name.")
  var deck: String

  @Argument(help: "The first side.")
  var front: String?

  @Argument(help: "The second side.")
  var back: String?

  @Option(help: "How the first side is pronounced.")
  var pronunciation: String?

  @Option(help: "What is shown after the answer only, such as an example.")
  var note: String?

  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard back != nil || front == nil || isSentence else {
      throw ValidationError(english("A card has two sides: the second one is missing."))
    }
    if isSentence, pronunciation != nil {
      throw ValidationError(
        english("A sentence with gaps has no pronunciation, which would tell the answer."))
    }
    for (option, text) in [("--pronunciation", pronunciation), ("--note", note)]
    where front == nil && text != nil {
      throw ValidationError(english("\(option) is for one card: give its two sides as well."))
    }
  }

  /// Whether the first side is a sentence with gaps, even a faulty one, which the service refuses.
  private var isSentence: Bool {
    guard let front else { return false }
    return (try? GapSentence(front) == nil) != true
  }

  func perform(_ options: Options) throws {
    guard let front else { return try addLines(options) }
    var card = NewCardOptions()
    (card.front, card.back, card.pronunciation, card.note) = (front, back, pronunciation, note)
    let connection = try ServiceConnection(options)
    let target = try connection.target(deck)
    let id = try connection.ask(DecksContract.addCard, deck, card.values)
    let change = CardChangeReport("added", [id], of: target.name)
    let texts = [front, back ?? ""].filter { !$0.isEmpty }.joined(separator: " = ")
    try change.print(
      options, plain: "\(texts), card \(id) of \(target.plain)",
      text: DeckText.added(texts, id, to: target.name, isNew: target.isNew))
  }

  private func addLines(_ options: Options) throws {
    if isatty(STDIN_FILENO) == 1 {
      Output.messages.print(
        tr(
          """
          Type a card on each line: first side, Tab, second side. Ctrl-D on an empty line ends it.
          """))
    }
    let bytes = try Result { () throws(FileError) in
      try UserFile.read(descriptor: STDIN_FILENO, limit: ThemeDirectory.Kind.decks.maximumBytes)
    }.mapError { ProgramError(.usage, name: "Input", english("Standard input: \($0.sentence)")) }
      .get()
    let content = DeckFile.read(bytes)
    let faults = content.faults + DeckFile.faultsOfComments(in: bytes)
    guard !content.cards.isEmpty || !faults.isEmpty else {
      throw ProgramError(
        .refused, name: "InvalidCard",
        english("Nothing was added: standard input has no cards."))
    }
    let connection = try ServiceConnection(options)
    let target = try connection.target(deck)
    var change = CardChangeReport("added", [], of: target.name)
    change.faults = faults
    do throws(ProgramError) {
      for start in stride(from: 0, to: content.cards.count, by: DecksContract.maximumAdded) {
        connection.restartClock()
        let cards = content.cards[start...].prefix(DecksContract.maximumAdded)
        let added = try connection.ask(
          DecksContract.addCards, deck, cards.map { NewCardOptions($0).values })
        for (card, line) in zip(added, content.lines[start...]) {
          if card.id > 0 {
            change.ids.append(card.id)
          } else {
            change.faults.append(FileFault(line: Int(line), LineError(card.fault)))
          }
        }
      }
    } catch {
      change.error = error
    }
    change.faults.sort { $0.line < $1.line }
    let count = change.ids.count
    try change.print(
      options, plain: "\(counted(count, "card")) to \(target.plain)",
      text: DeckText.added(count, to: target.name, isNew: target.isNew))
  }
}

/// The deck to which cards are added.
private struct Target {
  /// The deck's own spelling, not what was typed.
  let name: String
  let isNew: Bool

  /// For scripts.
  var plain: String { (isNew ? "the new deck " : "") + name }
}

extension ServiceConnection {
  /// Asks for the themes, because to list decks the service would read all cards.
  fileprivate func target(_ typed: String) throws(ProgramError) -> Target {
    let key = ThemeName.comparisonKey(of: typed)
    if let theme = try themes().first(where: { ThemeName.comparisonKey(of: $0.name) == key }) {
      return Target(name: theme.name, isNew: false)
    }
    return Target(name: (try? ThemeName(typed))?.text ?? typed, isNew: true)
  }
}
