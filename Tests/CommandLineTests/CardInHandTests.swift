import BoardLayout
import Foundation
import TestSupport
import Testing

@testable import CellDrawing
@testable import MemorizeBus
@testable import Screens

/// The card on the screen of practice, edited or suspended there; without a terminal.
@Suite struct CardInHandTests: PracticeSceneStage {
  private static func asked(
    _ mode: String = "choices", number: UInt32 = 1, card: UInt64 = 7, state: String = "asking"
  ) -> PracticeState {
    var session = session(mode, state: state, number: number, revision: UInt64(number))
    (session.card, session.questionDeck) = (card, "Words")
    return session
  }

  private static func card(gap: UInt32 = 0) -> CardSummary {
    var card = CardSummary()
    (card.id, card.deck, card.front, card.back, card.note) = (7, "Words", "はい", "yes", "polite")
    if gap > 0 { (card.gap, card.sentence) = (gap, "{{c1::Paris}} is big.") }
    return card
  }

  /// A scene on which a question of the mode was missed, and its answer stands.
  private static func missed(_ mode: String) -> PracticeScene {
    var scene = scene(asked(mode))
    let keys: [Key] = mode == "typed" ? [.escape, "r"] : ["r"]
    for key in keys { _ = scene.handle(key, on: scene.layout((80, 24))) }
    change(
      &scene, to: asked(mode, number: 2, card: 8), isAsked: true, response: (false, ""))
    scene.handle(.revealed("yes", question: 1))
    scene.finish(nil)
    return scene
  }

  @Test func aCardIsEditedOnceItsAnswerIsShown() {
    for (mode, isWaiting) in [("choices", ["e"]), ("recall", ["e"])] as [(String, [Key])] {
      var scene = Self.scene(Self.asked(mode))
      #expect(Self.press(isWaiting, &scene).isEmpty)
      #expect(scene.message == "The card can be edited once its answer is shown.")
      #expect(!scene.keys.contains { $0.does == "edit" })
      #expect(scene.keys.contains { $0.does == "suspend" })
    }
    // In typed mode letters are typed, also while the answer is read.
    var typed = Self.scene(Self.asked("typed"))
    #expect(Self.press(["e", "x"], &typed).isEmpty && typed.line.text == "ex")
    typed = Self.missed("typed")
    #expect(Self.press(["e", "x"], &typed).isEmpty && typed.showsAnswered)
    #expect(Self.press([.escape, "e"], &typed) == [.edit(card: 7, deck: "Words")])
    var choices = Self.missed("choices")
    #expect(choices.text().contains("e edit"))
    #expect(Self.press(["e"], &choices) == [.edit(card: 7, deck: "Words")])
    // The card on the screen, although the next question is asked already.
    #expect(choices.showsAnswered)
    var recall = Self.scene(Self.asked("recall", state: "revealed"))
    #expect(Self.press(["e"], &recall) == [.edit(card: 7, deck: "Words")])
  }

  @Test func onlyWhatHasChangedIsSaved() throws {
    var scene = Self.missed("choices")
    scene.show(Self.card())
    #expect(scene.acceptsText)
    #expect(scene.rows().contains { $0.contains("Back") && $0.contains("yes") })
    #expect(Self.press([.enter], &scene).isEmpty && scene.panel == nil)
    scene.show(Self.card())
    let text: [Key] = [.down] + "q!".map { .character($0) } + [.tab, .eraseLine, .enter]
    var changes = CardChangeOptions()
    (changes.back, changes.note) = ("yesq!", "")
    #expect(Self.press(text, &scene) == [.save(card: 7, changes)])
    // A refusal stands in the form, and what was typed too.
    let fault = ProgramError(.refused, name: "CardExists", "The deck has this card already.")
    scene.refuse(fault)
    #expect(scene.text().contains("yesq!") && scene.text().contains("has this card already"))
    #expect(Self.press([.enter], &scene) == [.save(card: 7, changes)])
    #expect(Self.press([.escape], &scene).isEmpty && scene.panel == nil)

    scene.show(Self.card(gap: 1))
    #expect(scene.text().contains("Sentence") && !scene.text().contains("Back"))
    changes = CardChangeOptions()
    changes.front = "{{c1::Paris}} is big.!"
    #expect(Self.press([.end, "!", .enter], &scene) == [.save(card: 7, changes)])
  }

