import DBus
import EventLoop
import Foundation
import MemorizeBus
import Practice
import TestSupport
import Testing
import UserService

@testable import CellDrawing
@testable import Screens
@testable import memorize

/// `practice play` with programs that play and speak.
@Suite(.timeLimit(.minutes(30))) struct PracticeHearingTests {
  /// Each card has a sound on one side: the question of odd ones is spoken, and the answer of even
  /// ones.
  private static let deck = """
    #separator:tab
    #language:ja/en
    q1\ta1[sound:a1.mp3]
    q2[sound:q2.mp3]\ta2
    q3\ta3[sound:a3.mp3]
    q4[sound:q4.mp3]\ta4

    """

  private func desk(_ settings: [String: String]) throws -> Desk {
    let desk = try Desk(runs: false)
    try desk.bus.files.write("data/memorize/decks/Sounds.tsv", Self.deck)
    for name in ["a1", "q2", "a3", "q4"] {
      try desk.bus.files.write("data/memorize/media/\(name).mp3")
    }
    try desk.startDaemon()
    for (name, value) in settings {
      try desk.memorize("practice", "config", "set", name, value, "--quiet")
    }
    return desk
  }

  private func start(
    _ desk: Desk, _ recorder: SoundRecorder, _ options: String = "--mode recall --questions 4"
  ) throws -> TmuxScreen {
    let screen = try TmuxScreen(desk, with: recorder.environment)
    try screen.start("memorize practice play --deck Sounds \(options)")
    try screen.waitFor("1 of 4")
    return screen
  }

  /// The file of a side, or its text.
  private func sound(_ side: String) -> String {
    ["a1", "q2", "a3", "q4"].contains(side) ? "\(side).mp3" : side
  }

  private func number(_ desk: Desk) throws -> Character {
    try #require(try desk.practice().text("question")?.last)
  }

  @Test func sidesAreHeardInTheirOrder() throws {
    let (desk, recorder) = (try desk(["speak": "both"]), try SoundRecorder())
    let screen = try start(desk, recorder)
    var expected: [String] = []
    for place in 1...4 {
      let card = try number(desk)
      expected.append(sound("q\(card)"))
      #expect(recorder.sounds(expected.count) == expected)
      try screen.press("r")
      expected.append(sound("a\(card)"))
      #expect(recorder.sounds(expected.count) == expected)
      try screen.press("s")
      expected.append(sound("a\(card)"))
      #expect(recorder.sounds(expected.count) == expected)
      try screen.press("3")
      try screen.waitFor(place < 4 ? "\(place + 1) of 4" : "on the first try")
    }
    #expect(
      recorder.turns.allSatisfy {
        $0.program == "mpv"
          || $0
            == .init(
              program: "spd-say", sound: $0.sound, language: $0.sound.hasPrefix("q") ? "ja" : "en")
      })
    // No text is an argument, which everybody could read in the list of processes.
    #expect(
      recorder.events.allSatisfy { event in
        event.turn?.program == "mpv"
          || ["", "-w -e -l ja", "-w -e -l en"].contains(event.arguments)
      })
    // One has ended before the next one begins.
    #expect(recorder.loop.waits { recorder.events.count == 2 * expected.count })
    #expect(recorder.events.enumerated().allSatisfy { ($1.turn == nil) == ($0 % 2 == 1) })
    try screen.press("q")
    try screen.waitFor("ended 0")
  }

  /// The next question's sound hid the answer's, which lasts longer than the answer is highlighted.
  @Test(arguments: ["choices", "typed"])
  func aRightAnswerIsHeardAndThenTheNextQuestion(mode: String) throws {
    let (desk, recorder) = (try desk(["speak": "both"]), try SoundRecorder())
    let screen = try start(desk, recorder, "--mode \(mode) --questions 4")
    var expected: [String] = []
    for _ in 1...4 {
      let card = try number(desk)
      expected.append(sound("q\(card)"))
      #expect(recorder.sounds(expected.count) == expected)
      if mode == "typed" {
        try screen.type("a\(card)")
        try screen.press("Enter")
      } else {
        let choices = try #require(try desk.practice()["choices"] as? [String])
        try screen.press("\(try #require(choices.firstIndex(of: "a\(card)")) + 1)")
      }
      expected.append(sound("a\(card)"))
      #expect(recorder.sounds(expected.count) == expected)
    }
    try screen.waitFor("4 of 4")
    try screen.press("q")
    try screen.waitFor("ended 0")
  }

  /// A wrong answer ends the question, and nothing of the answer is heard.
  @Test func aWrongAnswerIsNotFollowedByTheRightOne() throws {
    let (desk, recorder) = (try desk(["speak": "both"]), try SoundRecorder(keeps: true))
    let screen = try start(desk, recorder, "--mode choices --questions 4")
    let card = try number(desk)
    #expect(recorder.sounds(1) == [sound("q\(card)")])
    let choices = try #require(try desk.practice()["choices"] as? [String])
    let wrong = try #require(choices.firstIndex { $0 != "a\(card)" })
    try screen.press("\(wrong + 1)")
    try screen.waitFor("1 missed")
    recorder.waitForEnd(of: recorder.events[0].process)
    let right = try #require(choices.firstIndex(of: "a\(card)"))
    try screen.press("\(right + 1)")
    #expect(recorder.sounds(2).last == sound("a\(card)"))
    // It stays until a key, which ends it.
    let answer = try #require(recorder.events.last)
    try screen.press("Space")
    recorder.waitForEnd(of: answer.process)
    #expect(recorder.loop.waits { recorder.sounds.last?.hasPrefix("q") == true })
  }

  /// What plays on after its screen is a nuisance that nobody can end.
  @Test(arguments: ["q", "C-z", "C-c"]) func leavingTheScreenEndsIt(key: String) throws {
    let (desk, recorder) = (try desk(["speak": "both"]), try SoundRecorder(keeps: true))
    let screen = try start(desk, recorder)
    #expect(recorder.sounds(1).count == 1)
    try screen.press(key)
    recorder.waitForEnd(of: recorder.events[0].process, orZombie: true)
    if recorder.turns[0].program == "spd-say" {
      #expect(recorder.loop.waits { recorder.cancellations == 1 })
    }
  }

  @Test func theSettingsDecide() throws {
    let desk = try desk(["speak": "questions", "sound": "answers"])
    let recorder = try SoundRecorder()
    let screen = try start(desk, recorder)
    var expected: [String] = []
    for place in 1...4 {
      let card = try number(desk)
      // A sound that is not wanted is no reason to be silent.
      expected.append("q\(card)")
      #expect(recorder.sounds(expected.count) == expected)
      try screen.press("r")
      try screen.waitFor("1-4 grade")
      // Answers are not spoken.
      if ["1", "3"].contains(card) { expected.append("a\(card).mp3") }
      #expect(recorder.sounds(expected.count) == expected)
      try screen.press("3")
      try screen.waitFor(place < 4 ? "\(place + 1) of 4" : "on the first try")
    }
  }

  @Test func theKeyPlaysAndSpeaksWhateverTheSettingsAre() throws {
    let (desk, recorder) = (try desk(["sound": "off"]), try SoundRecorder())
    let screen = try start(desk, recorder)
    let card = try number(desk)
    try screen.press("s")
    #expect(recorder.sounds(1) == [sound("q\(card)")])
    try screen.press("r")
    try screen.waitFor("1-4 grade")
    try screen.press("s")
    #expect(recorder.sounds(2).last == sound("a\(card)"))
  }

  @Test func withoutAPlayerOneLineSaysSo() throws {
    let (desk, recorder) = (try desk(["sound-player": "no-such-player"]), try SoundRecorder())
    let screen = try start(desk, recorder)
    let text = "The sound-player “no-such-player” is not installed."
    if ["1", "3"].contains(try number(desk)) {
      try screen.press("r")
      try screen.waitFor("1-4 grade")
    }
    try screen.waitFor(text)
    try screen.press("s")
    try screen.waitFor { !$0.contains(text) }
    try screen.press("u")
    try screen.waitFor { $0.contains("1 of 4") && !$0.contains(text) }
    #expect(recorder.turns.isEmpty)
  }

  /// A card whose file was not copied with its deck was silent without a word.
  @Test func aMissingSoundIsNamed() throws {
    let (desk, recorder) = (try desk([:]), try SoundRecorder())
    for name in ["a1", "q2", "a3", "q4"] {
      try desk.bus.files.remove("data/memorize/media/\(name).mp3")
    }
    let screen = try start(desk, recorder)
    if ["1", "3"].contains(try number(desk)) { try screen.press("r") }
    try screen.waitFor("The sound of this card is missing")
    #expect(recorder.turns.isEmpty)
  }

  /// A voice of a server that does not answer is no reason to be silent.
  @Test func theSecondVoiceSpeaksIfTheFirstFails() throws {
    let (desk, recorder) = (try desk([:]), try SoundRecorder(fails: ["spd-say"]))
    try desk.memorize("practice", "start", "--deck", "Sounds", "--mode", "recall", "--quiet")
    while ["2", "4"].contains(try number(desk)) {
      for verb in [["reveal"], ["grade", "3"]] { try desk.memorize(["practice"] + verb) }
    }
    let outcome = try desk.memorize("practice", "show", "--sound", with: recorder.environment)
    #expect(outcome.code == 0)
    #expect(recorder.loop.waits { recorder.turns.count == 2 })
    #expect(recorder.turns.map(\.program) == ["spd-say", "espeak-ng"])
    #expect(recorder.turns.allSatisfy { $0.language == "ja" })
  }

  @Test func aVerbPlaysACard() throws {
    let (desk, recorder) = (try desk([:]), try SoundRecorder())
    let cards = try desk.memorize("deck", "show", "Sounds", "--plain").output.split(separator: "\n")
    let id = try #require(cards.first?.split(separator: "\t").first)
    let outcome = try desk.memorize(
      "deck", "show", "\(id)", "--sound", "--plain", with: recorder.environment)
    #expect(outcome.code == 0)
    #expect(outcome.output == String(cards[0]))
    #expect(recorder.sounds(2) == ["q1", "a1.mp3"])
    #expect(recorder.turns[0].language == "ja")
    let unknown = try desk.memorize("deck", "show", "1", "--sound", with: recorder.environment)
    #expect(unknown.code == 6)
    #expect(try desk.memorize("deck", "show", "Sounds", "--sound").code == 2)
    let silent = try desk.memorize(
      "practice", "show", "--sound", with: recorder.environment)
    #expect(silent.code == 6 && silent.errors.contains("nothing to hear"))
  }

  /// Somebody shows the screen to others, or has locked it.
  @Test func nothingIsHeardWhileNotificationsAreHeld() throws {
    let (desk, recorder) = (try desk(["speak": "both"]), try SoundRecorder())
    let holder = try Holder(on: desk.bus.address, recorder.loop)
    holder.isHeld = true
    try holder.publish(isFollowed: false)
    let screen = try start(desk, recorder)
    let card = try number(desk)
    #expect(recorder.loop.waits { holder.timesAsked > 0 })
    try screen.press("s")
    // Whoever asks for it hears it.
    #expect(recorder.sounds(1) == [sound("q\(card)")])
    holder.isHeld = false
    try holder.publish()
    try screen.press("r")
    #expect(recorder.sounds(2).last == sound("a\(card)"))
    holder.isHeld = true
    try holder.publish()
    try screen.press("3")
    try screen.waitFor("2 of 4")
    try screen.press("r")
    try screen.waitFor("1-4 grade")
    #expect(recorder.turns.count == 2)
  }

  /// Plasma's notification server.
  private final class Holder {
    var isHeld = false
    private(set) var timesAsked = 0
    private var export: Export<Holder>?
    private let connection: Connection
    private let loop: Loop

    private static let interface = Interface<Holder>(DesktopNotifications.interface, "A server.") {
      Property<Holder, Bool>("Inhibited", "Notifications are held.", .invalidates) {
        $0.timesAsked += 1
        return $0.isHeld
      }
    }

    init(on address: String, _ loop: Loop) throws {
      self.loop = loop
      connection = try Connection(to: BusAddress(address), loop: loop)
      export = connection.objects.export(Self.interface, of: self, at: DesktopNotifications.path)
      try own()
    }

    private func own() throws {
      _ = try connection.wait {
        connection.requestName(DesktopNotifications.name, completion: $0)
      }
    }

    /// The value is not published, so a screen that follows it has asked for it when this returns.
    func publish(isFollowed: Bool = true) throws {
      try export?.publishChanges()
      let asked = timesAsked
      // A round trip: the bus has passed it on.
      try own()
      if isFollowed { #expect(loop.waits { timesAsked > asked }) }
    }
  }
}
