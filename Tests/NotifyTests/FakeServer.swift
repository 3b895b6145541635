import DBus
import MemorizeBus
import EventLoop
import TestSupport
import Testing
import UserService

@testable import memorize_notify

/// A notification server controlled by a test, which records its calls.
final class FakeServer {
  static let features = ["body", "body-markup", "actions"]
  /// Those that Plasma and SwayNC have in common.
  static let replyFeatures = features + ["persistence", "inline-reply"]

  struct Request {
    let app: String
    let replaced: UInt32
    let icon: String
    let summary: String
    let body: String
    let actions: [String]
    let hints: [String: Value]
    let timeout: Int32
    let id: UInt32

    var lines: [String] { body.split(separator: "\n").map(String.init) }
    var labels: [String] { stride(from: 1, to: actions.count, by: 2).map { actions[$0] } }
    /// The labels without that of a click on the bubble itself.
    var buttons: [String] { actions.first == "default" ? Array(labels.dropFirst()) : labels }
  }

  /// With the property of Plasma's server.
  private static let interface: Interface<FakeServer> = Interface(
    DesktopNotifications.interface, "A notification server."
  ) {
    Method(
      interface, "Notify", "Shows a notification.", in: "app_name", "replaces_id", "app_icon",
      "summary", "body", "actions", "hints", "expire_timeout", out: "id"
    ) {
      (
        server: FakeServer, app: String, replaced: UInt32, icon: String, summary: String,
        body: String, actions: [String], hints: [String: Value], timeout: Int32
      ) in
      try server.notify(
        app: app, replacing: replaced, icon: icon, summary: summary, body: body,
        actions: actions, hints: hints, timeout: timeout)
    }
    Method(interface, "CloseNotification", "Closes a notification.", in: "id") {
      (server: FakeServer, id: UInt32) in server.close(id)
    }
    Method(interface, "GetCapabilities", "What it can do.", out: "capabilities") {
      (server: FakeServer) in try server.capabilities()
    }
    Method(
      interface, "GetServerInformation", "Which server it is.", out: "name", "vendor", "version",
      "spec_version"
    ) { (server: FakeServer) in
      server.timesIdentified += 1
      return ("fake", "test", "1", server.specification)
    }
    NotificationsContract.closed
    NotificationsContract.actionInvoked
    NotificationsContract.replied
    NotificationsContract.activationToken
    Property("Inhibited", "Notifications are held.", .value) { (server: FakeServer) in
      server.isInhibited
    }
  }

  let connection: Connection
  private var isInhibited = false
  private(set) var requests: [Request] = []
  private(set) var closed: [UInt32] = []
  /// Those that have left the screen.
  private var gone: Set<UInt32> = []
  private(set) var timesAsked = 0
  private(set) var timesIdentified = 0
  /// The version of the specification that it follows.
  var specification = "1.2"
  /// Called while a notification waits for its reply; a thrown error is the reply.
  var onNotify: ((Request) throws -> Void)?
  /// Called while `GetCapabilities` waits for its reply.
  var onAsk: (() throws -> Void)?
  var features: [String]
  private var export: Export<FakeServer>?
  private var lastID: UInt32

  /// Takes the name; ids begin after `firstID`, so that two servers can be distinguished.
  init(
    on bus: PrivateBus, loop: Loop, features: [String] = FakeServer.features, firstID: UInt32 = 0
  ) throws {
    connection = try Connection(to: BusAddress(bus.address), loop: loop)
    self.features = features
    lastID = firstID
    export = connection.objects.export(
      Self.interface, of: self, at: DesktopNotifications.path)
    _ = try connection.wait {
      connection.requestName(DesktopNotifications.name, replaces: true, completion: $0)
    }
  }

  func notify(
    app: String, replacing: UInt32, icon: String, summary: String, body: String,
    actions: [String], hints: [String: Value], timeout: Int32
  ) throws -> UInt32 {
    if replacing == 0 { lastID += 1 }
    let request = Request(
      app: app, replaced: replacing, icon: icon, summary: summary, body: body, actions: actions,
      hints: hints, timeout: timeout, id: replacing == 0 ? lastID : replacing)
    requests.append(request)
    try onNotify?(request)
    return request.id
  }

  func close(_ id: UInt32) {
    closed.append(id)
    gone.insert(id)
  }

  /// How many bubbles with an open question are on the screen.
  var openQuestions: Int {
    var last: [UInt32: Request] = [:]
    for request in requests where !gone.contains(request.id) { last[request.id] = request }
    return last.values.count { $0.hints["category"] == .string("x-memorize.question") }
  }

  /// Forgets all requests, as if it had been restarted.
  func forget() { requests = [] }

  func capabilities() throws -> [String] {
    timesAsked += 1
    try onAsk?()
    return features
  }

  func inhibit(_ isInhibited: Bool) throws {
    self.isInhibited = isInhibited
    try export?.publishChanges()
  }

  func invoke(_ id: UInt32, _ action: String, token: String? = nil) throws {
    if let token { try export?.emit(NotificationsContract.activationToken, id, token) }
    try export?.emit(NotificationsContract.actionInvoked, id, action)
  }

  /// Clicks a bubble's button with this label.
  func click(
    _ label: String, on request: Request, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let place = try #require(
      request.labels.lastIndex(of: label), "\(request.labels)", sourceLocation: sourceLocation)
    try invoke(request.id, request.actions[place * 2])
  }

  /// The user types into the bubble.
  func reply(_ text: String, to id: UInt32) throws {
    try export?.emit(NotificationsContract.replied, id, text)
  }

  /// The notification expires, or the user closes it.
  func expire(_ id: UInt32) throws {
    gone.insert(id)
    try export?.emit(NotificationsContract.closed, id, UInt32(1))
  }

  var summaries: [String] { requests.map(\.summary) }
}
