import EventLoop
import Foundation
import TestSupport
import Testing

@testable import Screens

/// What plays and speaks, without a screen.
@Suite(.timeLimit(.minutes(10))) struct SoundQueueTests {
  private func queue(_ recorder: SoundRecorder) -> SoundQueue {
    let queue = SoundQueue(on: recorder.loop) { _ in }
    queue.player = recorder.program("mpv")
    return queue
  }

  @Test func oneAfterTheOther() throws {
    let recorder = try SoundRecorder()
    let queue = queue(recorder)
    queue.add([.file("/a"), .file("/b")])
    queue.add([.file("/c")])
    #expect(recorder.loop.waits { queue.isIdle && recorder.events.count == 6 })
    // A start, then its end.
    for (index, event) in recorder.events.enumerated() {
      #expect((event.turn == nil) == (index % 2 == 1))
      if index % 2 == 1 { #expect(event.process == recorder.events[index - 1].process) }
    }
    #expect(recorder.sounds == ["a", "b", "c"])
  }

  /// Two sounds at once are no sound; a program that was ended must not stay as a zombie.
  @Test func aNewTurnEndsWhatPlaysAndWaits() throws {
    let recorder = try SoundRecorder(keeps: true)
    let queue = queue(recorder)
    queue.add([.file("/a"), .file("/b")])
    #expect(recorder.sounds(1) == ["a"])
    queue.play([.file("/c")])
    // The next one is started only once the first one is waited for.
    #expect(recorder.sounds(2) == ["a", "c"])
    #expect(kill(recorder.events[0].process, 0) != 0)
    queue.stop()
    #expect(recorder.loop.waits { queue.isIdle })
    #expect(kill(recorder.events[1].process, 0) != 0)
    #expect(recorder.sounds == ["a", "c"])
  }

  /// A queue that is gone must leave neither a sound nor a zombie.
  @Test func theEndOfTheQueueIsTheEndOfItsSound() throws {
    let recorder = try SoundRecorder(keeps: true)
    var queue: SoundQueue? = queue(recorder)
    queue?.add([.file("/a")])
    #expect(recorder.sounds(1) == ["a"])
    queue = nil
    recorder.waitForEnd(of: recorder.events[0].process)
  }

  /// Whatever a player has started must be silent too.
  @Test func childrenOfAPlayerEndWithIt() throws {
    let recorder = try SoundRecorder(keeps: true)
    let files = try TemporaryDirectory()
    let script = files.path("player")
    try Child.writeProgram("#!/bin/sh\n\(recorder.program("mpv")) \"$@\"\n:\n", to: script)
    let queue = SoundQueue(on: recorder.loop) { _ in }
    queue.player = script
    queue.add([.file("/a")])
    #expect(recorder.sounds(1) == ["a"])
    queue.stop()
    // Whoever adopts it waits for it.
    recorder.waitForEnd(of: recorder.events[0].process, orZombie: true)
  }

  @Test func aFaultIsReportedOnce() throws {
    let loop = try Loop()
    var faults: [SoundFault] = []
    let queue = SoundQueue(on: loop) { faults.append($0) }
    queue.player = "no-such-player --loud"
    queue.add([.file("/a"), .file("/b")])
    #expect(queue.isIdle && faults == [.noPlayer("no-such-player --loud")])
    queue.player = "false"
    queue.add([.file("/a"), .file("/b")])
    #expect(loop.waits { queue.isIdle })
    #expect(faults == [.noPlayer("no-such-player --loud"), .failed(program: "false")])
  }

  @Test func theWordsOfThePlayerAreItsArguments() throws {
    let recorder = try SoundRecorder()
    let queue = queue(recorder)
    queue.player += " --volume=50  --loop=no"
    queue.add([.file("/a b/c.ogg")])
    #expect(recorder.sounds(1) == ["c.ogg"])
    // As a zombie it would keep the exit tests from seeing their own ends.
    #expect(recorder.loop.waits { queue.isIdle })
    #expect(recorder.events[0].arguments == "--volume=50 --loop=no /a b/c.ogg")
  }

  /// A text that begins with `!-!` was a command for speech-dispatcher; an argument is in the list of
  /// processes.
  @Test func aTextIsReadAndNeitherArgumentNorCommand() {
    for voice in Voice.allCases {
      #expect(voice.words("ja").joined(separator: " ").contains("ja"))
      #expect(!voice.words("").contains(""))
      #expect(voice.input("!-!CANCEL ALL") == " !-!CANCEL ALL\n")
    }
  }
}

/// What is said of a side of a card.
@Suite struct HeardSideTests {
  private func spoken(_ side: HeardSide) -> [SoundItem] { side.items() }

  @Test(arguments: [
    ("The capital of […] is Paris.", "The capital of, is Paris."),
    ("Paris is in [country].", "Paris is in, country"), ("Bank [Geld]", "Bank, Geld"),
    ("He is in [country] now.", "He is in, country, now."), ("list[0] is", "list, 0, is"),
    ("[…] is the capital", ", is the capital"), ("dog", "dog"), ("a [b", "a [b"),
    ("[animal]", "animal"), ("two  […]  gaps […] here", "two, gaps, here"),
  ]) func aGapIsAPause(text: String, said: String) {
    let side = HeardSide(question: text, language: "en", sounds: [])
    #expect(spoken(side) == [.speech(said, language: "en")])
  }

  @Test func theAnswerOfAGapIsItsSentence() {
    let side = HeardSide(
      answer: "Paris", sentence: "[Paris] is in France", language: "en", sounds: [])
    #expect(spoken(side) == [.speech("Paris is in France", language: "en")])
  }

  /// It would have become an option of the program.
  @Test(arguments: ["--help", "../en", "e n", "ja\n"]) func aFalseLanguageIsNone(language: String) {
    let side = HeardSide(question: "dog", language: language, sounds: [])
    #expect(spoken(side) == [.speech("dog", language: "")])
  }

  /// A service on another machine must not choose what is played of this one.
  @Test(arguments: ["/etc/passwd", "/etc/..", "/", "passwd", "/nowhere/aa.mp3"])
  func onlyFilesOfOurFolderArePlayed(path: String) {
    let side = HeardSide(question: "dog", language: "", sounds: [path])
    #expect(side.items(speech: false) == [])
    // What cannot be played is spoken.
    #expect(spoken(side) == [.speech("dog", language: "")])
  }

  @Test func aSideWithoutTextIsNotSpoken() {
    #expect(spoken(HeardSide(question: " ", language: "", sounds: [])) == [])
  }
}
