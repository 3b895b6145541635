internal import DBus

/// What a server says it can do, as far as it matters to us.
struct Capabilities: Equatable {
  /// It shows a body.
  let showsBody: Bool
  /// It reads markup in the body, so that text has to be escaped.
  let readsMarkup: Bool
  /// It offers actions.
  let offersActions: Bool

  /// Takes what `GetCapabilities` answers.
  init(_ names: [String]) {
    showsBody = names.contains("body")
    readsMarkup = names.contains("body-markup")
    offersActions = names.contains("actions")
  }
}

/// A bubble in the form that one server can show: the arguments of `Notify`.
struct Notification: Equatable {
  /// What the user knows us by.
  static let appName = "Memorize"
  /// An icon that every theme has.
  static let icon = "applications-games"
  /// The name of our desktop entry, by which servers keep the user's settings for us.
  static let desktopEntry = "org.memorized.Memorize"
  let summary: String
  let body: String
  /// Keys and labels in turn.
  let actions: [String]
  let hints: [String: Value]
  /// In milliseconds; -1 where the server knows best, 0 for one that does not go by itself.
  let timeout: Int32

  /// Fits a bubble to a server.
  ///
  /// - Parameters:
  ///   - bubble: what is to be told.
  ///   - actions: those of its actions that can be done.
  ///   - capabilities: what the server can do.
  init(_ bubble: Bubble, actions: [Bubble.Action], for capabilities: Capabilities) {
    let lines = bubble.body + (capabilities.offersActions ? [] : bubble.bodyWithoutActions)
    let text = lines.joined(separator: "\n")
    if capabilities.showsBody {
      summary = bubble.summary
      body = capabilities.readsMarkup ? text.markupEscaped : text
    } else {
      summary = ([bubble.summary] + lines).joined(separator: "; ")
      body = ""
    }
    self.actions = capabilities.offersActions ? actions.flatMap { [$0.key, $0.label] } : []
    hints = Self.hints(bubble)
    timeout = bubble.expires ? -1 : 0
  }

  private static func hints(_ bubble: Bubble) -> [String: Value] {
    var hints: [String: Value] = [
      "category": .string(bubble.category),
      "desktop-entry": .string(desktopEntry),
      "transient": .boolean(bubble.isTransient),
      // Normal: of what is low GNOME shows no banner.
      "urgency": .byte(1),
    ]
    if bubble.isResident { hints["resident"] = .boolean(true) }
    hints["value"] = bubble.progress.map { .int32($0) }
    hints["sound-name"] = bubble.sound.map { .string($0) }
    return hints
  }
}
