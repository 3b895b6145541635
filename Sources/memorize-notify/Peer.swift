internal import DBus

/// One notification server, by its own name on the bus, and what is known of it.
///
/// Another that takes its place knows none of the ids that this one gave.
struct Peer {
  /// How long a call may hold up the next one.
  static let patience: Duration = .seconds(2)

  /// What it can do; nil before it has said so.
  var capabilities: Capabilities?
  /// Whether it was said that it fails.
  var hasFailed = false
  private let proxy: Proxy

  init(_ connection: Connection, name: BusName) {
    proxy = Proxy(
      connection, to: name, at: NotificationsContract.path, deadline: Self.patience,
      startsService: false)
  }

  /// Its own name, which no other will ever have.
  var name: BusName { proxy.destination }

  /// Asks what it can do.
  func ask(completion: @escaping (Result<Capabilities, BusError>) -> Void) {
    proxy.call(NotificationsContract.getCapabilities, of: NotificationsContract.interface) {
      completion($0.map { Capabilities($0) })
    }
  }

  /// Shows a notification, and answers its id.
  ///
  /// The answer is waited for longer than the patience lasts: it tells the id of a bubble that
  /// comes late, which would stay beside the next one.
  func show(
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

  /// Takes a notification off the screen.
  func close(_ id: UInt32, completion: @escaping (Result<Void, BusError>) -> Void) {
    proxy.call(
      NotificationsContract.close, of: NotificationsContract.interface, id, completion: completion)
  }
}
