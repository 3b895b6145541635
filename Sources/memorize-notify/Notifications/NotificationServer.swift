internal import CellDrawing
internal import DBus
internal import MemorizeBus
internal import EventLoop
internal import PlainText
internal import UserService

/// The current notification server, and the bubbles it shows for us, one for each topic.
///
/// Only one call is pending at a time, and only the newest bubble of a topic waits, so that neither a
/// slow server nor a fast player builds up a queue. The server is followed, never started.
final class NotificationServer {
  /// The minimum time between two notifications: nobody reads faster.
  private static let delay: Duration = .milliseconds(50)

  private struct Running {
    let number: Int
    /// Whether it shows a withdrawable bubble or removes one.
    let isAboutWithdrawable: Bool
    /// Nil if it shows none.
    let bubble: Bubble?
  }

  /// Called with the chosen action, and the token that lets its window come to the front.
  var onAction: ((Bubble.Action, String?) -> Void)?
  /// Called with a bubble that the server has closed without an action.
  var onDismissal: ((Bubble) -> Void)?
  var onChange: (() -> Void)?
  /// Draws a face; nil if it cannot be drawn, or pictures are not wanted.
  var facePicture: ((String) -> Picture?)?

  private let connection: Connection
  private let canDo: (Bubble.Action) -> Bool
  private let log: Log
  private var client: NotificationClient?
  private var slots = Dictionary(uniqueKeysWithValues: Bubble.Topic.allCases.map { ($0, Slot()) })
  /// The numbers of bubbles requested and of calls made.
  private var requests = 0
  private var calls = 0
  private var running: Running?
  private var lastNotification: MonotonicTime?
  private let isPausing = Loop.Flag()
  private var isEnding = false
  private var whenHidden: (() -> Void)?

  init(
    _ connection: Connection, canDo: @escaping (Bubble.Action) -> Bool, log: Log,
    onSubscriptionFailure: @escaping (BusError) -> Void
  ) {
    self.connection = connection
    self.canDo = canDo
    self.log = log
    subscribe(onFailure: onSubscriptionFailure)
    connection.followOwner(of: DesktopNotifications.name, onFailure: onSubscriptionFailure) {
      [weak self] in self?.setOwner($0)
    }
  }

  var isRunning: Bool { client != nil }

  /// Whether a topic's bubble was shown, and stays in the server's list.
  func keeps(_ topic: Bubble.Topic) -> Bool {
    client?.capabilities?.contains(.persistence) == true && slots[topic]?.shown != nil
  }

  /// Whether a topic's bubble is shown, or will be.
  func shows(_ topic: Bubble.Topic) -> Bool {
    slots[topic]?.shown != nil || slots[topic]?.waiting != nil || running?.bubble?.topic == topic
  }

  func apply(_ change: Bubble.Change, to topic: Bubble.Topic) {
    switch change {
    case .show(let bubble): show(bubble)
    case .hide: hide(topic)
    case .keep: break
    }
  }

  /// Replaces the bubble of its topic, or the one that waits to be shown.
  func show(_ bubble: Bubble) {
    guard client != nil || bubble.isOpen, !isEnding else { return }
    requests += 1
    slots[bubble.topic]?.wait(with: bubble, request: requests)
    proceed()
  }

  /// Removes a topic's bubble from the screen if it is withdrawable.
  func hide(_ topic: Bubble.Topic) {
    slots[topic]?.release()
    proceed()
  }

  /// Stops showing bubbles; completes when no withdrawable bubble is left.
  func end(completion: @escaping () -> Void) {
    isEnding = true
    for topic in Bubble.Topic.allCases {
      slots[topic]?.waiting = nil
      slots[topic]?.release()
    }
    guard running?.isAboutWithdrawable == true || slots.values.contains(where: \.isStale) else {
      return completion()
    }
    whenHidden = completion
    proceed()
  }

  private func subscribe(onFailure: @escaping (BusError) -> Void) {
    var server = Proxy(connection, to: DesktopNotifications.name, at: DesktopNotifications.path)
    server.onSubscriptionFailure = onFailure
    server.on(NotificationsContract.closed) { [weak self] id, _ in
      guard let self, let (topic, shown) = find(id) else { return }
      slots[topic]?.shown = nil
      if !shown.isUsed { onDismissal?(shown.bubble) }
    }
    server.on(NotificationsContract.activationToken) { [weak self] id, token in
      guard let self, let (topic, _) = find(id) else { return }
      slots[topic]?.shown?.token = token
    }
    server.on(NotificationsContract.actionInvoked) { [weak self] id, key in
      guard let self, let (topic, shown) = find(id), !shown.isUsed,
        let action = shown.bubble.actionsByKey.first(where: { $0.key == key })?.action,
        canDo(action), !action.isReply
      else { return }
      slots[topic]?.shown?.isUsed = true
      onAction?(action, shown.token)
    }
    // A reply has no key of its own: it belongs to the bubble shown last, which is the previous one
    // until Notify returns.
    server.on(NotificationsContract.replied) { [weak self] id, text in
      guard let self, let (topic, shown) = find(id), !shown.isUsed,
        let action = shown.bubble.reply(text)
      else { return }
      slots[topic]?.shown?.isUsed = true
      onAction?(action, nil)
    }
  }

  private func find(_ id: UInt32) -> (Bubble.Topic, Slot.Shown)? {
    slots.first { $0.value.shown?.id == id }.flatMap { slot in
      slot.value.shown.map { (slot.key, $0) }
    }
  }

