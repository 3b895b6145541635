package import DBus

/// The signals of one transition of an interface, put together again.
///
/// All of them carry the revision the transition leads to, and `PropertiesChanged` is the last.
package protocol SignalledTransition {
  /// The service as the declarations of its interface see it.
  associatedtype Service

  /// The interface whose transitions these are.
  static var interface: Interface<Service> { get }
  /// The property that grows by one with each transition.
  static var revision: Property<Service, UInt64> { get }

  /// Begins with nothing.
  init()

  /// Subscribes to the signals a transition is made of.
  ///
  /// - Parameters:
  ///   - service: Who sends them.
  ///   - note: Told the revision of each signal, and what it adds to its transition.
  /// - Returns: The subscriptions, which last until they are cancelled.
  static func subscribe(
    to service: Proxy, note: @escaping (UInt64, (inout Self) -> Void) -> Void
  ) -> [SubscriptionID]
}

/// Follows an interface by the contract's rule: subscribe, read all, then take changes one by one.
///
/// While a reading is on its way all signals are dropped: the bus keeps the order, so what comes
/// before the answer is in the answer. After it each transition is one step of the revision; any
/// other step means that something was missed, and all is read again. It never starts the service.
package final class Follower<Transition: SignalledTransition> {
  /// What there is to tell.
  package enum News {
    /// The service is not there.
    case absent
    /// All properties, read anew.
    case state(Properties<Transition.Service>)
    /// A transition, and the properties after it; those that are not published with it, as the
    /// `Cards` of a game, are as they were read.
    case transition(Transition, Properties<Transition.Service>)
    /// Properties have changed without a transition: all as they are now.
    case update(Properties<Transition.Service>)
    /// The service is there, and does not answer as it should: its next signal has it read again. Or
    /// the bus has refused a subscription, and nothing is followed any more.
    case failure(BusError)
  }

  /// What is known of the service.
  private enum Phase {
    /// Nothing yet, or it is not there.
    case absent
    /// All is being read; the number tells this reading from an earlier one.
    case reading(Int)
    /// The reading failed: the next signal shows that there is something to read.
    case failed
    /// The properties are known, and the signals of the transition that has begun.
    case following(Properties<Transition.Service>, Transition)
  }

  private var service: Proxy
  private let tell: (News) -> Void
  private var phase = Phase.absent
  private var readings = 0
  private var subscriptions: [SubscriptionID] = []

  /// Begins to follow.
  ///
  /// - Parameters:
  ///   - service: the service; its deadline is that of each reading.
  ///   - tell: told the state or the absence first, then each change.
  package init(_ service: Proxy, tell: @escaping (News) -> Void) {
    self.service = service
    self.tell = tell
    self.service.startsService = false
    self.service.onSubscriptionFailure = {
      [weak self, report = service.onSubscriptionFailure] error in
      self?.subscriptionFailed(error)
      report(error)
    }
    subscribe()
  }

  deinit { unsubscribe() }

  /// Reads all again, for whoever cannot make sense of a transition.
  package func readAgain() {
    readings += 1
    let number = readings
    phase = .reading(number)
    service.properties(of: Transition.interface) { [weak self] answer in
      guard let self, case .reading(number) = phase else { return }
      switch answer {
      case .success(let properties):
        phase = .following(properties, Transition())
        tell(.state(properties))
      case .failure(let error): readingFailed(error)
      }
    }
  }

  private func subscribe() {
    subscriptions = Transition.subscribe(to: service) { [weak self] in self?.note($0, $1) }
    subscriptions.append(
      service.onChange(of: Transition.interface) { [weak self] in self?.finish($0) })
    subscriptions.append(
      service.connection.followOwner(
        of: service.destination, onFailure: service.onSubscriptionFailure
      ) { [weak self] owner in
        guard owner == nil else { return self?.readAgain() ?? () }
        self?.phase = .absent
        self?.tell(.absent)
      })
  }

  private func unsubscribe() {
    for subscription in subscriptions { service.connection.unsubscribe(subscription) }
    subscriptions = []
  }

  /// Without one of its signals, or the owner, nothing could be followed: one failure is the end.
  private func subscriptionFailed(_ error: BusError) {
    guard !subscriptions.isEmpty else { return }
    unsubscribe()
    phase = .absent
    tell(.failure(error))
  }

  /// A service that has gone is told by its name's owner; one that is there has to answer.
  private func readingFailed(_ error: BusError) {
    phase = .absent
    let hasGone: [ErrorName] = [.serviceUnknown, .nameHasNoOwner, .disconnected]
    guard !hasGone.contains(error.name) else { return }
    phase = .failed
    tell(.failure(error))
  }

  /// Takes a part of a transition.
  private func note(_ revision: UInt64, _ take: (inout Transition) -> Void) {
    if case .failed = phase { return readAgain() }
    guard case .following(let properties, var transition) = phase, isNext(revision, properties)
    else { return }
    take(&transition)
    phase = .following(properties, transition)
  }

  /// Takes the last signal of a transition, and tells what it was.
  private func finish(_ changed: Properties<Transition.Service>) {
    guard case .following(var properties, let transition) = phase else { return }
    let revision = changed[Transition.revision]
    if let revision, !isNext(revision, properties) { return }
    properties.merge(changed)
    guard revision != nil else {
      phase = .following(properties, transition)
      return tell(.update(properties))
    }
    phase = .following(properties, Transition())
    tell(.transition(transition, properties))
  }

  /// Whether a revision follows the known one; for any other step but none all is read again.
  private func isNext(_ revision: UInt64, _ known: Properties<Transition.Service>) -> Bool {
    let last = known[Transition.revision] ?? 0
    guard revision != last &+ 1 else { return true }
    if revision != last { readAgain() }
    return false
  }
}
