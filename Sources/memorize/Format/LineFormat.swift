import ArgumentParser

/// How `status` and `watch` write a line for a bar or a script.
enum LineFormat: Sendable {
  /// JSON for Waybar's `return-type: json`.
  case waybar
  /// JSON for i3blocks' `format=json`.
  case i3blocks
  /// Text for polybar's `custom/script`.
  case polybar
  /// A line of one's own.
  case template(Template)

  private static let named: [String: LineFormat] = [
    "waybar": .waybar, "i3blocks": .i3blocks, "polybar": .polybar,
  ]

  /// Takes a name, or a template.
  ///
  /// - Throws: `ValidationError` that says where a template is wrong.
  init(argument: String) throws {
    if let named = Self.named[argument] {
      self = named
      return
    }
    do throws(Template.Fault) {
      let template = try Template(argument)
      guard !template.isConstant else {
        throw .init(
          place: 1,
          reason: "no {placeholder} is in it, and of names there are "
            + Self.named.keys.sorted().joined(separator: ", "))
      }
      self = .template(template)
    } catch {
      throw ValidationError(error.message)
    }
  }

  /// Whether a line tells how many cards are due.
  var asksForDue: Bool {
    if case .template(let template) = self { template.asksForDue } else { false }
  }

  /// The line of a game, without its end.
  ///
  /// - Parameters:
  ///   - game: the game.
  ///   - due: how many cards are due, where it asks for that.
  /// - Returns: the line.
  func line(_ game: GameView, due: UInt32 = 0) -> String {
    switch self {
    case .waybar: BarItem(game).waybar
    case .i3blocks: BarItem(game).i3blocks
    case .polybar: BarItem(game).polybar
    case .template(let template): template.line(game, due: due)
    }
  }

  /// The line for a service that is not there: the same whatever a template says, for what it says
  /// would be a blank or a false zero.
  var offlineLine: String {
    switch self {
    case .waybar: BarItem.offline.waybar
    case .i3blocks: BarItem.offline.i3blocks
    case .polybar: BarItem.offline.polybar
    case .template: "offline"
    }
  }
}
