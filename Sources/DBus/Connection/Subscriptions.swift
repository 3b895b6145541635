internal import EventLoop

/// Identifies a subscription.
public struct SubscriptionID: Hashable, Sendable {
  let number: UInt64
}

/// The subscriptions to signals, and the owners of the names that send them.
///
/// When `onFailure` is called, the bus has refused the subscription and it has ended. The loss of
/// the connection is reported by `Connection.onDisconnect` instead.
final class Subscriptions {
  private struct Subscription {
    let id: SubscriptionID
    let rule: MatchRule
    let handler: (Message) -> Void
  }

  /// A user of a name's owner: a caller of `followOwner`, or a subscription to its signals.
  private struct Follower {
    let id: SubscriptionID
    /// Whether it joined late and waits for its first owner.
    var isWaiting = false
    let handler: ((BusName?) -> Void)?
    let onFailure: (BusError) -> Void
  }

  /// A name whose owner is followed while a subscription needs it.
  private final class NameOwner {
    let name: BusName
    var owner: BusName?
    /// False until the bus has answered.
    var isKnown = false
    var followers: [Follower] = []

    init(_ name: BusName) {
      self.name = name
    }

    var rule: MatchRule {
      MatchRule(
        sender: .bus, path: .bus, interface: .bus, member: "NameOwnerChanged",
        firstArgument: name.rawValue)
    }

    func set(_ owner: BusName?) {
      guard !isKnown || self.owner != owner else { return }
      self.owner = owner
      isKnown = true
      // A handler may end other subscriptions.
      for follower in followers where !follower.isWaiting {
        if followers.contains(where: { $0.id == follower.id }) { follower.handler?(owner) }
      }
    }

    /// Gives a follower that has joined late its first owner.
    func welcome(_ id: SubscriptionID) {
      guard let index = followers.firstIndex(where: { $0.id == id }) else { return }
      followers[index].isWaiting = false
      followers[index].handler?(owner)
    }
  }

  private unowned let connection: Connection
  /// In the order of subscribing.
  private var subscriptions: [Subscription] = []
  private var owners: [BusName: NameOwner] = [:]
  private var lastNumber: UInt64 = 0

  init(connection: Connection) {
    self.connection = connection
  }

  func add(
    _ rule: MatchRule, onFailure: @escaping (BusError) -> Void, handler: @escaping (Message) -> Void
  ) -> SubscriptionID {
    let id = newID()
    if let sender = rule.sender, sender != .bus, !sender.isUnique {
      let ownerFailed: (BusError) -> Void = { [weak self] error in
        self?.remove(id)
        onFailure(error)
      }
      follow(sender, Follower(id: id, handler: nil, onFailure: ownerFailed))
    }
    subscriptions.append(Subscription(id: id, rule: rule, handler: handler))
    addMatch(rule) { [weak self] error in
      guard let self, pop(id) != nil else { return }
      leaveOwner(id)
      onFailure(error)
    }
    return id
  }

  /// Reports the owner of a name: once it is known, then at every change.
  func followOwner(
    of name: BusName, onFailure: @escaping (BusError) -> Void,
    handler: @escaping (BusName?) -> Void
  ) -> SubscriptionID {
    let id = newID()
    follow(name, Follower(id: id, handler: handler, onFailure: onFailure))
    return id
  }

  func remove(_ id: SubscriptionID) {
    if let subscription = pop(id) { removeMatch(subscription.rule) }
    leaveOwner(id)
  }

  func deliver(_ signal: Message) {
    if signal.sender == .bus, signal.member == "NameOwnerChanged",
      let (name, _, owner) = try? signal.arguments(of: String.self, String.self, String.self)
    {
      owners[BusName(unchecked: name)]?.set(owner.isEmpty ? nil : BusName(unchecked: owner))
    }
    let matching = subscriptions.filter {
      $0.rule.matches(signal) && isFrom($0.rule.sender, signal.sender)
    }
    // A handler may end other subscriptions.
    for subscription in matching where subscriptions.contains(where: { $0.id == subscription.id }) {
      subscription.handler(signal)
    }
  }

  private func newID() -> SubscriptionID {
    lastNumber += 1
    return SubscriptionID(number: lastNumber)
  }

  private func pop(_ id: SubscriptionID) -> Subscription? {
    subscriptions.firstIndex { $0.id == id }.map { subscriptions.remove(at: $0) }
  }

  private func isFrom(_ wanted: BusName?, _ sender: BusName?) -> Bool {
    guard let wanted, wanted != sender else { return true }
    return sender != nil && owners[wanted]?.owner == sender
  }

  private func follow(_ name: BusName, _ follower: Follower) {
    guard let followed = owners[name] else { return begin(name, follower) }
    var follower = follower
    follower.isWaiting = followed.isKnown && follower.handler != nil
    followed.followers.append(follower)
    // Its first report includes changes that come before its turn.
    if follower.isWaiting {
      connection.loop.enqueue { [weak followed, id = follower.id] in followed?.welcome(id) }
    }
  }

  /// Asks for changes first and for the owner second, so that no change is missed in between.
  private func begin(_ name: BusName, _ follower: Follower) {
    let followed = NameOwner(name)
    followed.followers = [follower]
    owners[name] = followed
    addMatch(followed.rule) { [weak self, weak followed] in self?.fail(followed, $0) }
    connection.bus("GetNameOwner", name.rawValue, returning: String.self) {
      [weak self, weak followed] result in
      switch result {
      case .success(let owner): followed?.set(BusName(unchecked: owner))
      case .failure(let error) where error.name == .nameHasNoOwner: followed?.set(nil)
      case .failure(let error) where error.name == .disconnected: break
      case .failure(let error):
        if let followed { self?.removeMatch(followed.rule) }
        self?.fail(followed, error)
      }
    }
  }

  private func fail(_ followed: NameOwner?, _ error: BusError) {
    guard let followed, owners[followed.name] === followed else { return }
    owners[followed.name] = nil
    for follower in followed.followers { follower.onFailure(error) }
  }

  private func leaveOwner(_ id: SubscriptionID) {
    for followed in owners.values {
      followed.followers.removeAll { $0.id == id }
      guard followed.followers.isEmpty else { continue }
      owners[followed.name] = nil
      removeMatch(followed.rule)
    }
  }

  private func addMatch(_ rule: MatchRule, onFailure: @escaping (BusError) -> Void) {
    connection.bus("AddMatch", rule.text) { result in
      if case .failure(let error) = result, error.name != .disconnected { onFailure(error) }
    }
  }

  private func removeMatch(_ rule: MatchRule) {
    connection.bus("RemoveMatch", rule.text) { _ in }
  }
}
