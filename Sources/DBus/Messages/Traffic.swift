internal import CDBus
internal import EventLoop
internal import Glibc
internal import PlainText

/// One private libdbus connection: watches in the loop, the queue of messages, and flow control.
///
/// libdbus authenticates and reads; its pending calls, timeouts and object tree are not used.
/// Writing is done here: libdbus would check and copy each message again and make one system call
/// for each, while here a call's signals and reply share one.
///
/// libdbus calls back into this object, never into the connection above, and holds its lock: it
/// must not be entered again, so a callback only notes what to do.
final class Traffic {
  /// Received bytes that libdbus may store before it stops reading.
  static let receiveLimit = 8 << 20
  /// Unsent bytes at which we stop reading, so that a client that floods us waits.
  static let congestedSize = 4 << 20
  /// Unsent bytes at which signals are refused: unlike replies, they continue when we stop reading.
  static let sizeLimit = 16 << 20
  /// How many messages are handled before the loop does its other work.
  private static let messagesPerTurn = 64
  /// The bytes of an empty buffer that are kept for the next messages.
  private static let keptCapacity = 16 << 10
  /// The unsent bytes at which messages of a handler no longer wait for its return.
  private static let batchSize = 64 << 10

  private let connection: OpaquePointer
  private let loop: Loop
  private let receive: (Message) -> Void
  private var watches: [OpaquePointer] = []
  private var registration: Loop.WatchID?
  private var interest: Readiness = []
  private let isDrainDue = Loop.Flag()
  private var isHeldBack = false
  private var isClosed = false
  private var nextSerial: UInt32 = 1
  /// Sent messages; the socket has taken the first `written` bytes.
  private var outgoing: [UInt8] = []
  private var written = 0
  /// The socket is full; more is written when it has room.
  private var isBlocked = false
  /// While a message is handled, everything sent goes out together.
  private var isHandling = false
  private let isFlushDue = Loop.Flag()
  private var hasReceived = false

  /// Connects; authentication continues in the loop.
  ///
  /// If a handler releases the connection, this lives until the handler returns.
  init(
    address: BusAddress, loop: Loop, receive: @escaping (Message) -> Void
  ) throws(BusError) {
    do throws(BusError) {
      connection = try LibDBus.catching { dbus_connection_open_private(address.text, $0) }
    } catch {
      let reason = error.message
      throw BusError(
        error.name, english("Cannot connect to a message bus at \(address): \(reason)."))
    }
    self.loop = loop
    self.receive = receive
    dbus_connection_set_exit_on_disconnect(connection, 0)
    dbus_connection_set_max_received_size(connection, Self.receiveLimit)
    attach()
  }

  deinit {
    dbus_connection_unref(connection)
  }

  private func attach() {
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
    scheduleDrain()
  }

  /// Closes the connection and leaves the loop; libdbus no longer calls back.
  func close() {
    flush()
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
    guard watches.isEmpty else { return refresh() }
    // The descriptor may be closed as soon as its last watch is gone.
    unregister()
    drop()
  }

  var isOpen: Bool { dbus_connection_get_is_connected(connection) != 0 }

  /// Passes the assigned name to libdbus, for the senders of its messages.
  func setUniqueName(_ name: BusName) {
    dbus_bus_set_unique_name(connection, name.rawValue)
  }

  /// Returns whether any bytes have arrived since the last call.
  func resetHasReceived() -> Bool {
    defer { hasReceived = false }
    return hasReceived
  }

  private var isCongested: Bool { isBlocked && outgoingSize > Self.congestedSize }

  /// The bytes that wait for the bus to read them.
  var outgoingSize: Int { outgoing.count - written }

  /// Writes a message at once if the socket takes it, or with the others of the call that is
  /// handled; returns the serial that a reply will refer to.
  @discardableResult
  func send(_ message: OutgoingMessage) throws(BusError) -> UInt32 {
    let serial = nextSerial
    outgoing += try message.bytes(serial: serial)
    // Zero is not a valid serial.
    nextSerial = serial == .max ? 1 : serial + 1
    if isHandling, outgoingSize < Self.batchSize {
      // The handler may run the loop and wait for a reply.
      loop.enqueueOnce(isFlushDue) { [weak self] in self?.flush() }
    } else {
      flush()
    }
    return serial
  }

