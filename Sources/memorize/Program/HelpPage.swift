import ArgumentParser
import CellDrawing
import PlainText
import TerminalKit
import Translation

/// What `memorize help` prints: all verbs, the help of one, or the options for all verbs.
struct HelpPage {
  /// The word after `help` for the options that every verb takes.
  static let options = "options"

  private var lines: [String] = []
  private let width: Int

  /// All verbs, on one screen of 80 by 24 cells; what only scripts need stands in the manual.
  init(ofVerbsIn width: Int) {
    self.width = width
    let configuration = Memorize.configuration
    add([Self.shown(configuration.abstract), tr("Type “memorize play” to begin.")].sentencesText)
    let rows = Self.rows(configuration.groupedSubcommands)
    lines += Explanation.lines(of: rows, width: width, lastColumn: .max)
    lines += tr("See also “memorize help VERB”, “memorize help options” and “man memorize”.")
      .paragraphs(width: width)
  }

  /// The help of the verb at `path`.
  init(_ path: [String], _ verb: any ParsableCommand.Type, width: Int) throws {
    self.width = width
    let configuration = verb.configuration
    let declared = try Self.ownArguments(of: verb)
    add(Self.shown(configuration.abstract))
    // Translators: {line} is a command line.
    add(tr("Usage: {line}", ["line": Self.usage(path, verb, declared)]))
    for group in configuration.groupedSubcommands {
      add(translated(group.name), group.subcommands.map(Self.row))
    }
    add(tr("Verbs", context: "heading"), configuration.ungroupedSubcommands.map(Self.row))
    add(tr("Arguments", context: "heading"), declared.filter(\.isPositional).map(Self.row))
    add(Self.optionsHeading, declared.filter { !$0.isPositional }.map(Self.row))
    let documented = verb as? any DocumentedCommand.Type
    if let details = documented?.details { add(details) }
    if !configuration.discussion.isEmpty { add(Self.shown(configuration.discussion)) }
    if let verb = documented {
      lines += ["", Self.heading(tr("Examples", context: "heading"))]
      lines += verb.examples.map { "  " + $0 }
    }
    add(
      tr("“memorize help options” explains the options for all verbs, such as --json and --quiet."))
  }

  /// The options that every verb takes.
  init(ofOptionsIn width: Int) throws {
    self.width = width
    add(tr("Options for all verbs. Write them after the verb, as in “memorize status --json”."))
    add(
      Self.optionsHeading,
      try DeclaredArgument.all(of: CommonOptions.self).map(Self.row)
        + [Explanation("--version", tr("Print the version."))])
    add(
      tr(
        """
        MEMORIZE_OPTIONS holds options for all verbs, such as “--plain --ascii”; those on the \
        command line take precedence. “man memorize” explains the output and the exit statuses for \
        scripts.
        """))
  }

  var text: String { lines.lines }

  /// The keys of a screen, one a line.
  static func keys(_ lines: String) -> String {
    heading(tr("Keys", context: "heading")) + "\n" + lines
  }

  private static var optionsHeading: String { tr("Options", context: "heading") }

  /// What ArgumentParser was given, in the user's language; a text with values is a sentence.
  static func shown(_ help: String) -> String {
    // ArgumentParser's own, which no declaration of ours has.
    if help == "Show help information." { return tr("Show help information.") }
    let text = translated(help)
    return text == help ? translatedSentence(help) : text
  }

  /// The width of the terminal, or less if lines would be hard to read.
  static var width: Int { min(Terminal(color: .never).knownColumns ?? 80, 100) }

  /// Without the options that every verb has.
  private static func ownArguments(
    of verb: any ParsableCommand.Type
  ) throws -> [DeclaredArgument] {
    let common = Set(try DeclaredArgument.all(of: CommonOptions.self).flatMap(\.words))
    return try DeclaredArgument.all(of: verb).filter {
      common.isDisjoint(with: $0.words) && !$0.words.contains("--version")
    }
  }

  private static func usage(
    _ path: [String], _ verb: any ParsableCommand.Type, _ declared: [DeclaredArgument]
  ) -> String {
    let places = declared.filter { $0.isPositional && !$0.followsDashes }
      .map { $0.isOptional ? "[\($0.label)]" : $0.label }
    let last = declared.filter(\.followsDashes).map { "-- \($0.label)" }
    let configuration = verb.configuration
    let next = configuration.subcommands.isEmpty ? [] : ["<verb>"]
    let below = configuration.defaultSubcommand == nil ? next : next.map { "[\($0)]" }
    return (["memorize"] + path + below + places + ["[<option> …]"] + last).joined(separator: " ")
  }

  private static func row(_ verb: any ParsableCommand.Type) -> Explanation {
    Explanation(verb.configuration.commandName ?? "", shown(verb.configuration.abstract))
  }

  /// The name of a group stands beside its first verb, so that it takes no line of its own.
  private static func rows(_ groups: [CommandGroup]) -> [Explanation] {
    let names = groups.map { translated($0.name) }
    let column = names.map(\.cells).reduce(0, max) + 2
    return zip(groups, names).flatMap { group, name in
      group.subcommands.filter { $0.configuration.shouldDisplay }.enumerated().map { index, verb in
        let row = row(verb)
        let first = index == 0 ? name : ""
        return Explanation(first.padded(to: column) + row.label, row.about)
      }
    }
  }

  private static func row(_ argument: DeclaredArgument) -> Explanation {
    Explanation(argument.label, shown(argument.abstract ?? ""), shown(argument.discussion ?? ""))
  }

  /// Adds a part of running text, after an empty line unless it is the first.
  private mutating func add(_ text: String) {
    lines += (lines.isEmpty ? [] : [""]) + text.paragraphs(width: width)
  }

  private mutating func add(_ heading: String, _ rows: [Explanation]) {
    guard !rows.isEmpty else { return }
    lines += ["", Self.heading(heading)] + Explanation.lines(of: rows, width: width)
  }

  private static func heading(_ title: String) -> String {
    // Translators: a heading of a help page.
    tr("{title}:", ["title": title])
  }
}
