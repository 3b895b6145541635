import EventLoop
import Glibc
import MemorizeBus
import PlainText
import Practice
import Screens
import UserService

/// What can be heard of the user's decks on this machine.
struct Hearing {
  /// Whether something is to be spoken.
  var speaks = false
  /// Nil if nothing is spoken.
  var voices: Voices?
  /// The languages of the decks, sorted.
  var languages: [String] = []
  var needsPlayer = false
  var playerSetting = ""

  struct Voices {
    /// The program that speaks; nil if none is installed.
    var program: Voice?
    /// What comes first in the names of their languages; nil if the program did not answer.
    var languages: Set<String>?
  }
}

extension Hearing {
  /// `decks` are the names of the languages of each.
  init(_ settings: UserSettings, decks: [String], _ media: NamedMedia) {
    playerSetting = settings.soundPlayer
    needsPlayer = settings.sound.known != .off && !media.sounds.isEmpty
    speaks = settings.speak.known != .off
    let known = decks.compactMap { SideLanguages(written: $0) }.flatMap { [$0.first, $0.second] }
    languages = Set(known.filter { !$0.isEmpty }).sorted()
  }

  /// Speech-dispatcher has thousands of voices, which may take seconds.
  mutating func askForVoices(within limit: Duration) {
    guard speaks else { return }
    let program = Voice.allCases.first(where: \.isInstalled)
    voices = Voices(program: program, languages: program.flatMap { Voices.list($0, within: limit) })
  }
}

extension Hearing.Voices {
  /// Two names of one language.
  private static let others = ["zh": "cmn", "no": "nb"]

  func speak(_ language: String) -> Bool {
    let name = Self.beginning(of: language)
    return languages?.contains { $0 == name || $0 == Self.others[name] } ?? true
  }

  /// Asks a program for its voices; nil without an answer.
  static func list(_ voice: Voice, within limit: Duration) -> Set<String>? {
    // To timeout(1), 0 is no limit.
    if limit <= .zero { return nil }
    let arguments =
      switch voice {
      case .speechDispatcher: ["-L"]
      case .espeak: ["--voices"]
      }
    let words = ["timeout", "\(limit / .seconds(1))", voice.rawValue] + arguments
    guard let output = Self.output(words) else { return nil }
    let lines = output.split(separator: "\n").dropFirst().map { $0.split(separator: " ") }
    let names = lines.flatMap { words in
      switch voice {
      // Name, language and variant.
      case .speechDispatcher: Array(words.dropLast().suffix(1))
      // Priority and language first, other languages in parentheses at the end.
      case .espeak:
        Array(words.dropFirst().prefix(1))
          + words.filter { $0.hasPrefix("(") }.map { $0.dropFirst() }
      }
    }
    return names.isEmpty ? nil : Set(names.map { beginning(of: String($0)) })
  }

  private static func beginning(of language: String) -> String {
    language.prefix { $0 != "-" && $0 != "_" }.lowercased()
  }

  private static func output(_ words: [String]) -> String? {
    guard let (process, output) = try? ProcessStart(apart: words).startPrinting() else {
      return nil
    }
    defer { close(output) }
    var (bytes, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while case let count = read(output, &chunk, chunk.count), count > 0 {
      bytes += chunk[..<count]
    }
    guard ProcessEnd(of: process) == .exited(0) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Findings {
  var hearingChecks: [Check?] { [speechCheck, playerCheck] }

  private var speechCheck: Check? {
    guard let voices = hearing.voices else { return nil }
    guard let program = voices.program else {
      return Check(
        .warning, SoundFault.noVoice.message, fix: english("Or turn it off: \(Self.silence)"))
    }
    let name = program.rawValue
    let silent = hearing.languages.filter { !voices.speak($0) }
    if voices.languages == nil {
      return Check(
        .note, english("\(name) did not list its voices in time."),
        fix: english("Give it more time: memorize doctor --timeout 30"))
    }
    if !silent.isEmpty {
      return Check(
        .warning,
        english("\(name) has no voice for \(silent.enumeration), a language of your decks."),
        fix: english("Install one, or name another language: memorize deck language DECK ja en"))
    }
    return Check(
      .ok,
      hearing.languages.isEmpty
        ? english("\(name) speaks in its usual voice: no deck names its languages.")
        : english(
          "\(name) has voices for the languages of your decks: \(hearing.languages.enumeration)."))
  }

  private static let silence = "memorize practice config set speak off"

  private var playerCheck: Check? {
    guard hearing.needsPlayer else { return nil }
    let setting = hearing.playerSetting
    guard let player = SoundPlayer.words(setting) else {
      let fault = SoundFault.noPlayer(setting).message
      return Check(
        .warning, english("Your decks have sounds. \(fault)"),
        fix: setting.isEmpty ? "" : "memorize practice config set sound-player usual")
    }
    let program = player[0].printable
    return Check(.ok, english("\(program) plays the sounds of your decks."))
  }
}
