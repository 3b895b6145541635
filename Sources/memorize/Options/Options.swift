import ArgumentParser

/// What the options come to, those of the command line before those of `MEMORIZE_OPTIONS`.
struct Options {
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
  /// The connection, which all verbs of a batch share.
  let link: Link

  /// The options that `MEMORIZE_OPTIONS` may hold, whether or not the verb prints a board.
  struct ForAllVerbs: ParsableArguments {
    @OptionGroup var common: CommonOptions
    @OptionGroup var board: BoardOptions
  }

  /// Puts the options together.
  ///
  /// - Parameters:
  ///   - choices: what was given on the command line.
  ///   - outer: what holds where that says nothing; without it `MEMORIZE_OPTIONS` does.
  /// - Throws: a usage error where `MEMORIZE_OPTIONS` cannot be read.
  init(_ choices: Choices, within outer: Options? = nil) throws(ProgramError) {
    if let outer {
      self.init(choices, over: outer)
    } else {
      self.init(choices, over: Options(try Self.inherited(), over: Options()))
    }
  }

  /// What holds where nothing is said.
  private init() {
    timeout = nil
    startsService = true
    form = .text
    color = .auto
    isQuiet = false
    isASCII = false
    hidesMatched = false
    link = Link()
  }

  private init(_ choices: Choices, over base: Options) {
    timeout = choices.timeout ?? base.timeout
    startsService = !choices.noAutostart && base.startsService
    form = choices.json ? .json : choices.plain ? .plain : base.form
    color = choices.color ?? base.color
    isQuiet = choices.quiet || base.isQuiet
    isASCII = choices.ascii || base.isASCII
    hidesMatched = choices.matched.map { $0 == .blank } ?? base.hidesMatched
    link = base.link
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

  private static func inherited() throws(ProgramError) -> Choices {
    let words = inheritedWords
    if let choices = QuickReader.choices(words) { return choices }
    do {
      let options = try ForAllVerbs.parse(words)
      return Choices(options.common, options.board)
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