  @Test(arguments: ["choices", "typed", "recall"], [false, true])
  func whatChangedIsSeenAtOnce(mode: String, isBackward: Bool) {
    func turned(_ session: PracticeState) -> PracticeState {
      var session = session
      if isBackward {
        (session.direction, session.question) = ("backward", "yes")
        if mode == "choices" { session.choices = ["はい", "いいえ", "どうも"] }
      }
      return session
    }
    var scene = Self.scene(turned(Self.asked(mode)))
    if mode == "recall" {
      var session = turned(Self.asked(mode, state: "revealed"))
      session.revision = 2
      Self.change(&scene, to: session)
    } else {
      for key in (mode == "typed" ? [.escape, "r"] : ["r"]) as [Key] {
        _ = scene.handle(key, on: scene.layout((80, 24)))
      }
      Self.change(
        &scene, to: turned(Self.asked(mode, number: 2, card: 8)), isAsked: true,
        response: (false, ""))
    }
    scene.handle(.revealed(isBackward ? "はい" : "yes", question: 1))
    scene.finish(nil)
    scene.show(Self.card())
    var card = Self.card()
    (card.front, card.back, card.note) = ("ええ", "yeah", "casual")
    scene.finish(saving: card)
    let text = scene.text()
    #expect(text.contains("ええ") && text.contains("yeah"))
    #expect(mode == "recall" || text.contains("casual"))
    #expect(!text.contains("はい") && text.contains("The card was saved."))
    if mode == "recall" { return }
    #expect(scene.log.missed.map(\.question) == [isBackward ? "yeah" : "ええ"])
    #expect(scene.log.missed.map(\.answer) == [isBackward ? "ええ" : "yeah"])
  }

  @Test func aSuspendedCardComesBackByUndo() {
    var scene = Self.scene(Self.asked())
    // A wrong response stays in the list of missed cards.
    Self.change(&scene, to: Self.asked(), response: (false, "no"))
    #expect(Self.press(["x"], &scene) == [.suspend(card: 7, true)])
    Self.change(&scene, to: Self.asked(number: 2, card: 8), isAsked: true)
    scene.finish(suspending: 7, true)
    #expect(scene.message.contains("suspended") && scene.message.contains("undo"))
    #expect(scene.log.missed.count == 1)
    #expect(Self.press(["u"], &scene) == [.suspend(card: 7, false)])
    Self.change(&scene, to: Self.asked(), isAsked: true)
    scene.finish(suspending: 7, false)
    #expect(Self.press(["u"], &scene) == [.make(.undo)])
    // After another response, that is undone.
    #expect(Self.press(["x"], &scene) == [.suspend(card: 7, true)])
    scene.finish(suspending: 7, true)
    Self.change(&scene, to: Self.asked(number: 3, card: 9), response: (true, "yes"))
    #expect(Self.press([.escape, "u"], &scene) == [.make(.undo)])
    // Two come back one after the other; the second undo took an answer back.
    scene = Self.scene(Self.asked())
    scene.finish(suspending: 7, true)
    scene.finish(suspending: 8, true)
    #expect(Self.press(["u"], &scene) == [.suspend(card: 8, false)])
    scene.finish(suspending: 8, false)
    #expect(Self.press(["u"], &scene) == [.suspend(card: 7, false)])
    // The one that is read goes, not the next one.
    scene = Self.missed("choices")
    #expect(Self.press(["x"], &scene) == [.suspend(card: 7, true)])
    scene.finish(suspending: 7, true)
    #expect(!scene.showsAnswered && scene.shown?.card == 8)
  }

