import ArgumentParser
import CellDrawing
import DBus
import MemorizeBus
import MemorizeText
import PlainText
import Practice
import Screens
import Translation

struct PracticeBreakVerb: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "break", abstract: "Plan days without practice, such as a journey.",
    discussion: """
      The cards that fall due in a break move to days before or after it, as far as the scheduler \
      lets them, and no later review is put into it. In a break there is no reminder, and no \
      question through the day.
      """,
    subcommands: [BreakPlanVerb.self, BreakListVerb.self, BreakRemoveVerb.self],
    defaultSubcommand: BreakPlanVerb.self)
  static let examples = [
    "memorize practice break 2026-12-24..2027-01-02", "memorize practice break list",
  ]
}

struct BreakPlanVerb: Verb, DefaultVerbWithArgument {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "Plan a break; the default verb.",
    discussion: """
      Print how many cards have moved, and how many cannot: their time lies wholly in the break, so \
      they wait until its end. With --plain, print moved, left and lost (how many fewer of those left \
      are likely to be remembered then), each with its number, separated by tabs.
      """)
  static let examples = [
    "memorize practice break 2026-12-24..2027-01-02", "memorize practice break plan 2026-12-24",
  ]

  @Argument(
    help: ArgumentHelp("Two local dates, YYYY-MM-DD..YYYY-MM-DD, or one.", valueName: "dates"))
  var days: String

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let (moved, left, lost) = try ServiceConnection(options).ask(PracticeContract.planBreak, days)
    if options.isQuiet { return }
    try options.print(
      json: [
        "moved": .integer(moved), "left": .integer(left), "lost": .real(lost),
      ],
      plain: [["moved", "\(moved)"], ["left", "\(left)"], ["lost", "\(lost)"]].tabbed,
      text: BreakText.planned(moved: moved, left: left, lost: lost).lines)
  }
}

struct BreakListVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Print the planned breaks.")
  static let examples = ["memorize practice break list", "memorize practice break list --json"]

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let breaks = try ServiceConnection(options).practice().breaks
    let lines = breaks.map(\.harmless)
    try options.print(
      json: ["breaks": .array(breaks.map { .string($0) })], plain: lines.lines,
      text: breaks.isEmpty ? BreakText.none + "\n" : lines.lines)
  }
}

struct BreakRemoveVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a planned break.",
    discussion: "Cards keep the days to which it moved them.")
  static let examples = [
    "memorize practice break remove 2026-12-24..2027-01-02",
    "memorize practice break remove 2026-12-24",
  ]

  @Argument(help: ArgumentHelp("The break, as “break list” prints it.", valueName: "dates"))
  var days: String

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    try connection.ask(PracticeContract.removeBreak, days)
    if options.isQuiet { return }
    let left = try connection.practice().breaks
    try options.print(
      json: ["breaks": .array(left.map { .string($0) })],
      plain: "removed: \(days.harmless)\n", text: BreakText.removed(days).harmless + "\n")
  }
}

private enum BreakText {
  static var none: String { tr("No break is planned.") }

  static func removed(_ days: String) -> String {
    // Translators: {days} is a date, or two as 2026-12-24..2027-01-02.
    tr("removed: {days}", ["days": days])
  }

  static func planned(moved: UInt32, left: UInt32, lost: Double) -> [String] {
    if moved == 0, left == 0 { return [tr("The break is planned. No card is due in it.")] }
    let first = tr(
      moved, "The break is planned. 1 card has moved to another day.",
      "The break is planned. {n} cards have moved to other days.")
    guard left > 0 else { return [first] }
    return [
      first,
      // Translators: until the end of a break in practice; {lost} is a number such as 0.3.
      tr(
        left,
        """
        1 card cannot move and waits until its end, when {lost} cards fewer are likely to be \
        remembered.
        """,
        """
        {n} cards cannot move and wait until its end, when {lost} fewer of them are likely to be \
        remembered.
        """,
        ["lost": lost.tenthsText]),
    ]
  }
}
