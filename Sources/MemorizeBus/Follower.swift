package import DBus

/// One transition of an interface, assembled from its signals.
///
/// All of them contain the revision that the transition leads to, and `PropertiesChanged` is the
/// last.
package protocol SignaledTransition {
  associatedtype Source: Contract where Source.State: RevisedRecord

  static var signals: [TransitionSignal<Self>] { get }

  init()

  /// Applies the changes that are not in `PropertiesChanged`; false if they do not fit the state.
  func apply(to state: inout Source.State) -> Bool
}

/// A state with a revision, which grows by one with each transition.
package protocol RevisedRecord: Record {
  var revision: UInt64 { get }
}

/// A signal of a transition, and how its arguments become a part of the transition.
package struct TransitionSignal<Transition: SignaledTransition> {
  let subscribe: (Proxy, @escaping (UInt64, (inout Transition) -> Void) -> Void) -> SubscriptionID

  package init<Part, each T: BusType>(
    _ signal: Signal<UInt64, repeat each T>, _ part: WritableKeyPath<Transition, Part>,
    from make: @escaping (repeat each T) -> Part
  ) {
    subscribe = { service, note in
      service.on(signal) { (revision: UInt64, arguments: repeat each T) in
        note(revision) { $0[keyPath: part] = make(repeat each arguments) }
      }
    }
  }
}

/// Follows an interface by the contract's rule: subscribe, read everything, then apply changes one
/// by one.
///
/// While reading, no signal is applied: the bus keeps the order, so the reply includes them.
/// Then each transition raises the revision by one; after any other step something was missed, and
/// everything is read again. It never starts the service.
package final class Follower<Transition: SignaledTransition> {
  package typealias State = Transition.Source.State

  package enum News {
    /// The service is not running.
    case absent
    /// All properties, just read.
    case state(State)
    /// A transition, and the state after it.
    case transition(Transition, State)
    /// Properties have changed without a transition.
    case update(State)
    /// A bad reply, after which the next signal makes us read again; or a subscription refused by
    /// the bus, after which nothing more is reported.
    case failure(BusError)
  }

  private enum Phase {
    /// Nothing is known yet, or the service is not there.
    case absent
    /// Everything is being read; the number identifies this attempt.
    case reading(Int)
    /// Reading failed: the next signal shows that there is something to read.
    case failed
    /// The state, and the signals of the current transition so far.
    case following(State, Transition)
  }

  private var service: Proxy
  private let report: (News) -> Void
  private var phase = Phase.absent
  private var readings = 0
  private var subscriptions: [SubscriptionID] = []
  /// The transitions signaled while everything is being read, by their revisions.
  private var heard: [UInt64: Transition] = [:]
  /// The transitions that the last state read includes, as far as their signals were heard: those
  /// of a call that started the service, for example.
  package private(set) var included: [Transition] = []

  /// Begins to follow; reports the state or the absence first, then each change.
  ///
  /// Each read has the proxy's deadline.
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
    heard = [:]
    phase = .reading(number)
    service.state(of: Transition.Source.self) { [weak self] answer in
      guard let self, case .reading(number) = phase else { return }
      switch answer {
      case .success(let state):
        phase = .following(state, Transition())
        included = heard.filter { $0.key <= state.revision }.map(\.value)
        heard = [:]
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

  /// Following needs all signals and the owner: the first failure ends it.
  private func subscriptionFailed(_ error: BusError) {
    guard !subscriptions.isEmpty else { return }
    unsubscribe()
    phase = .absent
    report(.failure(error))
  }

  /// Absence is reported by the change of owner; a running service must answer.
  private func readingFailed(_ error: BusError) {
    phase = .absent
    let hasGone: [ErrorName] = [.serviceUnknown, .nameHasNoOwner, .disconnected]
    guard !hasGone.contains(error.name) else { return }
    phase = .failed
    report(.failure(error))
  }

  private func note(_ revision: UInt64, _ add: (inout Transition) -> Void) {
    switch phase {
    case .absent: break
    case .reading: add(&heard[revision, default: Transition()])
    case .failed: readAgain()
    case .following(let state, var transition):
      guard isNext(revision, state) else { return }
      add(&transition)
      phase = .following(state, transition)
    }
  }

  /// Applies the last signal of a transition, and reports the transition.
  private func finish(_ changed: [String: Value]) {
    if case .failed = phase { return readAgain() }
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

  /// Whether this is the next revision; after a gap everything is read again, after a repetition
  /// not.
  private func isNext(_ revision: UInt64, _ known: State) -> Bool {
    guard revision != known.revision &+ 1 else { return true }
    if revision != known.revision { readAgain() }
    return false
  }
}