  /// Writes what was sent as far as the socket takes it.
  func flush() {
    guard outgoingSize > 0, !isClosed, let watch = watches.first,
      dbus_connection_get_is_authenticated(connection) != 0
    else { return }
    let descriptor = dbus_watch_get_unix_fd(watch)
    isBlocked = false
    while outgoingSize > 0, !isBlocked {
      let count = outgoing.withUnsafeBytes {
        Glibc.send(
          descriptor, $0.baseAddress.map { $0 + written }, $0.count - written,
          Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
      }
      if count >= 0 {
        written += count
      } else if errno == EAGAIN {
        isBlocked = true
      } else if errno != EINTR {
        // Nothing may follow half a message. The connection is lost; libdbus notices when it reads.
        shutdown(descriptor, Int32(SHUT_WR))
        drop()
      }
    }
    if outgoingSize == 0 { drop() }
    // Drops the written part, but rarely, since that copies the rest.
    if written > Self.congestedSize {
      outgoing = Array(outgoing[written...])
      written = 0
    }
    if isHeldBack, !isCongested { scheduleDrain() }
    refresh()
  }

  private func drop() {
    outgoing.removeAll(keepingCapacity: outgoing.capacity <= Self.keptCapacity)
    (written, isBlocked) = (0, false)
  }

  /// Updates the loop's one entry for the descriptor to match the enabled watches.
  ///
  /// libdbus calls it with its lock held: query nothing but the watches.
  private func refresh() {
    var wanted: Readiness = []
    for watch in watches where dbus_watch_get_enabled(watch) != 0 {
      wanted.formUnion(Readiness(watchFlags: dbus_watch_get_flags(watch)))
    }
    if isHeldBack { wanted.remove(.readable) }
    if isBlocked { wanted.insert(.writable) }
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
      // Without its descriptor the connection is lost; report that.
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
    if ready.contains(.readable) { hasReceived = true }
    // `drain` follows below: no extra round of the loop.
    let wasDue = isDrainDue.isSet
    isDrainDue.isSet = true
    for watch in watches where watches.contains(watch) && dbus_watch_get_enabled(watch) != 0 {
      let flags = dbus_watch_get_flags(watch)
      let relevant = ready.watchFlags & (flags | Readiness([.failed, .hungUp]).watchFlags)
      if relevant != 0 { dbus_watch_handle(watch, relevant) }
    }
    isDrainDue.isSet = wasDue
    flush()
    drain()
  }

  private func scheduleDrain() {
    loop.enqueueOnce(isDrainDue) { [weak self] in self?.drain() }
  }

  /// Handles received messages, a limited number in each turn, and none while output is congested.
  private func drain() {
    var handled = 0
    while !isClosed, !isCongested, handleOne() {
      handled += 1
      if handled == Self.messagesPerTurn {
        scheduleDrain()
        break
      }
    }
    guard !isClosed else { return }
    isHeldBack = isCongested
    refresh()
  }

  /// Takes one message from libdbus and handles it.
  private func handleOne() -> Bool {
    switch dbus_connection_get_dispatch_status(connection) {
    case DBUS_DISPATCH_DATA_REMAINS:
      // Not dbus_connection_dispatch: libdbus would answer some messages to Peer by itself, in the
      // middle of a message of ours.
      let wasDue = isDrainDue.isSet
      isDrainDue.isSet = true
      let pointer = dbus_connection_pop_message(connection)
      isDrainDue.isSet = wasDue
      guard let pointer else { return false }
      isHandling = true
      receive(Message(owning: pointer))
      isHandling = false
      flush()
      return true
    case DBUS_DISPATCH_NEED_MEMORY:
      loop.schedule(after: .milliseconds(100)) { [weak self] in self?.drain() }
      return false
    default: return false
    }
  }
}

extension Readiness {
  /// libdbus has no bit between those for reading and writing; otherwise its flags are the same.
  fileprivate init(watchFlags: UInt32) {
    self = Readiness(rawValue: watchFlags & 1 | (watchFlags & 14) << 1)
  }

  fileprivate var watchFlags: UInt32 { rawValue & 1 | rawValue >> 1 & 14 }
}
