internal import CellDrawing
internal import DBus
internal import Glibc
internal import MemorizeBus
internal import PlainText
internal import Translation
internal import UserFiles
internal import UserService

/// One notification server, identified by its unique name.
///
/// Its ids mean nothing to the server that replaces it.
struct NotificationClient {
  /// How long a call may delay the next one.
  static let timeout: Duration = .seconds(2)

  let connection: Connection
  let name: BusName
  /// Nil until it has replied.
  var capabilities: Capabilities?
  /// Whether it knows the hint `image-data`; nil until it was asked and has replied.
  var takesPictures: Bool?
  /// Whether it has failed; this is logged once.
  var hasFailed = false

  func call<each I: BusType, each O: BusType>(
    _ method: MemberName, _ arguments: repeat each I, returning types: repeat (each O).Type,
    deadline: Duration = timeout,
    completion: @escaping (Result<(repeat each O), BusError>) -> Void
  ) {
    connection.call(
      name, DesktopNotifications.path, DesktopNotifications.interface, method,
      repeat each arguments, returning: repeat each types, deadline: deadline,
      startsService: false, completion: completion)
  }

  /// The reply is the notification's id.
  ///
  /// It is awaited for longer than the timeout: without its id, a late bubble could not be closed.
  func notify(
    _ notification: Notification, replacing id: UInt32,
    completion: @escaping (Result<UInt32, BusError>) -> Void
  ) {
    call(
      "Notify", Notification.appName, id, Notification.icon, notification.summary,
      notification.body, notification.actions, notification.hints, notification.timeout,
      returning: UInt32.self, deadline: Connection.defaultDeadline, completion: completion)
  }
}

/// The capabilities from `GetCapabilities` that matter to us.
enum Capability: String {
  case body, actions
  /// It reads markup in the body, so that text must be escaped.
  case markup = "body-markup"
  /// It keeps notifications in a list after they have left the screen.
  case persistence
  /// It has a field for the action `inline-reply`.
  case replies = "inline-reply"
}

typealias Capabilities = Set<Capability>

/// The arguments of `Notify`: a bubble in the form that one server can show.
struct Notification: Equatable {
  static let appName = "Memorize"
  /// The game's icon; servers that do not find it show none.
  static let icon = "org.memorized.Memorize"
  /// The game's desktop entry, under which servers keep the user's notification settings.
  static let desktopEntry = "org.memorized.Memorize"

  let summary: String
  let body: String
  /// Keys and labels in turn.
  let actions: [String]
  let hints: [String: Value]
  /// In milliseconds; -1 for the server's default, 0 for never.
  let timeout: Int32

  /// Limits on what the service publishes: it may not be ours.
  private static let maximum = (lines: 16, lineLength: 250, actions: 16)

  /// Has only the actions that `canDo` accepts.
  init(
    _ bubble: Bubble, canDo: (Bubble.Action) -> Bool = { _ in true },
    picture: Picture? = nil, for capabilities: Capabilities
  ) {
    let all = bubble.body + (capabilities.contains(.actions) ? [] : bubble.bodyWithoutActions)
    let lines = all.prefix(Self.maximum.lines).map(Self.shown)
    let note = bubble.note.isEmpty ? [] : [Self.shown(bubble.note)]
    if !capabilities.contains(.body) {
      summary = ([Self.shown(bubble.summary)] + lines + note).clausesText
      body = ""
    } else {
      summary = Self.shown(bubble.summary)
      // The specification has no tag for small letters, and some servers print what it does not have.
      body =
        capabilities.contains(.markup)
        ? (lines.map(\.markupEscaped) + note.map { "<i>\($0.markupEscaped)</i>" })
          .joined(separator: "\n")
        : (lines + note).joined(separator: "\n")
    }
    let available = bubble.actionsByKey(on: capabilities).filter { canDo($0.action) }
    actions = available.prefix(Self.maximum.actions).flatMap {
      [$0.key, Self.shown($0.action.label)]
    }
    var hints = Self.hints(bubble, for: capabilities)
    hints["image-data"] = picture?.notificationHint
    self.hints = hints
    timeout = bubble.timeout(on: capabilities)
  }

  private static func shown(_ text: String) -> String {
    WrittenText.harmless(text, upTo: maximum.lineLength)
  }

  /// Nil for one that is not there, as with a service on another machine.
  private static func address(ofPicture path: String) -> String? {
    guard path.hasPrefix("/"), access(path, R_OK) == 0 else { return nil }
    return "file://" + FilePath.percentEncoded(path)
  }

  private static func hints(_ bubble: Bubble, for capabilities: Capabilities) -> [String: Value] {
    var hints: [String: Value] = [
      "category": .string(bubble.category),
      "desktop-entry": .string(desktopEntry),
      "transient": .boolean(bubble.isTransient),
      // Normal: GNOME shows no banner for low urgency.
      "urgency": .byte(1),
    ]
    if bubble.isResident(on: capabilities) { hints["resident"] = .boolean(true) }
    hints["image-path"] = Self.address(ofPicture: bubble.picture).map { .string($0) }
    hints["value"] = bubble.progress.map { .int32($0) }
    hints["sound-name"] = bubble.sound.map { .string($0) }
    if capabilities.contains(.replies), bubble.actions.contains(where: \.isReply) {
      // KDE's hints; others show at least the first.
      hints["x-kde-reply-placeholder-text"] = .string(tr("Your answer"))
      hints["x-kde-reply-submit-button-text"] = .string(tr("Answer", context: "button"))
    }
    return hints
  }
}
