import ArgumentParser
import MemorizeBus

/// A line of `status` and `watch` for a bar or a script.
enum LineFormat: Sendable {
  /// `return-type: json` of Waybar, `format=json` of i3blocks, `custom/script` of polybar.
  enum Bar: String, CaseIterable {
    case i3blocks, polybar, waybar
  }

  case bar(Bar)
  case template(Template)

  static var names: [String] { Bar.allCases.map(\.rawValue) }

  /// A name or a template.
  init(argument: String) throws {
    if let bar = Bar(rawValue: argument) {
      self = .bar(bar)
      return
    }
    do throws(Template.Fault) {
      let template = try Template(argument)
      guard !template.isConstant else {
        throw .init(
          place: 1,
          reason: "it is not \(Self.names.alternatives), and has no {placeholder}")
      }
      self = .template(template)
    } catch {
      throw ValidationError(error.message)
    }
  }

  var asksForDue: Bool {
    if case .template(let template) = self { template.asksForDue } else { false }
  }

  /// Without the line's end.
  func line(_ game: GameState, due: UInt32 = 0) -> String {
    switch self {
    case .bar(let bar): BarItem(game).line(for: bar)
    case .template(let template): template.line(game, due: due)
    }
  }

  /// Without a service, the same for all templates: those would show a blank or a false zero.
  var offlineLine: String {
    switch self {
    case .bar(let bar): BarItem.offline.line(for: bar)
    case .template: "offline"
    }
  }
}

struct FormatOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Print a line for Waybar, i3blocks or polybar, or from a template.",
      discussion: """
        waybar: JSON, for a module with return-type json; alt and class are no-game, playing, \
        one-up, mismatch, won or offline. i3blocks: JSON, for a block with format=json. polybar: a \
        line of text.

        A template may contain {state}, {theme}, {icon}, {matched}, {pairs}, {score}, {flips}, \
        {moves}, {up} (the face-up cards, such as “7 👻, 2 🦇”), {turn} (whose turn it is), {regret} \
        (the moves lost to forgetting), {daily} (the date of a daily game) and {due} (the number \
        of due cards in all decks). {state} is one of the words above except offline. \
        {up?text|other} prints text if the value is neither empty nor 0, otherwise other, which \
        may be omitted; {state=won?text|other} compares. Inside braces, | separates the two texts. \
        Write \\{ \\} \\| \\\\ for the characters themselves. If the service is not running, every \
        template prints “offline”.
        """,
      valueName: "format"), completion: .list(LineFormat.names),
    transform: LineFormat.init(argument:))
  var format: LineFormat?

  /// Rejects a second form of output.
  func check(_ common: CommonOptions) throws {
    guard format != nil, common.json || common.plain else { return }
    throw ValidationError(Self.clash)
  }

  static let clash = "--format cannot be combined with --json or --plain."
}
