internal import DBus
internal import EventLoop
internal import UserService

/// The notification server that is there at the time, and the bubbles that it shows for us, one a
/// topic.
///
/// One call at a time is on its way; of what comes meanwhile only the newest of a topic waits, so
/// that neither a slow server nor a quick player makes a queue. The server is followed, and never
/// started.
final class NotificationServer {
  /// The least time from one notification to the next: more a second than that nobody reads.
  private static let calm: Duration = .milliseconds(50)

  /// A call that is on its way.
  private struct Running {
    let number: Int
    /// Whether it shows a bubble that has to go with what it tells, or takes one off the screen.
    let isAboutBound: Bool
    /// What it shows, if anything.
    let bubble: Bubble?
  }

  /// Told the action that the user has chosen, and the token that lets a window come to the front.
  var onAction: ((Bubble.Action, String?) -> Void)?
  /// Told what has gone from the screen without our doing and with no action chosen.
  var onDismissal: ((Bubble) -> Void)?
  /// Told when a server has come or gone.
  var onChange: (() -> Void)?

  private let connection: Connection
  private let canDo: (Bubble.Action) -> Bool
  private let log: Log
  private var peer: Peer?
  private var slots = Dictionary(uniqueKeysWithValues: Bubble.Topic.allCases.map { ($0, Slot()) })
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
  init(
    _ connection: Connection, canDo: @escaping (Bubble.Action) -> Bool, log: Log,
    onSubscriptionFailure: @escaping (BusError) -> Void
  ) {
    self.connection = connection
    self.canDo = canDo
    self.log = log
    subscribe(onFailure: onSubscriptionFailure)
    connection.followOwner(of: NotificationsContract.name, onFailure: onSubscriptionFailure) {
      [weak self] in self?.setOwner($0)
    }
  }

  /// Whether there is a server.
  var isThere: Bool { peer != nil }

  /// Shows a bubble in place of what its topic shows, or of what waits to be.
  func show(_ bubble: Bubble) {
    guard peer != nil || bubble.isOpen, !isEnding else { return }
    requests += 1
    slots[bubble.topic]?.take(bubble, request: requests)
    proceed()
  }

  /// Takes a topic's bubble off the screen where it has to go with what it tells.
  func hide(_ topic: Bubble.Topic) {
    slots[topic]?.release()
    proceed()
  }

  /// Shows nothing any more, and tells when no bubble is left that has to go with what it tells.
  func end(completion: @escaping () -> Void) {
    isEnding = true
    for topic in Bubble.Topic.allCases {
      slots[topic]?.waiting = nil
      slots[topic]?.release()
    }
    guard running?.isAboutBound == true || slots.values.contains(where: \.isStale) else {
      return completion()
    }
    whenHidden = completion
    proceed()
  }

  /// Signals of others than the owner of the name are dropped by the connection.
  private func subscribe(onFailure: @escaping (BusError) -> Void) {
    var server = Proxy(connection, to: NotificationsContract.name, at: NotificationsContract.path)
    server.onSubscriptionFailure = onFailure
    let interface = NotificationsContract.interface
    server.on(NotificationsContract.closed, of: interface) { [weak self] id, _ in
      guard let self, let (topic, shown) = find(id) else { return }
      slots[topic]?.shown = nil
      if !shown.isUsed { onDismissal?(shown.bubble) }
    }
    server.on(NotificationsContract.activationToken, of: interface) { [weak self] id, token in
      guard let self, let (topic, _) = find(id) else { return }
      slots[topic]?.shown?.token = token
    }
    server.on(NotificationsContract.actionInvoked, of: interface) { [weak self] id, key in
      guard let self, let (topic, shown) = find(id), !shown.isUsed,
        let action = shown.bubble.actions.first(where: { $0.key == key }), canDo(action)
      else { return }
      slots[topic]?.shown?.isUsed = true
      onAction?(action, shown.token)
    }
  }

