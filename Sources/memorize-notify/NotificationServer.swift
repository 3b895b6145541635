internal import DBus
internal import EventLoop
internal import UserService

/// The notification server that is there at the time, and the one bubble that it shows for us.
///
/// One call at a time is on its way; of what comes meanwhile only the newest waits, so that neither
/// a slow server nor a quick player makes a queue. The server is followed, and never started.
final class NotificationServer {
  /// The least time from one notification to the next: more a second than that nobody reads.
  private static let calm: Duration = .milliseconds(50)

  /// The bubble on the screen.
  private struct Shown {
    let id: UInt32
    /// Whether it may tell faces of cards that are not matched.
    var tellsOpenFaces: Bool
    /// What came for the action that follows.
    var token: String?
    /// Whether an action was chosen: a bubble is good for one.
    var isUsed = false
  }

  /// A call that is on its way.
  private struct Running {
    let number: Int
    /// Whether it shows open faces, or takes them off the screen.
    let isAboutFaces: Bool
  }

  /// Told the action that the user has chosen, and the token that lets a window come to the front.
  var onAction: ((Bubble.Action, String?) -> Void)?
  /// Told when a server has come or gone.
  var onChange: (() -> Void)?

  private let connection: Connection
  private let actions: [Bubble.Action]
  private let log: Log
  private var peer: Peer?
  private var shown: Shown?
  private var waiting: Bubble?
  /// Whether what was asked for last tells open faces; else they have to go from the screen.
  private var mayTellFaces = false
  /// How many bubbles were asked for, and how many calls were made.
  private var requests = 0
  private var calls = 0
  /// The call that holds up the next one.
  private var running: Running?
  private var lastNotification: ContinuousClock.Instant?
  private var isPausing = false
  private var isEnding = false
  private var whenHidden: (() -> Void)?

  /// Begins to follow the server.
  ///
  /// - Parameters:
  ///   - connection: the bus.
  ///   - actions: the actions that can be done.
  ///   - log: where it is said that there is no server, or that it fails.
  init(_ connection: Connection, actions: [Bubble.Action], log: Log) {
    self.connection = connection
    self.actions = actions
    self.log = log
    subscribe()
    connection.followOwner(of: NotificationsContract.name) { [weak self] in self?.setOwner($0) }
  }

  /// Whether there is a server.
  var isThere: Bool { peer != nil }

  /// Shows a bubble in place of what is shown, or of what waits to be.
  func show(_ bubble: Bubble) {
    guard peer != nil, !isEnding else { return }
    requests += 1
    waiting = bubble
    mayTellFaces = bubble.tellsOpenFaces
    proceed()
  }

  /// Takes a bubble that tells open faces off the screen.
  func hideFaces() {
    mayTellFaces = false
    if waiting?.tellsOpenFaces == true { waiting = nil }
    proceed()
  }

  /// Shows nothing any more, and tells when no bubble is left that tells open faces.
  func end(completion: @escaping () -> Void) {
    isEnding = true
    waiting = nil
    guard running?.isAboutFaces == true || shown?.tellsOpenFaces == true else {
      return completion()
    }
    whenHidden = completion
    hideFaces()
  }

  /// Signals of others than the owner of the name are dropped by the connection.
  private func subscribe() {
    let server = Proxy(connection, to: NotificationsContract.name, at: NotificationsContract.path)
    let interface = NotificationsContract.interface
    server.on(NotificationsContract.closed, of: interface) { [weak self] id, _ in
      if self?.shown?.id == id { self?.shown = nil }
    }
    server.on(NotificationsContract.activationToken, of: interface) { [weak self] id, token in
      if self?.shown?.id == id { self?.shown?.token = token }
    }
    server.on(NotificationsContract.actionInvoked, of: interface) { [weak self] id, key in
      guard let self, let shown, shown.id == id, !shown.isUsed,
        let action = Bubble.Action(rawValue: key),
        actions.contains(action)
      else { return }
      self.shown?.isUsed = true
      onAction?(action, shown.token)
    }
  }

