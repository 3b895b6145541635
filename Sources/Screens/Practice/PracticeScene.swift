import BoardLayout
import CellDrawing
import MemorizeBus
import MemorizeText
import PlainText
import Practice
import Translation

struct PracticeScene: ServiceScene {
  enum Command: Equatable {
    case make(PracticeCall)
    /// Asks for the texts of a card of a deck, to change them.
    case edit(card: UInt64, deck: String)
    case save(card: UInt64, CardChangeOptions)
    case suspend(card: UInt64, Bool)
    /// Plays or speaks what is shown.
    case hear
    /// Asks for the decks, to choose one for another session.
    case decks
    /// Reads the pages of statistics, which are shown.
    case statistics
    case quit
  }

  let symbols: Symbols
  let depth: ColorDepth
  var progress = PracticeProgress()
  /// The button that Enter presses; nil among new choices.
  var chosen: Int?
  var panel: ScenePanel<Command>?
  /// Whether the next key is a command, although a line is being typed.
  var isCommandNext = false
  var line = AnswerLine(maximumBytes: WordCard.maximumBytes)
  /// The question that was answered last, while it is still on the screen, although another one
  /// may be asked.
  var answered: AnsweredQuestion?
  var log = SessionLog()
  /// The card whose texts are changed, or were changed last.
  var edited: CardSummary?
  /// The cards that this screen suspended, until the next response: undo resumes the last of them.
  var suspended: [UInt64] = []
  private(set) var appearances = Appearances()
  /// The first visible line of the end of a session.
  var scroll = 0
  /// In the colors of the deck on the screen.
  private var deckPalette: (colors: [String], palette: Palette)
  /// An answer to the last key, or the state of the service, until the next key.
  var remark = ""
  /// The request without a reply yet.
  var awaited: PracticeCall?
  /// The time of the last news.
  private(set) var now: UInt64 = 0
  private var deckPicker = DeckPicker()
  /// The pages that cover the session, until they are left.
  var statistics: StatisticsScene?
  /// The command of `memorize while`, shown on a line of its own at the bottom.
  var running: RunningCommand?

  /// Nil if questions are only text.
  let letters: LargeLetters?

  let pictures = CardPictures()

  init(
    _ symbols: Symbols = .unicode, depth: ColorDepth = .none, letters: LargeLetters? = nil
  ) {
    (self.symbols, self.depth, self.letters) = (symbols, depth, letters)
    deckPalette = ([], Palette(depth: depth))
  }

  var isInProgress: Bool { progress.session?.isInProgress == true }
  var isOnline: Bool { progress.isOnline }
  var asksToLeave: Bool { isInProgress }
  var leaveQuestion: LeaveQuestion {
    (tr("End the current session?"), tr("End session?"))
  }

  /// The session that the screen shows.
  var shown: PracticeState? { answered?.asked ?? progress.session.map(withEdit) }

  var entries: [PracticeEntry] { answered?.entries ?? progress.entries }

  var showsAnswered: Bool { answered != nil }

  /// Whether there is a line to type in.
  var acceptsText: Bool {
    panel?.takesText == true || statistics == nil && !showsAnswered && progress.acceptsText
  }

  /// What the screen does not show elsewhere.
  var message: String {
    guard remark.isEmpty, let outcome = previousOutcome else { return remark }
    let text = outcome.text(isASCII: symbols.isASCII)
    // Translators: the result of the question before; {outcome} is as “right: はい = yes”.
    if symbols.isASCII { return tr("Before, {outcome}", ["outcome": text]) }
    // Translators: the result of the question before; {outcome} is as “✓ はい = yes”.
    return tr("Before: {outcome}", ["outcome": text])
  }

  var messagePaint: Paint {
    guard remark.isEmpty, let outcome = previousOutcome else { return .plain }
    var paint = palette.ink(outcome.isCorrect ? .green : .red)
    paint.isBold = false
    return paint
  }

  /// The result of the previous question, until the next key.
  var previousOutcome: PracticeProgress.Outcome? {
    guard !showsAnswered, progress.session?.isInProgress == true, let outcome = progress.outcome,
      !outcome.isOpen
    else { return nil }
    return outcome
  }

  /// The revision of the question whose right answer is shown for `highlightTime`; nil if none is.
  var highlighted: UInt64? { answered.flatMap { $0.isKept ? nil : $0.asked.revision } }

  /// Continues with the next question, unless another answer is highlighted.
  mutating func endHighlight(_ revision: UInt64) {
    if highlighted == revision, panel?.takesText != true { hideAnswered() }
  }

  /// Opens the list of decks.
  mutating func show(_ decks: [DeckSummary]) {
    deckPicker = DeckPicker(decks, symbols)
    panel = .picker(deckPicker.picker(after: progress.session))
  }

