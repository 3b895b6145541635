import PlainText
import Screens
import Translation

/// What a status bar shows.
struct BarItem {
  /// For a bar's styles.
  let state: String
  /// Another class, beside the state.
  var mark: String?
  /// As i3bar writes it; nil for the bar's own color.
  let color: String?
  let text: String
  /// Nil for the same text.
  var shortText: String?
  var percentage = 0
  let tooltip: String

  static var offline: BarItem {
    BarItem(
      state: "offline", color: quietColor, text: tr("offline", context: "state"),
      tooltip: tr("The memorized service is not running."))
  }
  /// As i3bar shows what does not matter now.
  static let quietColor = "#888888"

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
    let json: JSON = ["full_text": .string(text), "short_text": .string(shortText ?? text)]
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
