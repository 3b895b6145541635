internal import DBus
internal import MemoryGame
internal import UserService

/// One notification server, by its unique name, and what is known of it.
///
/// Another that takes its place knows none of the ids that this one gave.
struct NotificationClient {
  /// How long a call may delay the next one.
  static let timeout: Duration = .seconds(2)

  /// Nil before it has said.
  var capabilities: Capabilities?
  /// Whether its failure was logged.
  var hasFailed = false
  private let proxy: Proxy

  init(_ connection: Connection, name: BusName) {
    proxy = Proxy(
      connection, to: name, at: NotificationsContract.path, deadline: Self.timeout,
      startsService: false)
  }

  var name: BusName { proxy.destination }

  func getCapabilities(completion: @escaping (Result<Capabilities, BusError>) -> Void) {
    proxy.call(NotificationsContract.getCapabilities, of: NotificationsContract.interface) {
      completion($0.map { Capabilities($0) })
    }
  }

  /// Shows a notification; the reply is its id.
  ///
  /// The reply is awaited for longer than the timeout: it brings the id of a bubble that comes late,
  /// which would stay beside the next one.
  func notify(
    _ notification: Notification, replacing id: UInt32,
    completion: @escaping (Result<UInt32, BusError>) -> Void
  ) {
    var proxy = proxy
    proxy.deadline = Connection.defaultDeadline
    proxy.call(
      NotificationsContract.notify, of: NotificationsContract.interface, Notification.appName, id,
      Notification.icon, notification.summary, notification.body, notification.actions,
      notification.hints, notification.timeout, completion: completion)
  }

  func close(_ id: UInt32, completion: @escaping (Result<Void, BusError>) -> Void) {
    proxy.call(
      NotificationsContract.close, of: NotificationsContract.interface, id, completion: completion)
  }
}

/// The capabilities of a server that matter to us, of those that `GetCapabilities` lists.
struct Capabilities: Equatable {
  let showsBody: Bool
  /// Whether it reads markup in the body, so that text has to be escaped.
  let readsMarkup: Bool
  let offersActions: Bool

  init(_ names: [String]) {
    showsBody = names.contains("body")
    readsMarkup = names.contains("body-markup")
    offersActions = names.contains("actions")
  }
}

/// A bubble in the form that one server can show: the arguments of `Notify`.
struct Notification: Equatable {
  static let appName = "Memorize"
  /// An icon that every theme has.
  static let icon = "applications-games"
  /// The name of our desktop entry, by which servers store the user's settings for us.
  static let desktopEntry = "org.memorized.Memorize"

  let summary: String
  let body: String
  /// Keys and labels in turn.
  let actions: [String]
  let hints: [String: Value]
  /// In milliseconds; -1 for the server's default, 0 for one that does not expire.
  let timeout: Int32

  /// The most that is shown of what a service says, which may not be ours.
  private static let longest = (lines: 16, line: 250, actions: 16)

  /// Fits a bubble, and those of its actions that can be done, to a server.
  init(_ bubble: Bubble, actions: [Bubble.Action], for capabilities: Capabilities) {
    let all = bubble.body + (capabilities.offersActions ? [] : bubble.bodyWithoutActions)
    let lines = all.prefix(Self.longest.lines).map(Self.shown)
    let text = lines.joined(separator: "\n")
    if capabilities.showsBody {
      summary = Self.shown(bubble.summary)
      body = capabilities.readsMarkup ? text.markupEscaped : text
    } else {
      summary = ([Self.shown(bubble.summary)] + lines).joined(separator: "; ")
      body = ""
    }
    self.actions =
      capabilities.offersActions
      ? actions.prefix(Self.longest.actions).flatMap { [$0.key, Self.shown($0.label)] } : []
    hints = Self.hints(bubble)
    timeout = bubble.isResident ? 0 : -1
  }

  private static func shown(_ text: String) -> String {
    WrittenText.harmless(text, upTo: longest.line)
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
