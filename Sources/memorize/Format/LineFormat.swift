import ArgumentParser
import PlainText
import Screens
import Translation

/// The formats of status bars: `return-type: json` of Waybar, `format=json` of i3blocks,
/// `custom/script` of polybar.
enum BarFormat: String, CaseIterable {
  case i3blocks, polybar, waybar
}

/// A line of `status`, `watch` or `practice watch` for a bar or a script.
enum LineFormat<Name: Placeholder>: Sendable {
  case bar(BarFormat)
  case template(Template<Name>)

  static var names: [String] { BarFormat.allCases.map(\.rawValue) }

  /// A name or a template.
  init(argument: String) throws {
    if let bar = BarFormat(rawValue: argument) {
      self = .bar(bar)
      return
    }
    do throws(TemplateFault) {
      let template = try Template<Name>(argument)
      guard !template.isConstant else {
        throw .init(
          place: 1,
          reason: english("it is not \(Self.names.alternatives), and has no {placeholder}"))
      }
      self = .template(template)
    } catch {
      throw ValidationError(error.message)
    }
  }

  /// Whether a template shows a value or depends on it.
  func shows(_ name: Name) -> Bool {
    if case .template(let template) = self { template.shows(name) } else { false }
  }

  /// Without the line's end.
  func line(_ subject: Name.Subject) -> String {
    switch self {
    case .bar(let bar): Name.barItem(of: subject).line(for: bar)
    case .template(let template): template.line(subject)
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

/// How a verb that follows prints: a format takes precedence over the environment.
enum LineStyle<Name: Placeholder>: Sendable {
  case form(Options.Form)
  case format(LineFormat<Name>)

  init(_ form: Options.Form, _ format: LineFormat<Name>?) {
    self = format.map(Self.format) ?? .form(form)
  }

  /// The line for a service that is not running.
  var offlineLine: String {
    switch self {
    case .form(.text): tr("offline", context: "state")
    case .form(.plain): "offline"
    case .form(.json): (["event": .string("offline")] as JSON).text
    case .format(let format): format.offlineLine
    }
  }
}

struct FormatOption<Name: Placeholder>: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Print a line for Waybar, i3blocks or polybar, or from a template.",
      discussion: english(
        """
        waybar: JSON, for a module with return-type json; alt and class are \(Name.barHelp). \
        i3blocks: JSON, for a block with format=json. polybar: a line of text.

        A template may contain \(Name.templateHelp) Inside braces, | separates the two texts. \
        Write \\{ \\} \\| \\\\ for the characters themselves. If the service is not running, every \
        template prints “offline”.
        """),
      valueName: "format"), completion: .list(LineFormat<Name>.names),
    transform: LineFormat<Name>.init(argument:))
  var format: LineFormat<Name>?

  /// Rejects a second form of output.
  func check(_ common: CommonOptions) throws {
    guard format != nil, common.json || common.plain else { return }
    throw ValidationError(english("--format cannot be combined with --json or --plain."))
  }
}
