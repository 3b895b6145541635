import Foundation
import TestSupport
import Testing

/// What `doctor` says of what is heard.
@Suite(.timeLimit(.minutes(10))) struct HearingDoctorTests {
  private let desk: Desk
  private let files: TemporaryDirectory

  init() throws {
    (desk, files) = (try Desk(runs: false), try TemporaryDirectory())
    try desk.bus.files.write(
      "data/memorize/decks/Words.tsv", "#separator:tab\n#language:zh-Hant/de\n一\teins\n二\tzwei\n")
    try desk.startDaemon()
  }

  /// Programs that print this, and nothing else is found.
  private func hearing(
    _ programs: [String: String] = [:], check: String = "hearing"
  ) throws -> [String] {
    for name in ["env", "timeout", "cat"] where (try? files.names.contains(name)) != true {
      try files.link(name, to: "/usr/bin/" + name)
    }
    for (name, text) in programs {
      try Child.writeProgram("#!/bin/sh\ncat <<'END'\n\(text)\nEND\n", to: files.path(name))
    }
    let outcome = try desk.memorize("doctor", "--plain", with: ["PATH": files.root])
    return outcome.output.split(separator: "\n").filter { $0.contains("\t\(check)\t") }
      .map { String($0).replacing("\t\(check)\t", with: ": ") }
  }

  @Test func nothingIsSaidOfWhatIsNotWanted() throws {
    #expect(try hearing() == [])
    try desk.bus.files.write("data/memorize/media/00.jpg")
    #expect(try hearing() == [])
  }

  @Test func theVoicesOfTheLanguagesAreLookedFor() throws {
    try desk.memorize("practice", "config", "set", "speak", "both")
    #expect(try hearing()[0].hasPrefix("warning: Nothing here can speak"))
    let espeak = """
      Pty Language       Age/Gender VoiceName          File                 Other Languages
       5  de              --/M      German             gmw/de
       5  cmn             --/M      Chinese_(Mandarin) sit/cmn              (zh-cmn 5)(zh 5)
       5  en-gb           --/M      English            gmw/en               (en 2)
       5  ja              --/M      Japanese           jpx/ja
      """
    #expect(
      try hearing(["espeak-ng": espeak])[0].hasPrefix(
        "ok: espeak-ng has voices for the languages of your decks: de, en, ja and zh-Hant."))
    let dispatcher = """
                           NAME                 LANGUAGE                  VARIANT
                         German                       de                     none
                  English+Steph                    en-US                    Steph
                       Japanese                       ja                     none
      """
    // It comes first.
    #expect(
      try hearing(["spd-say": dispatcher])[0].hasPrefix(
        "warning: spd-say has no voice for zh-Hant, a language of your decks."))
    #expect(try hearing(["spd-say": ""])[0].hasPrefix("note: spd-say did not list its voices"))
  }

  /// A deck whose folder of media was not copied with it was silent without a word.
  @Test func whatIsMissingOfMediaIsNamed() throws {
    #expect(try hearing(check: "media") == [])
    try desk.bus.files.write(
      "data/memorize/decks/More.tsv", "a [sound:00.mp3]\tb <img src=\"01.png\">\n")
    let folder = desk.bus.files.path("data/memorize/media")
    let pictures =
      "warning: Your decks have pictures, and nothing here can show them in a terminal.\t"
      + "Install chafa."
    #expect(
      try hearing(check: "media") == [
        "note: 2 files that your decks name are not in \(folder), such as 00.mp3.\t"
          + "Import the decks again, or put the files there.", pictures,
      ])
    try desk.bus.files.write("data/memorize/media/00.mp3")
    try desk.bus.files.write("data/memorize/media/01.png")
    #expect(try hearing(check: "media") == [pictures])
    #expect(try hearing(["chafa": ""], check: "media") == [])
  }

  @Test func aPlayerIsLookedForIfDecksHaveSounds() throws {
    try desk.bus.files.write("data/memorize/decks/Sounds.tsv", "a [sound:00.mp3]\tb\n")
    try desk.bus.files.write("data/memorize/media/00.mp3")
    #expect(
      try hearing() == [
        "warning: Your decks have sounds. Nothing here can play sounds: install mpv, or set "
          + "sound-player.\t"
      ])
    #expect(try hearing(["paplay": ""]) == ["ok: paplay plays the sounds of your decks.\t"])
    try desk.memorize("practice", "config", "set", "sound-player", "other --loud")
    #expect(try hearing()[0].contains("The sound-player “other --loud” is not installed."))
    try desk.memorize("practice", "config", "set", "sound", "off")
    #expect(try hearing() == [])
  }

  /// What is stored becomes words of a program.
  @Test func thePlayerIsOneLine() throws {
    let long = String(repeating: "x", count: 1025)
    for text in ["mpv\n--loud", long, ""] {
      let outcome = try desk.memorize("practice", "config", "set", "sound-player", text)
      #expect(outcome.code == 2, "\(text)")
    }
    for text in [String(long.dropLast()), "mpv --volume=50", "usual"] {
      #expect(try desk.memorize("practice", "config", "set", "sound-player", text).code == 0)
      #expect(
        try desk.memorize("practice", "config", "get", "sound-player", "--plain").output == text)
    }
    #expect(try desk.memorize("practice", "config", "set", "speak", "loud").code == 2)
  }
}
