import ArgumentParser
import Glibc

/// The options for all verbs; the command line overrides `MEMORIZE_OPTIONS`.
struct Options {
  /// For people; for screen readers and scripts; for programs.
  enum Form {
    case text, plain, json
  }

  /// How long a verb waits for all replies together without `--timeout`.
  static let usualTimeout: Duration = .seconds(5)

  /// Nil without `--timeout`.
  var timeout: Duration?
  /// Nil for this machine.
  var host: RemoteHost?
  var startsService = true
  var waitsForService = false
  var form = Form.text
  var color = ColorChoice.auto
  var isQuiet = false
  /// Adds the names of errors to their messages.
  var isVerbose = false
  var isASCII = false
  /// Leaves the places of matched cards empty.
  var hidesMatched = false

  /// `MEMORIZE_OPTIONS` may hold board options even if the verb prints no board.
  struct ForAllVerbs: ParsableArguments {
    @OptionGroup var common: CommonOptions
    @OptionGroup var board: BoardOptions
  }

  init() {}

  init(_ verb: some Verb) throws(ProgramError) {
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
      let asked = words.first { TypedVerb.asked.contains($0) }
      let message = ParserMessage(ForAllVerbs.message(for: error))
      let fault = asked.map { "“\($0)” is not allowed." } ?? message.sentence
      throw ProgramError.usage(
        "MEMORIZE_OPTIONS is invalid: \(fault)" + (message.reason.map { " \($0)" } ?? ""),
        hint: "It takes the options for all verbs and the board options, such as “--plain --ascii”."
      )
    }
  }
}

extension Options {
  /// Whether symbols beyond ASCII would be garbled, or are not wanted.
  var keepsToASCII: Bool { CellWidth.source != .user || isASCII }

  func print(
    json: @autoclosure () throws -> JSON, plain: @autoclosure () throws -> String,
    text: @autoclosure () throws -> String
  ) throws {
    switch form {
    case .json: try Output.results.write(json().text + "\n")
    case .plain: try Output.results.write(plain())
    case .text: try Output.results.write(text())
    }
  }

  /// One line, the same for people and scripts.
  func print(json: @autoclosure () throws -> JSON, line: @autoclosure () throws -> String) throws {
    try print(json: json(), plain: line() + "\n", text: line() + "\n")
  }
}

/// Nil if the variable is unset or empty.
func environment(_ name: String) -> String? {
  guard let value = getenv(name) else { return nil }
  let text = String(cString: value)
  return text.isEmpty ? nil : text
}
