package import DBus
internal import EventLoop

/// Watches whether something unasked would disturb: notifications are held, or the screen is locked.
///
/// It asks each source once, and again after a signal without the answer; it starts no service. Only
/// a source that holds notifications without announcing the end is polled. An error or silence
/// counts as not held. Releasing it ends the watch.
package final class QuietWatch {
  enum Answer {
    case free, held
    /// By a service that does not announce the end.
    case heldSilently
  }

  /// The state of one source.
  private struct State {
    /// Nil until the source has answered.
    var answer: Answer?
    /// How often it has come, gone or announced its answer; an earlier reply is out of date.
    var generation = 0
    var isAsked = false
    /// Whether to ask again after the reply: only one question is pending at a time.
    var hasChanged = false
    /// Until a silent source is asked again.
    var timer: TimerID?
  }

  private let session: Connection
  private let report: (_ isHeld: Bool) -> Void
  /// How long to wait before a silent source is asked again.
  private let interval: Duration
  private let holdsWithoutServer: Bool
  private var states = [State](repeating: State(), count: QuietSource.all.count)
  private var reported: Bool?
  /// The connection to the system bus, which is needed for nothing else.
  private var system: Connection?
  private var subscriptions: [SubscriptionID] = []

  /// Reports when all sources have answered, and then at each change.
  ///
  /// `holdsWithoutServer` says whether a session without a notification server counts as held: nobody
  /// would see a bubble there.
  package init(
    _ session: Connection, interval: Duration = .seconds(60), holdsWithoutServer: Bool = true,
    report: @escaping (_ isHeld: Bool) -> Void
  ) {
    self.session = session
    self.interval = interval
    self.holdsWithoutServer = holdsWithoutServer
    self.report = report
    connectSystem()
    for index in QuietSource.all.indices where !QuietSource.all[index].isOfSystem {
      watch(index, session)
    }
  }

  deinit {
    for subscription in subscriptions { session.unsubscribe(subscription) }
    for case let timer? in states.map(\.timer) { session.loop.cancel(timer) }
  }

  /// Without a system bus nobody locks the screen through logind.
  private func connectSystem() {
    let free = { [weak self] in
      for index in QuietSource.all.indices where QuietSource.all[index].isOfSystem {
        self?.renew(index, .free)
      }
    }
    do {
      let address = try BusAddress.system(environment: environment)
      system = try Connection.inTime(
        to: address, loop: session.loop, deadline: QuietSource.timeout
      ) { [weak self] answer in
        guard case .success = answer, let self, let system else { return free() }
        for index in QuietSource.all.indices where QuietSource.all[index].isOfSystem {
          watch(index, system)
        }
      }
      system?.onDisconnect = { _ in free() }
    } catch {
      session.loop.enqueue(free)
    }
  }

  private func watch(_ index: Int, _ connection: Connection) {
    let source = QuietSource.all[index]
    let fail: (BusError) -> Void = { [weak self] _ in self?.renew(index, .free) }
    let changes = connection.subscribe(source.signal, onFailure: fail) {
      [weak self, unowned connection] signal in
      if let answer = source.answer(in: signal) {
        self?.renew(index, answer)
      } else {
        self?.ask(index, connection)
      }
    }
    let isServer = source.service == DesktopNotifications.name
    let absent: Answer = holdsWithoutServer && isServer ? .held : .free
    let presence = connection.followOwner(of: source.service, onFailure: fail) {
      [weak self, unowned connection] owner in
      self?.renew(index, owner == nil ? absent : nil)
      if owner != nil { self?.ask(index, connection) }
    }
    if connection === session { subscriptions += [changes, presence] }
  }

  private func ask(_ index: Int, _ connection: Connection) {
    guard !states[index].isAsked else { return states[index].hasChanged = true }
    states[index].isAsked = true
    states[index].hasChanged = false
    let generation = states[index].generation
    QuietSource.all[index].ask(connection) { [weak self, unowned connection] answer in
      guard let self else { return }
      states[index].isAsked = false
      if states[index].generation == generation { set(index, answer) }
      if answer == .heldSilently { askLater(index, connection) }
      if states[index].hasChanged { ask(index, connection) }
    }
  }

  private func askLater(_ index: Int, _ connection: Connection) {
    guard states[index].timer == nil else { return }
    states[index].timer = session.loop.schedule(after: interval) {
      [weak self, unowned connection] in
      self?.states[index].timer = nil
      self?.ask(index, connection)
    }
  }

  /// Replies to earlier questions no longer count; nil leaves the answer as it was.
  private func renew(_ index: Int, _ answer: Answer?) {
    states[index].generation += 1
    if let answer { set(index, answer) }
  }

  private func set(_ index: Int, _ answer: Answer) {
    states[index].answer = answer
    var isHeld = false
    for state in states {
      guard let answer = state.answer else { return }
      isHeld = isHeld || answer != .free
    }
    guard reported != isHeld else { return }
    reported = isHeld
    report(isHeld)
  }
}
