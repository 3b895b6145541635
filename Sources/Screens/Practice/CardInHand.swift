import CellDrawing
import MemorizeBus
import MemorizeText
import PlainText
import Practice
import Translation

// The card on the screen: its texts can be changed once its answer is shown, and it can be suspended.
extension PracticeScene {
  /// Whether the answer to the question on the screen is shown.
  var showsAnswer: Bool { showsAnswered || progress.session?.phase == .revealed }

  mutating func edit() -> Command? {
    guard let shown, shown.card > 0 else { return nil }
    guard showsAnswer else {
      remark = tr("The card can be edited once its answer is shown.")
      return nil
    }
    return .edit(card: shown.card, deck: shown.questionDeck)
  }

  /// Opens the form with the texts of a card.
  mutating func show(_ card: CardSummary) {
    edited = card
    func field(_ name: String, _ text: String, _ bytes: Int = WordCard.maximumBytes)
      -> TextForm.Field
    {
      .init(name, AnswerLine(text, maximumBytes: bytes))
    }
    let sides =
      card.gap > 0
      ? [field(tr("Sentence", context: "label"), card.sentence)]
      : [
        field(tr("Front", context: "label"), card.front),
        field(tr("Back", context: "label"), card.back),
      ]
    let note = field(tr("Note", context: "label"), card.note, WordCard.maximumNoteBytes)
    panel = .form(TextForm(tr("Edit the card", context: "title"), sides + [note]))
  }

  /// Only what has changed is sent.
  mutating func save(_ form: TextForm) -> Command? {
    guard let card = edited else { return nil }
    let texts = form.fields.map(\.line.trimmed)
    func changed(_ new: String?, _ old: String) -> String? { new == old ? nil : new }
    var changes = CardChangeOptions()
    changes.front = changed(texts.first, card.gap > 0 ? card.sentence : card.front)
    if card.gap == 0 { changes.back = changed(texts[1], card.back) }
    changes.note = changed(texts.last, card.note)
    return changes == CardChangeOptions() ? nil : .save(card: card.id, changes)
  }

  /// Shows the new texts where the card is on the screen; the session keeps its questions.
  mutating func finish(saving card: CardSummary) {
    (edited, panel, remark) = (card, nil, tr("The card was saved."))
    guard let session = answered?.asked ?? progress.session,
      let new = session.edited(card)
    else { return }
    log.correct(new.question, new.answer, of: session.questionNumber)
    answered?.take(new)
  }

  mutating func refuseEditing(_ deck: String) {
    remark =
      tr(
        "The cards of “{deck}” cannot be edited: they are not in a deck file of your own.",
        ["deck": shownThemeName(deck)]
      ).harmless
  }

  /// A form stays: what was typed is not lost.
  mutating func refuse(_ error: ProgramError) {
    guard case .form(var form) = panel else { return show(error) }
    form.fault = error.messageText.harmless
    panel = .form(form)
  }

  mutating func finish(suspending card: UInt64, _ isSuspended: Bool) {
    suspended.removeAll { $0 == card }
    if isSuspended { suspended.append(card) }
    if isSuspended, answered?.asked.card == card { hideAnswered() }
    remark =
      isSuspended
      ? tr("The card is suspended and is not asked any more; undo brings it back.")
      : tr("The card is asked again.")
  }

  /// A session with the edited texts of its question, while its answer is shown.
  func withEdit(_ session: PracticeState) -> PracticeState {
    guard session.phase == .revealed, let new = session.edited(edited) else { return session }
    var session = session
    session.question = new.question
    return session
  }
}

/// The texts of a question's card after they were edited.
struct EditedTexts {
  let question: String
  let answer: String
  let note: String
  let sentence: String
}

extension PracticeState {
  /// Nil if the question is of another card.
  func edited(_ edited: CardSummary?) -> EditedTexts? {
    guard let edited, card > 0, card == edited.id else { return nil }
    let isBackward = direction == .backward
    return EditedTexts(
      question: isBackward ? edited.back : edited.front,
      answer: isBackward ? edited.front : edited.back, note: edited.note,
      sentence: (try? GapSentence(edited.sentence))?.solution(Int(edited.gap)) ?? "")
  }
}

extension AnsweredQuestion {
  fileprivate mutating func take(_ new: EditedTexts) {
    asked.choices = asked.choices.map { $0 == answer ? new.answer : $0 }
    (asked.question, answer) = (new.question, new.answer)
    (note, sentence) = (new.note, new.sentence)
  }
}