  @Test func theAnswerThatMarksACardSaysSo() {
    for lapses in [0, 8] as [UInt32] {
      var scene = Self.scene(Self.asked())
      var next = Self.asked()
      (next.revision, next.lapsesMarked) = (2, lapses)
      Self.change(&scene, to: next, response: (false, "no"))
      #expect(scene.text().contains("you have forgotten it 8 times") == (lapses == 8))
      _ = Self.press(["k"], &scene)
      #expect(!scene.text().contains("forgotten"))
    }
  }

  @Test func withoutAQuestionThereIsNoCard() {
    for state in ["idle", "finished"] {
      var scene = Self.scene(Self.asked(number: 0, card: 0, state: state))
      #expect(Self.press(["x", "e"], &scene).isEmpty)
      #expect(!scene.text().contains("x suspend") && scene.panel == nil)
    }
  }

  @Test(arguments: [(1, 1), (20, 3), (20, 6), (40, 12), (80, 24), (200, 60)])
  func theFormFitsOnEveryScreen(columns: Int, rows: Int) {
    var scene = Self.missed("choices")
    var card = Self.card()
    card.note = String(repeating: "長い", count: 200)
    scene.show(card)
    for _ in 0..<3 {
      scene.refuse(ProgramError(.refused, name: "InvalidCard", card.note))
      let frame = scene.frame(on: scene.layout((columns, rows)))
      #expect(frame.lines.count == rows)
      for line in frame.lines.map(DrawnRow.init) {
        #expect(line.cells <= columns && !line.overlaps, "\(line.text)")
      }
      #expect(frame.cursor.row < rows && frame.cursor.column < columns)
      _ = Self.press([.tab, .click(column: 0, row: 0)], &scene, size: (columns, rows))
      #expect(scene.panel != nil)
    }
  }
}

/// The same as its user has it.
@Suite(.timeLimit(.minutes(30))) struct CardInHandPlayTests {
  @Test func theCardOnTheScreenIsEditedAndSuspended() throws {
    let desk = try Desk()
    for (front, back) in [("eins", "one"), ("zwei", "two"), ("drei", "three")] {
      try desk.memorize("deck", "add", "Own", front, back, "--quiet")
    }
    let screen = try desk.practicing(options: "--deck Own --mode recall", awaiting: "1 of 3")
    func cards() throws -> [[String: Any]] {
      try desk.memorize("deck", "show", "Own", "--json").json.objects("cards")
    }
    let first = try #require(try desk.practice().text("question"))
    let number = try #require(try desk.practice().number("card"))
    #expect(try cards().contains { $0.number("id") == number && $0.text("front") == first })
    try screen.press("e")
    try screen.waitFor("once its answer is shown")
    try screen.press("r")
    try screen.waitFor("e edit")
    // What is typed ahead waits for the form.
    try screen.type("e")
    try screen.press("Tab")
    try screen.type("qux")
    try screen.press("Enter")
    try screen.waitFor { $0.contains("The card was saved.") && $0.contains("qux") }
    #expect(try cards().contains { $0.text("back")?.hasSuffix("qux") == true })
    try screen.press("x")
    try screen.waitFor { $0.contains("suspended") && !$0.contains(first) }
    #expect(try cards().count { $0["suspended"] as? Bool == true } == 1)
    try screen.press("u")
    try screen.waitFor { $0.contains("asked again") && $0.contains(first) }
    #expect(try cards().allSatisfy { $0["suspended"] as? Bool == false })
  }

  @Test func aCardOfAnotherKindOfDeckIsNotEdited() throws {
    let desk = try Desk.withNumbers()
    let screen = try desk.practicing(options: "--deck Numbers --mode recall")
    try screen.type("re")
    try screen.waitFor("The cards of “Numbers” cannot be edited")
  }
}
