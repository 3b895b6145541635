import PlainText
import UserService

/// The programs that speak, in the order of preference.
package enum Voice: String, CaseIterable, Sendable {
  case speechDispatcher = "spd-say"
  case espeak = "espeak-ng"

  package var isInstalled: Bool { ShellCommand.isInstalled(rawValue) }

  /// The arguments with which it speaks what it reads from its input, and waits for the end: an
  /// argument could be read by everybody in the list of processes.
  func words(_ language: String) -> [String] {
    switch self {
    case .speechDispatcher:
      [rawValue, "-w", "-e"] + (language.isEmpty ? [] : ["-l", language])
    case .espeak: [rawValue, "--stdin"] + (language.isEmpty ? [] : ["-v", language])
    }
  }

  /// A line that begins with `!-!` would be a command for speech-dispatcher.
  func input(_ text: String) -> String { " \(text)\n" }

  /// Ends what is still spoken after the program was killed: speech-dispatcher speaks in a process
  /// of its own, and goes on without its client.
  var cancellation: [String]? {
    switch self {
    case .speechDispatcher: [rawValue, "-C"]
    case .espeak: nil
    }
  }
}

/// The programs that play a file, whose path follows their arguments.
///
/// A file from elsewhere may be a list of addresses, by which its author would learn who opens it, and
/// when: only files are opened.
package enum SoundPlayer {
  private static let known = [
    [
      "mpv", "--no-terminal", "--force-window=no", "--audio-display=no", "--input-media-keys=no",
      "--autoload-files=no", "--no-ytdl", "--demuxer=lavf",
      "--demuxer-lavf-o=protocol_whitelist=file",
    ],
    ["pw-play"], ["paplay"],
    ["ffplay", "-nodisp", "-autoexit", "-loglevel", "quiet", "-protocol_whitelist", "file"],
  ]

  /// The words of the setting, else the first one that is installed; nil if there is none.
  package static func words(_ setting: String) -> [String]? {
    let own = setting.split(separator: " ").map(String.init)
    guard let program = own.first else { return known.first { ShellCommand.isInstalled($0[0]) } }
    return ShellCommand.isInstalled(program) ? own : nil
  }
}

/// Why something is not heard; each is reported once.
package enum SoundFault: Error, Hashable {
  case noVoice
  /// With the setting.
  case noPlayer(String)
  case failed(program: String)
  case missing

  package var message: String {
    switch self {
    case .noVoice: english("Nothing here can speak: install speech-dispatcher or espeak-ng.")
    case .noPlayer(""):
      english("Nothing here can play sounds: install mpv, or set sound-player.")
    case .noPlayer(let setting):
      english("The sound-player “\(setting.printable)” is not installed.")
    case .failed(let program): english("\(program.printable) failed, so nothing is heard.")
    case .missing:
      english("The sound of this card is missing; memorize doctor counts what is.")
    }
  }

  package var error: ProgramError { ProgramError(.notAvailable, name: "NoSound", message) }
}
