import DBus
import MemorizeBus
import TestSupport
import Testing

@testable import memorize_notify

/// Notifications and the menu in the panel, in a language in which each text for people is another.
@Suite struct TranslationTests {
  /// Faces and what a deck holds are values; the program's name stays.
  private static let known: Set<String> = [
    "memorize", "ada", "numbers", "one", "two", "three", "four", "nothing",
  ]

  private static func english(_ texts: [String]) -> [String] {
    texts.filter { text in
      var (depth, outside) = (0, "")
      for character in text {
        if character == "⟦" { depth += 1 }
        if depth == 0 { outside.append(character) }
        if character == "⟧" { depth = max(depth - 1, 0) }
      }
      let words = outside.replacing(/<[^>]*>/, with: " ").matches(of: /[A-Za-z]{2,}/)
      return words.contains { !known.contains($0.output.lowercased()) }
    }
  }

  private static func texts(_ server: FakeServer) -> [String] {
    server.requests.flatMap { [$0.summary, $0.body] + $0.labels }
  }

  @Test func gamesAreTold() throws {
    let language = try TestLanguage()
    let stage = try Stage(["--show-flips"], environment: language.environment)
    try stage.deal()
    // A mismatch, then all pairs.
    try stage.bubble(1, flipping: 0)
    try stage.bubble(2, flipping: 1)
    try stage.conceal()
    try stage.flip(0, 6, 1, 5, 2, 4, 3, 7)
    try stage.settle()
    let texts = Self.texts(try stage.theServer)
    #expect(Self.english(texts).isEmpty, "\(Self.english(texts))")
    #expect(texts.contains { $0.contains("⟦") }, "\(texts)")
  }

  @Test(arguments: ["choices", "typed", "recall"]) func practiceIsAsked(mode: String) throws {
    let language = try TestLanguage()
    let session = try SessionStage(
      mode, server: FakeServer.replyFeatures, person: "Ada", environment: language.environment)
    for round in 0..<3 {
      let number = try session.state.questionNumber
      let count = try session.server.requests.count
      if mode == "recall" {
        _ = try session.base.game.callAndWait(PracticeContract.reveal, number)
        try session.base.bubble(count + 1)
        _ = try session.base.game.callAndWait(PracticeContract.grade, number, 3)
      } else {
        // Wrong once, then right.
        let answer = try session.answer
        let wrong = try session.state.choices.first { $0 != answer } ?? "nothing"
        if round == 0 {
          _ = try session.base.game.callAndWait(PracticeContract.answerText, number, wrong)
          try session.base.bubble(count + 1)
        }
        _ = try session.base.game.callAndWait(PracticeContract.answerText, number, answer)
      }
      try session.base.bubble(count + 1)
    }
    let texts = try Self.texts(session.server)
    #expect(Self.english(texts).isEmpty, "\(Self.english(texts))")
    #expect(texts.contains { $0.contains("⟦") }, "\(texts)")
  }

  @Test func theMenuIsTranslated() throws {
    let language = try TestLanguage()
    let stage = try Stage(["--tray"], environment: language.environment)
    let panel = try FakePanel(on: stage.bus, loop: stage.loop)
    try stage.waits { panel.items.count == 1 }
    try stage.deal()
    try stage.settle()
    let lines = try panel.layout().text.split(separator: "\n").map(String.init)
    #expect(lines.count > 10)
    // The underscore marks the letter that chooses an entry.
    #expect(Self.english(lines.map { $0.replacing("_", with: "") }).isEmpty, "\(lines)")
    let tip = try panel.toolTip()
    #expect(Self.english([tip.0, tip.1]).isEmpty, "\(tip)")
  }
}
