import ArgumentParser
import EventLoop
import Screens
import TerminalKit

extension Options {
  /// `MEMORIZE_OPTIONS` may hold board options even if the verb prints no board.
  struct ForAllVerbs: ParsableArguments {
    @OptionGroup var common: CommonOptions
    @OptionGroup var board: BoardOptions
  }

  init(_ verb: some Verb) throws(ProgramError) {
    self.init()
    if let inherited = try Self.inherited() { take(inherited.common, inherited.board) }
    take(verb.common, verb.boardOptions)
    isASCII = isASCII || verb.isASCII || Terminal.isLinuxConsole
  }

  private mutating func take(_ common: CommonOptions, _ board: BoardOptions?) {
    timeout = common.timeout ?? timeout
    host = common.host ?? host
    waitsForService = common.wait || waitsForService
    startsService = startsService && !common.noAutostart && !waitsForService
    form = common.json ? .json : common.plain ? .plain : form
    color = common.color ?? color
    isQuiet = common.quiet || isQuiet
    isVerbose = common.verbose || isVerbose
    isASCII = board?.ascii ?? false || isASCII
    hidesMatched = board?.matched.map { $0 == .blank } ?? hidesMatched
  }

  /// Before parsing, because the command line may be wrong.
  static func printsJSON(_ arguments: [String]) -> Bool {
    let options = arguments.prefix { $0 != "--" }
    return printsJSON(json: options.contains("--json"), plain: options.contains("--plain"))
  }

  /// Works even if `MEMORIZE_OPTIONS` cannot be parsed.
  static func printsJSON(json: Bool, plain: Bool) -> Bool {
    json || (!plain && inheritedWords.prefix { $0 != "--" }.contains("--json"))
  }

  /// Requests for information about the program.
  static let requests: Set = [
    "--help", "-h", "--help-hidden", "--version", "--generate-completion-script",
    "--experimental-dump-help",
  ]

  static var inheritedWords: [String] {
    (environment("MEMORIZE_OPTIONS") ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
  }

  static func inherited() throws(ProgramError) -> ForAllVerbs? {
    let words = inheritedWords
    guard !words.isEmpty else { return nil }
    if let options = QuickReader.options(words[...]) { return options }
    do {
      return try ForAllVerbs.parse(words)
    } catch {
      // A request for help is an error whose message is the whole help.
      let asked = words.first { requests.contains($0) }
      let message = ParserMessage(ForAllVerbs.message(for: error))
      let fault = asked.map { "“\($0)” is not allowed." } ?? message.sentence
      throw ProgramError.usage(
        "MEMORIZE_OPTIONS is invalid: \(fault)" + (message.reason.map { " \($0)" } ?? ""),
        hint: "It takes the options for all verbs and the board options, such as “--plain --ascii”."
      )
    }
  }
}