  func details(of item: Int) -> [PanelBlock] { deckPicker.details(of: item) }

  mutating func choose(_ item: Int, of picker: Picker) -> Command? {
    let portion = progress.session?.portion ?? 0
    return leave(for: .make(.start(deckPicker.options(item, of: picker, portion: portion))))
  }

  var showsPictures: Bool { depth.hasPictures && !symbols.isASCII }

  /// The path of the picture on the card; empty for none.
  var picture: String {
    told.picture.isEmpty ? shown?.questionMedia?.picture ?? "" : told.picture
  }

  /// A picture was read, or could not be.
  mutating func show(_ picture: CardPicture?, of path: String) { pictures.set(picture, of: path) }

  /// Names what is missing to show pictures.
  mutating func tellOfPictures() {
    remark = tr("Pictures are shown by chafa, which is not installed.")
  }

  mutating func useTerminalPictures(from first: UInt32) { pictures.useTerminal(from: first) }

  mutating func show(_ error: ProgramError) { remark = error.messageText.harmless }

  mutating func show(_ fault: SoundFault) { remark = translatedSentence(fault.message).harmless }
}

// News of the service.
extension PracticeScene {
  /// The time is in seconds since 1970-01-01 UTC.
  mutating func handle(_ news: PracticeClient.News, at time: UInt64 = 0) {
    now = time
    let (wasOnline, before) = (isOnline, progress)
    let news = news.shown(after: before.session)
    let isNew = progress.apply(news)
    appearances.note(news, from: before, to: progress, isNew: isNew)
    switch news {
    case .session(.absent):
      awaited = nil
      remark = Self.absenceMessage
    case .session(.state):
      remark = wasOnline ? "" : Self.returnMessage
      answered = nil
    case .session(.transition(let transition, let session)):
      remark = ""
      log.record(transition, from: before.session, to: session)
      if transition.response != nil || before.session?.session != session.session {
        suspended = []
      }
      // Another session asks what its deck has now.
      if before.session?.session != session.session { edited = nil }
      if let answer = before.revealedAnswer, let asked = before.session?.questionNumber {
        log.learn(answer, of: asked)
      }
      record(transition, from: before)
      if transition.response != nil, let text = session.hardText { remark = text }
    case .revealed(let answer?, let question):
      log.learn(answer, of: question)
      if answered?.asked.questionNumber == question, answered?.answer.isEmpty == true {
        answered?.answer = answer
        if let session = progress.session { appearances.answer(session.heardAnswer(answer)) }
      }
    case .session(.update), .session(.failure), .preferences, .revealed(nil, _): break
    }
    dropQuestionIfOver()
    if isNew { line.clear() }
    if !showsAnswered, isNew || before.session?.state != progress.session?.state { chooseDefault() }
    if let index = chosen, !entries.indices.contains(index) { chosen = entries.indices.last }
    followColors()
  }

  /// Computed only if they change, since a frame needs the palette many times.
  mutating func followColors() {
    let colors = shown?.colors ?? []
    guard colors != deckPalette.colors else { return }
    deckPalette = (colors, Palette(depth: depth, colors: colors))
  }

  var palette: Palette { isOnline ? deckPalette.palette : Palette(depth: .none) }

  private mutating func record(_ transition: PracticeTransition, from before: PracticeProgress) {
    answered = nil
    guard let response = transition.response else { return }
    let isAnswered = progress.outcome?.isOpen == false
    if !isAnswered, line.trimmed == response.answer { line.clear() }
    // A graded answer was revealed before.
    guard isAnswered, let asked = before.session, asked.phase == .asking,
      asked.mode.known != .recall, asked.questionNumber == response.number
    else { return }
    let isOurs = awaited != nil
    // The signal does not carry an answer that another client revealed.
    guard response.isCorrect || isOurs else { return }
    var typed = before.outcome?.isOpen == true ? before.outcome?.answer ?? "" : ""
    if response.isCorrect, case .answerText(_, let text) = awaited {
      typed = text.shownSide(ofDeck: asked.askedDeck)
    }
    answered = AnsweredQuestion(
      asked: asked, answer: response.isCorrect ? response.answer : "",
      typed: asked.mode.known == .typed ? typed : "",
      isMissed: !response.isCorrect || before.isMissed || !asked.wrongChoices.isEmpty,
      sentence: progress.outcome?.sentence ?? "", note: progress.outcome?.note ?? "",
      reading: progress.outcome?.reading ?? "",
      picture: progress.session?.answerMedia?.picture ?? "")
    chosen = answered?.entries.firstIndex { $0.isRight } ?? chosen
  }

  /// Handles the reply to a request, with the reason if it was refused.
  mutating func finish(_ error: ProgramError?) {
    awaited = nil
    if let error { show(error) }
  }
}