  private func setOwner(_ owner: BusName?) {
    client = owner.map { NotificationClient(connection: connection, name: $0) }
    let bubble = running?.bubble
    for topic in Bubble.Topic.allCases {
      slots[topic]?.changeServer(pending: bubble?.topic == topic ? bubble : nil)
    }
    running = nil
    if let owner {
      log.write(.debug, "\(owner) is the notification server.")
    } else {
      log.write(.info, "No notification server is running; nothing is shown until one starts.")
    }
    onChange?()
    proceed()
  }

  private func proceed() {
    guard running == nil else { return }
    let waiting = slots.values.filter { $0.waiting != nil }.min { $0.request < $1.request }
    if let client, let bubble = waiting?.waiting {
      guard let capabilities = client.capabilities else { return getCapabilities(client) }
      if bubble.face != nil, facePicture != nil, client.takesPictures == nil {
        return getVersion(client)
      }
      guard !isTooSoon() else { return }
      slots[bubble.topic]?.waiting = nil
      notify(bubble, client, capabilities)
    } else if let client, let (topic, slot) = slots.first(where: { $0.value.isStale }),
      let shown = slot.shown
    {
      close(shown, of: topic, client)
    } else if let done = whenHidden {
      whenHidden = nil
      done()
    }
  }

  /// Whether the next notification has to wait; if so, a timer shows it.
  private func isTooSoon() -> Bool {
    guard !isPausing.isSet, let last = lastNotification else { return isPausing.isSet }
    let delay = Self.delay - (MonotonicTime.now - last)
    guard delay > .zero else { return false }
    connection.loop.enqueueOnce(isPausing, after: delay) { [weak self] in self?.proceed() }
    return true
  }

  private func begin(isAboutWithdrawable: Bool = false, _ bubble: Bubble? = nil) -> Int {
    calls += 1
    running = Running(number: calls, isAboutWithdrawable: isAboutWithdrawable, bubble: bubble)
    return calls
  }

  /// Allows the next call to start; false if that has already happened.
  private func finish(_ call: Int) -> Bool {
    guard running?.number == call else { return false }
    running = nil
    return true
  }

  private func getCapabilities(_ client: NotificationClient) {
    let call = begin()
    let request = requests
    client.call("GetCapabilities", returning: [String].self) { [weak self] answer in
      guard let self, finish(call) else { return }
      switch answer {
      case .success(let names):
        self.client?.capabilities = Set(names.compactMap(Capability.init))
      case .failure(let error):
        dropWaiting(upTo: request)
        report(error)
      }
      proceed()
    }
  }

  /// A server that does not answer gets no pictures.
  private func getVersion(_ client: NotificationClient) {
    let call = begin()
    client.call(
      "GetServerInformation", returning: String.self, String.self, String.self, String.self
    ) { [weak self] answer in
      guard let self, finish(call) else { return }
      let version = (try? answer.get())?.3 ?? ""
      self.client?.takesPictures = Picture.areKnown(to: version)
      proceed()
    }
  }

  /// A silent server is called again only with the next bubble.
  private func dropWaiting(upTo request: Int) {
    for (topic, slot) in slots where slot.request <= request { slots[topic]?.waiting = nil }
  }

  private func notify(
    _ bubble: Bubble, _ client: NotificationClient, _ capabilities: Capabilities
  ) {
    let topic = bubble.topic
    let call = begin(isAboutWithdrawable: bubble.isWithdrawable, bubble)
    slots[topic]?.call = call
    let timer = connection.loop.schedule(after: NotificationClient.timeout) { [weak self] in
      guard let self, finish(call) else { return }
      let time = NotificationClient.timeout.inSeconds
      report(BusError(.noReply, "\(client.name) did not answer within \(time)."))
      proceed()
    }
    lastNotification = .now
    if bubble.isWithdrawable { slots[topic]?.shown?.isWithdrawable = true }
    let picture = client.takesPictures == true ? bubble.face.flatMap { facePicture?($0) } : nil
    let notification = Notification(
      bubble, canDo: canDo, picture: picture, for: capabilities)
    client.notify(notification, replacing: slots[topic]?.shown?.id ?? 0) { [weak self] answer in
      guard let self, self.client?.name == client.name else { return }
      connection.loop.cancel(timer)
      let isInTime = finish(call)
      switch answer {
      case .success(let id) where isInTime: slots[topic]?.shown = .init(id: id, bubble: bubble)
      case .success(let id): showLate(id, bubble, call)
      case .failure(let error): if isInTime { report(error) }
      }
      proceed()
    }
  }

  /// A late bubble counts as shown, or is closed if there is another.
  private func showLate(_ id: UInt32, _ bubble: Bubble, _ call: Int) {
    let slot = slots[bubble.topic]
    if slot?.shown == nil, slot?.call == call {
      slots[bubble.topic]?.shown = .init(id: id, bubble: bubble)
    } else if slot?.shown?.id != id {
      client?.call("CloseNotification", id) { _ in }
    }
  }

  private func close(
    _ bubble: Slot.Shown, of topic: Bubble.Topic, _ client: NotificationClient
  ) {
    let call = begin(isAboutWithdrawable: true)
    slots[topic]?.call = call
    slots[topic]?.shown = nil
    client.call("CloseNotification", bubble.id) { [weak self] answer in
      guard let self, finish(call) else { return }
      // Some servers reply with an error if the bubble has expired.
      if case .failure(let error) = answer, error.name == .noReply { report(error) }
      proceed()
    }
  }

  /// Warns once for each server.
  private func report(_ error: BusError) {
    let level: LogLevel = client?.hasFailed == false ? .warning : .debug
    client?.hasFailed = true
    log.write(level, "Could not show a notification: \(error.message)")
  }
}