  private func setOwner(_ owner: BusName?) {
    peer = owner.map { Peer(connection, name: $0) }
    shown = nil
    waiting = nil
    running = nil
    if let owner {
      log.write(.debug, "\(owner) is the notification server.")
    } else {
      log.write(.info, "There is no notification server: nothing is shown until one comes.")
    }
    onChange?()
    proceed()
  }

  /// Does what is next, unless a call is on its way.
  private func proceed() {
    guard running == nil else { return }
    if let peer, let bubble = waiting {
      guard let capabilities = peer.capabilities else { return ask(peer) }
      guard !isTooSoon() else { return }
      waiting = nil
      notify(bubble, peer, capabilities)
    } else if let peer, let shown, shown.tellsOpenFaces, !mayTellFaces {
      hide(shown, peer)
    } else if let done = whenHidden {
      whenHidden = nil
      done()
    }
  }

  /// Whether the last notification is so new that the next one has to wait; it is not forgotten.
  private func isTooSoon() -> Bool {
    guard !isPausing, let last = lastNotification else { return isPausing }
    let rest = Self.calm - last.duration(to: .now)
    guard rest > .zero else { return false }
    isPausing = true
    connection.loop.schedule(after: rest) { [weak self] in
      self?.isPausing = false
      self?.proceed()
    }
    return true
  }

  private func begin(isAboutFaces: Bool) -> Int {
    calls += 1
    running = Running(number: calls, isAboutFaces: isAboutFaces)
    return calls
  }

  /// Frees the way for the next call; false where that has been done already.
  private func finish(_ call: Int) -> Bool {
    guard running?.number == call else { return false }
    running = nil
    return true
  }

  private func ask(_ peer: Peer) {
    let call = begin(isAboutFaces: false)
    let request = requests
    peer.ask { [weak self] answer in
      guard let self, finish(call) else { return }
      switch answer {
      case .success(let capabilities): self.peer?.capabilities = capabilities
      case .failure(let error):
        if requests == request { waiting = nil }
        complain(error)
      }
      proceed()
    }
  }

  private func notify(_ bubble: Bubble, _ peer: Peer, _ capabilities: Capabilities) {
    let call = begin(isAboutFaces: bubble.tellsOpenFaces)
    let timer = connection.loop.schedule(after: Peer.patience) { [weak self] in
      guard let self, finish(call) else { return }
      let time = Peer.patience.inSeconds
      complain(BusError(.noReply, "\(peer.name) did not answer within \(time)."))
      proceed()
    }
    lastNotification = .now
    if bubble.tellsOpenFaces { shown?.tellsOpenFaces = true }
    let notification = Notification(bubble, actions: actions, for: capabilities)
    peer.show(notification, replacing: shown?.id ?? 0) { [weak self] answer in
      guard let self, self.peer?.name == peer.name else { return }
      connection.loop.cancel(timer)
      let isInTime = finish(call)
      switch answer {
      case .success(let id) where isInTime:
        shown = Shown(id: id, tellsOpenFaces: bubble.tellsOpenFaces)
      case .success(let id): takeLate(id, bubble, call)
      case .failure(let error): if isInTime { complain(error) }
      }
      proceed()
    }
  }

  /// A bubble that has come late is taken for the one that is shown, or off the screen where there
  /// is another.
  private func takeLate(_ id: UInt32, _ bubble: Bubble, _ call: Int) {
    if shown == nil, calls == call {
      shown = Shown(id: id, tellsOpenFaces: bubble.tellsOpenFaces)
    } else if shown?.id != id {
      peer?.close(id) { _ in }
    }
  }

  private func hide(_ bubble: Shown, _ peer: Peer) {
    let call = begin(isAboutFaces: true)
    shown = nil
    peer.close(bubble.id) { [weak self] answer in
      guard let self, finish(call) else { return }
      // Some servers answer by an error where the bubble has gone by itself.
      if case .failure(let error) = answer, error.name == .noReply { complain(error) }
      proceed()
    }
  }

  /// Says once of each server that it fails.
  private func complain(_ error: BusError) {
    let level: LogLevel = peer?.hasFailed == false ? .warning : .debug
    peer?.hasFailed = true
    log.write(level, "The notification server shows nothing: \(error.message)")
  }
}
