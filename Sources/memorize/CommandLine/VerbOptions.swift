import ArgumentParser
import EventLoop
import PlainText
import Screens
import TerminalKit

extension Options {
  init(_ verb: some Verb) throws(ProgramError) {
    self.init()
    if let inherited = try Self.inherited() { merge(inherited) }
    merge(verb.common)
    isASCII = isASCII || Terminal.isLinuxConsole
  }

  /// What `common` sets takes precedence.
  private mutating func merge(_ common: CommonOptions) {
    timeout = common.timeout ?? timeout
    host = common.host ?? host
    waitsForService = common.wait || waitsForService
    startsService = startsService && !common.noAutostart && !waitsForService
    form = common.json ? .json : common.plain ? .plain : form
    color = common.color ?? color
    faces = common.faces ?? faces
    isQuiet = common.quiet || isQuiet
    isVerbose = common.verbose || isVerbose
    isASCII = common.ascii || isASCII
  }

  /// Without parsing, because the command line or `MEMORIZE_OPTIONS` may be wrong.
  static func printsJSON(_ arguments: [String]) -> Bool {
    let words = arguments.prefix { $0 != "--" }
    return words.contains("--json")
      || (!words.contains("--plain") && inheritedWords.prefix { $0 != "--" }.contains("--json"))
  }

  /// Requests for information about the program.
  static let requests: Set = [
    "--help", "-h", "--help-hidden", "--version", "--generate-completion-script",
    "--experimental-dump-help",
  ]

  static var inheritedWords: [String] {
    (environment("MEMORIZE_OPTIONS") ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
  }

  static func inherited() throws(ProgramError) -> CommonOptions? {
    let words = inheritedWords
    guard !words.isEmpty else { return nil }
    if let options = QuickReader.options(words[...]) { return options }
    do {
      return try CommonOptions.parse(words)
    } catch {
      // A request for help is an error whose message is the whole help.
      let asked = words.first { requests.contains($0) }
      let message = ParserMessage(CommonOptions.message(for: error))
      throw ProgramError.usage(
        invalid(message, asked: asked),
        hint: english("It takes the options for all verbs, such as “--plain --ascii”."))
    }
  }

  private static func invalid(_ message: ParserMessage, asked option: String?) -> String {
    if let option { return english("MEMORIZE_OPTIONS is invalid: “\(option)” is not allowed.") }
    if case .invalid(let value, let place, let reason?) = message {
      return english(
        "MEMORIZE_OPTIONS is invalid: “\(value)” is not a value for \(place). \(reason)")
    }
    return english("MEMORIZE_OPTIONS is invalid: \(message.sentence)")
  }
}
