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
  /// Whether a verb that has done what it should keeps silent.
  let isQuiet: Bool
  /// Whether to keep to ASCII.
  let isASCII: Bool
  /// Whether the places of matched cards are empty.
  let hidesMatched: Bool

  /// The options that `MEMORIZE_OPTIONS` may hold, whether or not the verb prints a board.
  private struct Inherited: ParsableArguments {
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

  private static func inherited() throws(ProgramError) -> Inherited? {
    guard let text = environment("MEMORIZE_OPTIONS") else { return nil }
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    do {
      return try Inherited.parse(words)
    } catch {
      throw ProgramError(
        .usage, name: "Usage",
        "MEMORIZE_OPTIONS cannot be read: \(Inherited.message(for: error)). "
          + "It takes the options for all verbs, as “--plain --ascii”.")
    }
  }
}
