import ArgumentParser

/// What the options come to, those of the command line before those of `MEMORIZE_OPTIONS`.
struct Settings {
  /// What is printed.
  enum Form {
    /// For people.
    case text
    /// For screen readers and scripts.
    case plain
    /// For programs.
    case json
  }

  /// What `--timeout` says, if anything.
  let timeout: Duration?
  /// Whether a call may start the service.
  let startsService: Bool
  /// What is printed.
  let form: Form
  /// When to use colours.
  let color: ColorChoice
  /// Whether verbs that change the game print nothing where all went well.
  let isQuiet: Bool
  /// Whether to keep to ASCII.
  let isASCII: Bool
  /// Whether the places of matched cards are empty.
  let hidesMatched: Bool

  /// The options that `MEMORIZE_OPTIONS` may hold, whether or not the verb prints a board.
  private struct ForAllVerbs: ParsableArguments {
    @OptionGroup var common: CommonOptions
    @OptionGroup var board: BoardOptions
  }

  /// Puts the options together.
  ///
  /// - Throws: a usage error where `MEMORIZE_OPTIONS` cannot be read.
  init(_ common: CommonOptions, _ board: BoardOptions?) throws(ProgramError) {
    let inherited = try Self.inherited()
    timeout = (common.timeout ?? inherited?.common.timeout)?.duration
    startsService = !(common.noAutostart || inherited?.common.noAutostart == true)
    if common.json {
      form = .json
    } else if common.plain {
      form = .plain
    } else {
      form = inherited.map { $0.common.json ? .json : $0.common.plain ? .plain : .text } ?? .text
    }
    color = common.color ?? inherited?.common.color ?? .auto
    isQuiet = common.quiet || inherited?.common.quiet == true
    isASCII = board?.ascii == true || inherited?.board.ascii == true
    hidesMatched = (board?.matched ?? inherited?.board.matched) == .blank
  }

  /// What is wrong with options that stand without a verb; nil where every verb would take them.
  static func fault(ofOptionsForAllVerbs options: [String]) -> String? {
    do {
      _ = try ForAllVerbs.parse(options)
      return nil
    } catch {
      return ForAllVerbs.message(for: error)
    }
  }

  /// Whether errors are to be told as JSON, for a command line that may be wrong.
  static func printsJSON(_ arguments: [String]) -> Bool {
    let options = arguments.prefix { $0 != "--" }
    return printsJSON(json: options.contains("--json"), plain: options.contains("--plain"))
  }

  /// Whether errors are to be told as JSON, even where `MEMORIZE_OPTIONS` cannot be read.
  ///
  /// - Parameters:
  ///   - json: whether the command line has `--json`.
  ///   - plain: whether the command line has `--plain`, which comes before the environment.
  /// - Returns: whether JSON is wanted.
  static func printsJSON(json: Bool, plain: Bool) -> Bool {
    json || (!plain && inheritedWords.prefix { $0 != "--" }.contains("--json"))
  }

  private static var inheritedWords: [String] {
    (environment("MEMORIZE_OPTIONS") ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
  }

  private static func inherited() throws(ProgramError) -> ForAllVerbs? {
    let words = inheritedWords
    guard !words.isEmpty else { return nil }
    do {
      return try ForAllVerbs.parse(words)
    } catch let error where ForAllVerbs.exitCode(for: error).isSuccess {
      // What asks for help is an error whose message is the whole help.
      let asked = words.first { ArgumentOrder.asked.contains($0) } ?? words.joined(separator: " ")
      throw ProgramError(
        .usage, name: "Usage",
        "\(asked) is no option for MEMORIZE_OPTIONS, which takes those for all verbs, as "
          + "“--plain --ascii”.")
    } catch {
      throw ProgramError(
        .usage, name: "Usage",
        "MEMORIZE_OPTIONS cannot be read: \(ForAllVerbs.message(for: error)). "
          + "It takes the options for all verbs, as “--plain --ascii”.")
    }
  }
}
