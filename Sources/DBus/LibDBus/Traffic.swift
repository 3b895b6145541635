internal import CDBus
internal import EventLoop

/// What moves a connection's bytes: its watches in the loop, its queue of messages, and the brakes.
///
/// libdbus calls back into this object, never into the connection above: it must not be entered
/// again while it holds its lock, so a callback only notes what is to be done.
final class Traffic {
  /// How much libdbus may hold of what came in before it stops reading.
  static let received = 8 << 20
  /// How much may wait to go out before nothing more is taken in: whoever floods us waits.
  static let congested = 4 << 20
  /// How much may wait to go out before signals are refused, which nobody's calls hold back.
  static let full = 16 << 20
  /// How many messages are handled before the loop looks at its other work.
  private static let share = 64

  private let connection: OpaquePointer
  private let loop: Loop
  private let receive: (Message) -> Void
  private var watches: [OpaquePointer] = []
  private var registration: Loop.WatchID?
  private var interest: Readiness = []
  private var arrived: [Message] = []
  private var isDrainScheduled = false
  private var isDispatching = false
  private var isHeldBack = false
  private var isClosed = false

  /// Takes over the connection's one reference.
  init(connection: OpaquePointer, loop: Loop, receive: @escaping (Message) -> Void) {
    self.connection = connection
    self.loop = loop
    self.receive = receive
  }

  deinit {
    dbus_connection_unref(connection)
  }

  func attach() {
    let context = Unmanaged.passUnretained(self).toOpaque()
    dbus_connection_set_watch_functions(
      connection,
      { watch, context in
        guard let watch else { return 1 }
        Traffic.from(context)?.add(watch)
        return 1
      },
      { watch, context in watch.map { Traffic.from(context)?.remove($0) } },
      { _, context in Traffic.from(context)?.refresh() },
      context, nil)
    dbus_connection_set_dispatch_status_function(
      connection, { _, _, context in Traffic.from(context)?.scheduleDrain() }, context, nil)
    dbus_connection_add_filter(
      connection,
      { _, message, context in
        if let message { Traffic.from(context)?.arrived.append(Message(borrowing: message)) }
        return DBUS_HANDLER_RESULT_HANDLED
      }, context, nil)
    scheduleDrain()
  }

  /// Lets go of the bus and of the loop; libdbus calls no more.
  func close() {
    isClosed = true
    dbus_connection_set_dispatch_status_function(connection, nil, nil, nil)
    dbus_connection_set_watch_functions(connection, nil, nil, nil, nil, nil)
    unregister()
    dbus_connection_close(connection)
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> Traffic? {
    context.map { Unmanaged<Traffic>.fromOpaque($0).takeUnretainedValue() }
  }

  private func add(_ watch: OpaquePointer) {
    watches.append(watch)
    refresh()
  }

  private func remove(_ watch: OpaquePointer) {
    watches.removeAll { $0 == watch }
    // The descriptor may be closed as soon as its last watch is gone.
    if watches.isEmpty { unregister() } else { refresh() }
  }

  private var isCongested: Bool {
    dbus_connection_get_outgoing_size(connection) > Self.congested
  }

  /// Brings the loop's one entry for the descriptor in line with the watches that are enabled.
  ///
  /// libdbus calls it with its lock held, so it asks nothing but the watches.
  private func refresh() {
    var wanted: Readiness = []
    for watch in watches where dbus_watch_get_enabled(watch) != 0 {
      wanted.formUnion(Readiness(watchFlags: dbus_watch_get_flags(watch)))
    }
    if isHeldBack { wanted.remove(.readable) }
    // Nothing is left to go out: sending alone has cleared the way.
    if isHeldBack, wanted.isEmpty { scheduleDrain() }
    guard wanted != interest else { return }
    if wanted.isEmpty { return unregister() }
    guard let first = watches.first else { return }
    do {
      if let registration {
        try loop.update(registration, for: wanted)
      } else {
        registration = try loop.watch(dbus_watch_get_unix_fd(first), for: wanted) {
          [unowned self] ready in handle(ready)
        }
      }
      interest = wanted
    } catch {
      // Without its descriptor the connection is as good as lost, and says so.
      unregister()
      loop.enqueue { [weak self] in
        guard let self, !isClosed else { return }
        dbus_connection_close(connection)
      }
    }
  }

  private func unregister() {
    if let registration { loop.remove(registration) }
    registration = nil
    interest = []
  }

  private func handle(_ ready: Readiness) {
    // What comes in is handled below: libdbus' word of it needs no round of its own.
    let wasScheduled = isDrainScheduled
    isDrainScheduled = true
    for watch in watches where watches.contains(watch) && dbus_watch_get_enabled(watch) != 0 {
      let flags = dbus_watch_get_flags(watch)
      let relevant = ready.watchFlags & (flags | Readiness([.failed, .hungUp]).watchFlags)
      if relevant != 0 { dbus_watch_handle(watch, relevant) }
    }
    isDrainScheduled = wasScheduled
    drain()
  }

  private func scheduleDrain() {
    guard !isDrainScheduled, !isDispatching else { return }
    isDrainScheduled = true
    loop.enqueue { [weak self] in
      self?.isDrainScheduled = false
      self?.drain()
    }
  }

  /// Handles what has come in, a share at a time, and not while the way out is blocked.
  private func drain() {
    guard !isDispatching else { return }
    var handled = 0
    while !isClosed, !isCongested, dispatchOne() {
      handled += 1
      if handled == Self.share {
        scheduleDrain()
        break
      }
    }
    guard !isClosed else { return }
    isHeldBack = isCongested
    refresh()
  }

  /// Takes one message from libdbus; what is done with it is done outside of libdbus' dispatch.
  private func dispatchOne() -> Bool {
    switch dbus_connection_get_dispatch_status(connection) {
    case DBUS_DISPATCH_DATA_REMAINS:
      isDispatching = true
      dbus_connection_dispatch(connection)
      isDispatching = false
      while !isClosed, !arrived.isEmpty { receive(arrived.removeFirst()) }
      return true
    case DBUS_DISPATCH_NEED_MEMORY:
      loop.schedule(after: .milliseconds(100)) { [weak self] in self?.drain() }
      return false
    default: return false
    }
  }
}

extension Readiness {
  /// libdbus' watch flags have the values that this type's own bits were given.
  fileprivate init(watchFlags: UInt32) {
    self = Readiness(rawValue: UInt8(truncatingIfNeeded: watchFlags & 15))
  }

  fileprivate var watchFlags: UInt32 { UInt32(rawValue) }
}
