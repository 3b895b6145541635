import PlainText
import Screens

/// What a status bar shows.
struct BarItem {
  /// For a bar's styles.
  private let state: String
  /// Another class, beside the state.
  private let mark: String?
  /// As i3bar writes it; nil for the bar's own colour.
  private let color: String?
  private let text: String
  private let shortText: String
  private let percentage: Int
  private let tooltip: String

  static let offline = BarItem(
    state: "offline", color: quietColor, text: "offline", shortText: "offline", percentage: 0,
    tooltip: "The memorized service is not running.")
  /// As i3bar shows what does not matter now.
  static let quietColor = "#888888"

  init(
    state: String, mark: String? = nil, color: String?, text: String, shortText: String,
    percentage: Int, tooltip: String
  ) {
    (self.state, self.mark, self.color, self.percentage) = (state, mark, color, percentage)
    (self.text, self.shortText, self.tooltip) = (text, shortText, tooltip)
  }

  /// Without the line's end.
  func line(for bar: BarFormat) -> String {
    switch bar {
    case .waybar: waybar.text
    case .i3blocks: i3blocks.text
    case .polybar: text.withoutPolybarTags
    }
  }

  /// Waybar reads text and tooltip as Pango markup.
  private var waybar: JSON {
    [
      "text": .string(text.markupEscaped), "alt": .string(state),
      "class": mark.map { .array([.string(state), .string($0)]) } ?? .string(state),
      "percentage": .integer(percentage),
      // The columns line up only in a monospaced font.
      "tooltip": .string("<tt>" + tooltip.markupEscaped + "</tt>"),
    ]
  }

  /// With `interval=persist` each line is an update, so the text format's three lines would be
  /// three updates.
  private var i3blocks: JSON {
    let json: JSON = ["full_text": .string(text), "short_text": .string(shortText)]
    // i3bar then reads it as text even if blocks are configured as Pango markup.
    return json.with("color", color.map(JSON.string)).with("markup", .string("none"))
  }
}

extension String {
  /// polybar has no escape for the beginning of a formatting tag.
  fileprivate var withoutPolybarTags: String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalar == "{", result.last == "%" { result.append(" ") }
      result.append(scalar)
    }
    return String(result)
  }
}
