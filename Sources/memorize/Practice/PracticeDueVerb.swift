import ArgumentParser
import DBus
import Glibc
import MemorizeBus
import MemorizeText
import PlainText
import Screens
import TerminalKit

/// `practice` alone: everything that is due, of all decks and in both directions.
struct PracticeDueVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "due", abstract: "Practice the due cards of all decks; the default verb.",
    discussion: """
      A session in progress is resumed, unless an option says what to ask. If more than 30 cards \
      wait, the first 20 are asked. On a terminal this \
      fills the screen, like “practice play”, and lets you choose a deck if nothing is due; \
      elsewhere it prints the question.
      """)
  static let examples = ["memorize practice", "memorize practice due --choices"]

  @OptionGroup var start: PracticeStart
  @OptionGroup var choices: ChoicesOption
  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let isOnScreen = Self.isOnScreen(options)
    // First, so that the service is not called for a screen that cannot be shown.
    if isOnScreen { try Screen.check() }
    let connection = try ServiceConnection(options)
    if isOnScreen { connection.showsQuestions(true) }
    let before = try connection.practice()
    var isInProgress = before.isInProgress
    if !before.isInProgress || !start.isEmpty {
      isInProgress = try connection.withDeck(start.deck) {
        try startSession($0, over: connection, portion: before.portion)
      }
      guard isInProgress || isOnScreen else { return try Self.report(before, connection) }
    }
    guard !isOnScreen else {
      return try PracticeScreen(over: connection).run(choosesDeck: !isInProgress)
    }
    let now = try connection.practice()
    try connection.print(before.isInProgress && start.isEmpty ? nil : .started(now), now, choices)
  }

  /// False if nothing is due.
  private func startSession(
    _ deck: String?, over connection: ServiceConnection, portion: UInt32
  ) throws(ProgramError) -> Bool {
    var due = start.options(ofDeck: deck)
    if !start.hard {
      due.isDue = true
      due.questions = due.questions ?? portion
    }
    return try connection.starts(due, mayRefuse: start.isEmpty)
  }

  private static func isOnScreen(_ options: Options) -> Bool {
    guard options.form == .text, isatty(STDIN_FILENO) == 1 else { return false }
    return Terminal(color: options.color).placesCursor
  }

  private static func report(_ practice: PracticeState, _ connection: ServiceConnection) throws {
    let options = connection.options
    let decks = options.form == .text ? try connection.decks() : []
    let isStarted = decks.isEmpty || decks.contains { $0.offersNew || $0.isSuspended }
    try options.print(
      json: ["practice": practice.summary],
      plain: """
        \(practice.plainNothingDue)
        Practice a deck anyway: memorize practice play --deck "Japanese basics"

        """,
      text: isStarted
        ? [
          PracticeText.nothingDue(practice), try connection.doneText(practice),
          PracticeText.practiceAnyway,
        ].compactMap(\.self).lines
        : PracticeText.noDeckStarted.lines)
  }
}

extension ServiceConnection {
  /// Starts a session; returns false if nothing is due, where that is no error.
  func starts(_ options: StartOptions, mayRefuse: Bool) throws(ProgramError) -> Bool {
    do throws(ProgramError) {
      try ask(PracticeContract.start, options.values)
      return true
    } catch {
      guard mayRefuse, error.name == ErrorName.nothingDue.shortName else { throw error }
      return false
    }
  }
}

extension ServiceConnection {
  /// When a backlog will be worked off, for people; nil if there is none, or it takes too long.
  func doneText(_ practice: PracticeState) throws(ProgramError) -> String? {
    guard practice.waiting > 0, options.form == .text else { return nil }
    return PracticeState.doneText(try read(PracticeContract.backlog).2)
  }
}
