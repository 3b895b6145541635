internal import DBus
internal import EventLoop

/// The lease of an unsolicited session: it lasts while the program that started it is on the bus and
/// the question is answered in time.
final class SessionLease {
  /// How long a question waits for a response.
  static let limit: Duration = .seconds(120)

  enum EndReason: String {
    case callerLeft = "the program that asked it has gone"
    case unanswered = "nobody answered it"
  }

  /// The session's number; nil without one.
  private(set) var session: UInt64?
  private unowned let connection: Connection
  private let limit: Duration
  private let onEnd: (EndReason) -> Void
  private var following: SubscriptionID?
  private var timer: TimerID?

  /// `onEnd` is called when the program has left the bus, or the time is over.
  init(_ connection: Connection, limit: Duration, onEnd: @escaping (EndReason) -> Void) {
    self.connection = connection
    self.limit = limit
    self.onEnd = onEnd
  }

  /// Leases a session to the caller of the current call.
  func begin(_ session: UInt64) {
    end()
    guard let caller = connection.objects.call?.sender else { return }
    self.session = session
    following = connection.followOwner(of: caller) { [unowned self] owner in
      if owner == nil { end(.callerLeft) }
    }
    restartTimer()
  }

  /// Gives the next response the full time again.
  func restartTimer() {
    if let timer { connection.loop.cancel(timer) }
    timer = connection.loop.schedule(after: limit) { [weak self] in self?.end(.unanswered) }
  }

  private func end(_ reason: EndReason) {
    end()
    onEnd(reason)
  }

  func end() {
    session = nil
    if let following { connection.unsubscribe(following) }
    if let timer { connection.loop.cancel(timer) }
    (following, timer) = (nil, nil)
  }
}
