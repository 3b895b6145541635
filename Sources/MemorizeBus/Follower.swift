package import DBus

/// The signals of one transition of an interface, put together again.
///
/// All of them carry the revision the transition leads to, and `PropertiesChanged` is the last.
package protocol SignalledTransition {
  associatedtype Source: Contract where Source.State: RevisedRecord

  static var signals: [TransitionSignal<Self>] { get }

  init()

  /// Changes what `PropertiesChanged` does not carry; false if it does not fit the state.
  func apply(to state: inout Source.State) -> Bool
}

/// A state with a revision, which grows by one with each transition.
package protocol RevisedRecord: Record {
  var revision: UInt64 { get }
}

/// A signal that belongs to a transition, and the part of that which its other arguments are.
package struct TransitionSignal<Transition: SignalledTransition> {
  let subscribe: (Proxy, @escaping (UInt64, (inout Transition) -> Void) -> Void) -> SubscriptionID

  package init<Part, each T: BusType>(
    _ signal: Signal<UInt64, repeat each T>, _ part: WritableKeyPath<Transition, Part>,
    from make: @escaping (repeat each T) -> Part
  ) {
    subscribe = { service, note in
      service.on(signal, of: Transition.Source.interface) {
        (revision: UInt64, arguments: repeat each T) in
        note(revision) { $0[keyPath: part] = make(repeat each arguments) }
      }
    }
  }
}

/// Follows an interface by the contract's rule: subscribe, read all, then take changes one by one.
///
/// During a reading all signals are dropped: the bus keeps the order, so what comes before the reply
/// is in the reply. After it each transition is one step of the revision; on any other step
/// something was missed, and all is read again. It never starts the service.
package final class Follower<Transition: SignalledTransition> {
  package typealias State = Transition.Source.State

  package enum News {
    /// The service is not running.
    case absent
    /// All properties, read anew.
    case state(State)
    /// A transition, and the state after it.
    case transition(Transition, State)
    /// Properties have changed without a transition.
    case update(State)
    /// The service does not answer as it should and is read again at its next signal, or the bus has
    /// refused a subscription and nothing is followed any more.
    case failure(BusError)
  }

  private enum Phase {
    /// Nothing is known yet, or the service is not there.
    case absent
    /// All is being read; the number tells this reading from an earlier one.
    case reading(Int)
    /// The reading failed: the next signal shows that there is something to read.
    case failed
    /// The state is known, and the signals of the transition that has begun.
    case following(State, Transition)
  }

  private var service: Proxy
  private let report: (News) -> Void
  private var phase = Phase.absent
  private var readings = 0
  private var subscriptions: [SubscriptionID] = []

  /// Begins to follow; reports the state or the absence first, then each change.
  ///
  /// The deadline of the proxy is that of each reading.
  package init(_ service: Proxy, report: @escaping (News) -> Void) {
    self.service = service
    self.report = report
    self.service.startsService = false
    self.service.onSubscriptionFailure = {
      [weak self, onFailure = service.onSubscriptionFailure] error in
      self?.subscriptionFailed(error)
      onFailure(error)
    }
    subscribe()
  }

  deinit { unsubscribe() }

  private func readAgain() {
    readings += 1
    let number = readings
    phase = .reading(number)
    service.state(of: Transition.Source.self) { [weak self] answer in
      guard let self, case .reading(number) = phase else { return }
      switch answer {
      case .success(let state):
        phase = .following(state, Transition())
        report(.state(state))
      case .failure(let error): readingFailed(error)
      }
    }
  }

  private func subscribe() {
    subscriptions = Transition.signals.map {
      $0.subscribe(service) { [weak self] in self?.note($0, $1) }
    }
    subscriptions.append(
      service.onChange(of: Transition.Source.interface) { [weak self] in self?.finish($0.values) })
    subscriptions.append(
      service.connection.followOwner(
        of: service.destination, onFailure: service.onSubscriptionFailure
      ) { [weak self] owner in
        guard owner == nil else { return self?.readAgain() ?? () }
        self?.phase = .absent
        self?.report(.absent)
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
    report(.failure(error))
  }

  /// That a service has gone is known from its name's owner; one that is there has to answer.
  private func readingFailed(_ error: BusError) {
    phase = .absent
    let hasGone: [ErrorName] = [.serviceUnknown, .nameHasNoOwner, .disconnected]
    guard !hasGone.contains(error.name) else { return }
    phase = .failed
    report(.failure(error))
  }

  private func note(_ revision: UInt64, _ add: (inout Transition) -> Void) {
    if case .failed = phase { return readAgain() }
    guard case .following(let state, var transition) = phase, isNext(revision, state) else {
      return
    }
    add(&transition)
    phase = .following(state, transition)
  }

  /// Takes the last signal of a transition, and reports it.
  private func finish(_ changed: [String: Value]) {
    guard case .following(let known, let transition) = phase else { return }
    var state = known
    do throws(BusError) {
      try state.merge(changed)
    } catch {
      phase = .failed
      return report(.failure(error))
    }
    guard changed["Revision"] != nil else {
      phase = .following(state, transition)
      return report(.update(state))
    }
    guard isNext(state.revision, known) else { return }
    guard transition.apply(to: &state) else { return readAgain() }
    phase = .following(state, Transition())
    report(.transition(transition, state))
  }

  /// Whether a revision follows the known one; on any other step but none all is read again.
  private func isNext(_ revision: UInt64, _ known: State) -> Bool {
    guard revision != known.revision &+ 1 else { return true }
    if revision != known.revision { readAgain() }
    return false
  }
}
