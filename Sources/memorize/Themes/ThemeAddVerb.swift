import ArgumentParser
import DBus
import MemorizeBus
import MemoryGame
import PlainText
import Screens
import ThemeFiles

struct ThemeAddVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a theme of your own.",
    discussion: """
      Separate faces with spaces, or write them without any separator. For cards with two sides, \
      separate pairs with ; as in "いち [ichi] = one; に [ni] = two", where [ichi] is the \
      pronunciation. A \\ removes the special meaning of the next character. Put the whole text in \
      quotes.
      """)
  static let examples = [
    ##"memorize theme add "Deep Sea" "#0066aa" "🐙🦑🦐🐡""##,
    #"memorize theme add Numbers "" "いち [ichi] = one; に [ni] = two""#,
  ]

  @Argument(help: "The theme's name.")
  var name: String

  @Argument(
    help: "Its color as #rrggbb; several, separated by commas, make a gradient, and \"\" is blue.")
  var color: String

  @Argument(help: "Its faces, as one argument in quotes.")
  var faces: [String]

  @Option(help: "An emoji; by default the first face if that is an emoji, else 🎴.")
  var icon: String?

  @Option(
    help: "How many pairs a game has: a number, a range such as 4-9, random or all.",
    completion: .list(["random", "all"]), transform: PairRule.init(argument:))
  var pairs: PairRule?

  @OptionGroup var common: CommonOptions

  func validate() throws {
    guard faces.count == 1 else {
      throw ValidationError(english("The faces must be one argument: put quotes around them."))
    }
  }

  func perform(_ options: Options) throws {
    let theme = try theme()
    try ServiceConnection(options).ask(ThemesContract.add, newThemeOptions(theme).values)
    let icon = options.isASCII ? "" : theme.icon + " "
    try options.report(
      "added", theme.name, plain: "\(theme.name), \(theme.size) pairs",
      text: ThemeText.added(icon + theme.name, pairs: theme.size))
  }

  /// Builds the theme here, to report its faults without calling the service.
  private func theme() throws(ProgramError) -> Theme {
    do {
      return try Theme(
        name: name, icon: icon, colors: colors,
        pairs: try ThemeFile.pairs(in: faces.joined()),
        rule: pairs ?? .all)
    } catch {
      let message = (error as? FileFault)?.message ?? (error as? ThemeError)?.message
      throw ProgramError(BusError(.invalidTheme, message ?? english("This is not a valid theme.")))
    }
  }

  private var colors: [String] { ThemeLine.colors(in: color) }

  /// Leaves out everything for which the service has defaults.
  private func newThemeOptions(_ theme: Theme) -> NewThemeOptions {
    var options = NewThemeOptions()
    options.name = theme.name
    options.pairs = theme.pairs.map { ThemePair($0) }
    if icon != nil { options.icon = theme.icon }
    if !colors.isEmpty { options.colors = theme.colors }
    // By default a theme follows “all”, even if it grows later.
    if let pairs, pairs != .all {
      let ends = pairs.ends(of: theme.size)
      (options.minPairs, options.maxPairs) = (ends.lowerBound, ends.upperBound)
    }
    return options
  }
}

struct ThemeRemoveVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a theme or an imported deck of your own.",
    discussion: """
      A theme's line is deleted from its file. A deck's file is deleted after confirmation; \
      without a terminal, --yes is needed. The reviews of its cards stay saved, and continue if a \
      deck of the same name is imported again.
      """)
  static let examples = [
    #"memorize theme remove "Deep Sea""#, "memorize theme remove German --yes",
  ]

  @Argument(help: ArgumentHelp("The theme's name.", valueName: "theme"))
  var name: String

  @OptionGroup var confirmed: YesOption
  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let theme = try connection.theme(named: name)
    if theme.isImported, !confirmed.isGiven {
      let confirmation = Confirmation(
        loss: ThemeText.loss(ofDeck: theme.name, cards: theme.size),
        question: english("Delete it?"))
      try confirmation.ask(over: connection)
    }
    try connection.ask(ThemesContract.remove, name)
    let kept =
      theme.isImported ? ", \(counted(theme.size, "card")); its reviews are kept" : ""
    try options.report(
      "removed", name, plain: name + kept,
      text: theme.isImported
        ? ThemeText.removed(deck: name, cards: theme.size) : ThemeText.removed(name))
  }
}

extension Options {
  /// Scripts read the change before `plain`.
  fileprivate func report(
    _ change: String, _ theme: String, plain: String, text: @autoclosure () -> String
  ) throws {
    if isQuiet { return }
    try print(
      json: ["name": .string(theme), "change": .string(change)],
      plain: "\(change): \(plain)".harmless + "\n", text: text().harmless + "\n")
  }
}
