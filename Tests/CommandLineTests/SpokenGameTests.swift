import MemorizeBus
import MemoryGame
import TestSupport
import Testing

@testable import Screens

/// A game that is heard.
@Suite(.timeLimit(.minutes(10))) struct SpokenGameTests {
  /// The game of two that Ada begins: 🍭🍎🍬😱🍬🍎🍭😱.
  private static let script = [
    "Halloween, 4 pairs. 8 cards, from 0 to 7. Ada's turn.", "Card 0: lollipop.",
    "Card 1: red apple. No match. Grace's turn.", "Card 2: candy.",
    "Card 4: candy. A match, 1 of 4 pairs.", "Card 1: red apple.",
    "Card 5: red apple. A match, 2 of 4 pairs.", "Card 0: lollipop.",
    "Card 6: lollipop. A match, 3 of 4 pairs.", "Card 3: face screaming in fear.",
    "Card 7: face screaming in fear. A match, the last one. Grace has won: score 8, 5 moves.",
  ]

  private static let flips = [0, 1, 2, 4, 1, 5, 0, 6, 3, 7]

  private func text(_ parts: [SpokenPart]) -> String {
    parts.map { part in
      switch part {
      case .words(let text): text
      case .face(let face): BoardCard(number: 0, state: .up, face: face).name + "."
      }
    }.joined(separator: " ")
  }

  @Test func theScriptOfAWholeGame() {
    let faces = ["🍭", "🍎", "🍬", "😱", "🍬", "🍎", "🍭", "😱"]
    var game = Fake.game(
      state: "playing", theme: "Halloween", icon: "🎃", cards: faces.map { _ in (.down, "") },
      pairs: 4, matched: 0, score: 0, flips: 0, moves: 0, regret: 0)
    game.players = [PlayerScore("Ada", 0), PlayerScore("Grace", 0)]
    var said = [text(game.spokenOpening)]
    var first: BoardCard?
    for number in Self.flips {
      let before = game
      let card = BoardCard(number: number, state: .up, face: faces[number])
      guard let other = first else {
        first = card
        said.append(text(game.spoken(.turnedUp(card), after: before)))
        continue
      }
      first = nil
      game.moves += 1
      guard other.face == card.face else {
        game.turn = 1 - game.turn
        said.append(text(game.spoken(.mismatched(first: other, second: card), after: before)))
        continue
      }
      game.matchedPairs += 1
      game.score += 2
      guard game.matchedPairs == 4 else {
        said.append(text(game.spoken(.matched([other, card]), after: before)))
        continue
      }
      var result = FinalResult()
      result.winners = ["Grace"]
      game.state = "won"
      said.append(text(game.spoken(.won([other, card], result), after: before)))
    }
    #expect(said == Self.script)
  }

  @Test func theSentencesOfSoloGames() {
    var game = PlaySceneTests.game("a...")
    #expect(text(game.spokenOpening).hasSuffix("Card 0 is up: a."))
    game = PlaySceneTests.game("AABB", state: "won", matched: 2)
    let pair = [game.board[2], game.board[3]]
    #expect(
      text(game.spoken(.won(pair, nil), after: game)).hasSuffix("You have won: score -1, 2 moves."))
    #expect(text(game.board[0].spokenAsChosen) == "Card 0, matched: a.")
    #expect(text(game.spokenOpening).hasPrefix("The game is won."))
    #expect(text(GameState().spokenOpening).hasPrefix("There is no game."))
  }

  /// Keys alone play a game, and a voice says all of it.
  @Test func aGameIsPlayedByEar() throws {
    let (desk, recorder) = (try Desk(), try SoundRecorder())
    try desk.memorize(
      "new", "--theme", "Halloween", "--pairs", "4", "--seed", "42", "--player", "Ada", "--player",
      "Grace", "--quiet")
    let screen = try TmuxScreen(desk, with: recorder.environment)
    try screen.start("memorize play --speak")
    var expected = [Self.script[0]]
    #expect(recorder.sounds(1) == expected)
    var chosen = 0
    for (flip, sentence) in zip(Self.flips, Self.script.dropFirst()) {
      // What a key has selected is said too.
      if flip != chosen {
        try screen.press("\(flip)")
        let isUp = try desk.up.contains(flip)
        expected.append(isUp ? "Card \(flip), face up: \(name(flip))." : "Card \(flip).")
        #expect(recorder.sounds(expected.count) == expected)
        chosen = flip
      }
      try screen.press("Enter")
      expected.append(sentence.replacing("score 8, 5 moves", with: "score 7, 5 moves"))
      let all = recorder.sounds(expected.count)
      #expect(all.dropLast() == expected.dropLast())
      #expect(all.last?.prefix(60) == expected.last?.prefix(60))
      expected[expected.count - 1] = all.last ?? ""
    }
    #expect(recorder.turns.allSatisfy { $0.program == "spd-say" && $0.language == "" })
    try screen.waitFor("won")
    try screen.press("Escape")
    try screen.press("q")
    try screen.waitFor("ended 0")
  }

  private func name(_ card: Int) -> String {
    ["lollipop", "red apple", "candy", "face screaming in fear"][[0, 1, 2, 3, 2, 1, 0, 3][card]]
  }

  /// A word of a deck is read by the voice of its language.
  @Test func theSidesOfADeckAreInTheirLanguages() throws {
    let (desk, recorder) = (try Desk(runs: false), try SoundRecorder())
    try desk.bus.files.write(
      "data/memorize/decks/Words.tsv", "#separator:tab\n#language:ja/en\nはい\tyes\nいいえ\tno\n")
    try desk.startDaemon()
    try desk.memorize("new", "--theme", "Words", "--pairs", "2", "--quiet")
    let screen = try TmuxScreen(desk, with: recorder.environment)
    try screen.start("memorize play --speak")
    #expect(recorder.sounds(1).count == 1)
    for (number, count) in [(0, 3), (1, 6), (2, 9), (3, 12)] {
      if number > 0 { try screen.press("\(number)") }
      #expect(recorder.sounds(count - 2).count >= count - 2)
      try screen.press("Enter")
      _ = recorder.sounds(count)
    }
    let languages = ["はい.": "ja", "いいえ.": "ja", "yes.": "en", "no.": "en"]
    #expect(recorder.turns.filter { languages[$0.sound] != nil }.count >= 2)
    for turn in recorder.turns { #expect(turn.language == languages[turn.sound] ?? "") }
  }

  @Test func withoutAVoiceOrAScreenThereIsNoGame() throws {
    let desk = try Desk()
    try desk.deal()
    let outcome = try desk.memorize("play", "--speak", "--plain")
    #expect(outcome.code == 2 && outcome.errors.contains("--speak needs a screen"))
    let screen = try TmuxScreen(desk)
    try screen.run("PATH=/nowhere \(Programs.memorize) play --speak")
    try screen.waitFor("Nothing here can speak")
  }
}