  /// The bubble of ours that a server means by an id.
  private func find(_ id: UInt32) -> (Bubble.Topic, Slot.Shown)? {
    for (topic, slot) in slots {
      if let shown = slot.shown, shown.id == id { return (topic, shown) }
    }
    return nil
  }

  private func setOwner(_ owner: BusName?) {
    peer = owner.map { Peer(connection, name: $0) }
    let bubble = running?.bubble
    for topic in Bubble.Topic.allCases {
      slots[topic]?.changeServer(onItsWay: bubble?.topic == topic ? bubble : nil)
    }
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
    let waiting = slots.values.filter { $0.waiting != nil }.min { $0.request < $1.request }
    if let peer, let bubble = waiting?.waiting {
      guard let capabilities = peer.capabilities else { return ask(peer) }
      guard !isTooSoon() else { return }
      slots[bubble.topic]?.waiting = nil
      notify(bubble, peer, capabilities)
    } else if let peer, let (topic, slot) = slots.first(where: { $0.value.isStale }),
      let shown = slot.shown
    {
      hide(shown, of: topic, peer)
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

  private func begin(isAboutBound: Bool = false, _ bubble: Bubble? = nil) -> Int {
    calls += 1
    running = Running(number: calls, isAboutBound: isAboutBound, bubble: bubble)
    return calls
  }

  /// Frees the way for the next call; false where that has been done already.
  private func finish(_ call: Int) -> Bool {
    guard running?.number == call else { return false }
    running = nil
    return true
  }

  private func ask(_ peer: Peer) {
    let call = begin()
    let request = requests
    peer.ask { [weak self] answer in
      guard let self, finish(call) else { return }
      switch answer {
      case .success(let capabilities): self.peer?.capabilities = capabilities
      case .failure(let error):
        dropWaiting(upTo: request)
        complain(error)
      }
      proceed()
    }
  }

  /// A server that does not say what it can do is asked again with the next bubble, and not before.
  private func dropWaiting(upTo request: Int) {
    for (topic, slot) in slots where slot.request <= request { slots[topic]?.waiting = nil }
  }

  private func notify(_ bubble: Bubble, _ peer: Peer, _ capabilities: Capabilities) {
    let topic = bubble.topic
    let call = begin(isAboutBound: bubble.isBound, bubble)
    slots[topic]?.call = call
    let timer = connection.loop.schedule(after: Peer.patience) { [weak self] in
      guard let self, finish(call) else { return }
      let time = Peer.patience.inSeconds
      complain(BusError(.noReply, "\(peer.name) did not answer within \(time)."))
      proceed()
    }
    lastNotification = .now
    if bubble.isBound { slots[topic]?.shown?.isBound = true }
    let notification = Notification(
      bubble, actions: bubble.actions.filter(canDo), for: capabilities)
    peer.show(notification, replacing: slots[topic]?.shown?.id ?? 0) { [weak self] answer in
      guard let self, self.peer?.name == peer.name else { return }
      connection.loop.cancel(timer)
      let isInTime = finish(call)
      switch answer {
      case .success(let id) where isInTime: slots[topic]?.shown = .init(id: id, bubble: bubble)
      case .success(let id): takeLate(id, bubble, call)
      case .failure(let error): if isInTime { complain(error) }
      }
      proceed()
    }
  }

  /// A bubble that has come late is taken for the one that is shown, or off the screen where there
  /// is another.
  private func takeLate(_ id: UInt32, _ bubble: Bubble, _ call: Int) {
    let slot = slots[bubble.topic]
    if slot?.shown == nil, slot?.call == call {
      slots[bubble.topic]?.shown = .init(id: id, bubble: bubble)
    } else if slot?.shown?.id != id {
      peer?.close(id) { _ in }
    }
  }

  private func hide(_ bubble: Slot.Shown, of topic: Bubble.Topic, _ peer: Peer) {
    let call = begin(isAboutBound: true)
    slots[topic]?.call = call
    slots[topic]?.shown = nil
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
