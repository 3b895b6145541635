internal import DBus

/// A session that nobody asked for, while the program that has started it is on the bus.
final class SessionLease {
  /// The session's number; nil without one.
  private(set) var session: UInt64?
  private unowned let connection: Connection
  private let onEnd: () -> Void
  private var following: SubscriptionID?

  /// `onEnd` is called when the program has left the bus.
  init(_ connection: Connection, onEnd: @escaping () -> Void) {
    self.connection = connection
    self.onEnd = onEnd
  }

  /// Begins with the call that is being answered.
  func begin(_ session: UInt64) {
    end()
    guard let caller = connection.objects.call?.sender else { return }
    self.session = session
    following = connection.followOwner(of: caller) { [unowned self] owner in
      guard owner == nil else { return }
      end()
      onEnd()
    }
  }

  func end() {
    session = nil
    if let following { connection.unsubscribe(following) }
    following = nil
  }
}
