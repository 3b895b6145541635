internal import EventLoop

/// The signals that were asked for, and the owners of the names they are to come from.
final class Subscriptions {
  private struct Subscription {
    let id: SubscriptionID
    let rule: MatchRule
    let handler: (Message) -> Void
  }

  /// A name and who has it: not known before the bus has answered.
  private struct Follower {
    var owner: BusName?
    var isKnown = false
    var handlers: [(BusName?) -> Void] = []
  }

  private unowned let connection: Connection
  /// In the order in which they were asked for.
  private var subscriptions: [Subscription] = []
  private var nextNumber: UInt64 = 1
  private var followers: [BusName: Follower] = [:]

  init(connection: Connection) {
    self.connection = connection
  }

  func add(_ rule: MatchRule, handler: @escaping (Message) -> Void) -> SubscriptionID {
    if let sender = rule.sender, sender != .bus, !sender.isUnique { follow(sender) }
    let id = SubscriptionID(number: nextNumber)
    nextNumber += 1
    subscriptions.append(Subscription(id: id, rule: rule, handler: handler))
    addMatch(rule)
    return id
  }

  func remove(_ id: SubscriptionID) {
    guard let index = subscriptions.firstIndex(where: { $0.id == id }) else { return }
    connection.bus("RemoveMatch", subscriptions.remove(at: index).rule.text) { _ in }
  }

  func followOwner(of name: BusName, handler: @escaping (BusName?) -> Void) {
    follow(name)
    guard followers[name]?.isKnown == true else {
      followers[name]?.handlers.append(handler)
      return
    }
    // Changes that come before its turn are part of what it is told first.
    connection.loop.enqueue { [weak self] in
      guard let follower = self?.followers[name] else { return }
      self?.followers[name]?.handlers.append(handler)
      handler(follower.owner)
    }
  }

  func deliver(_ signal: Message) {
    if signal.sender == .bus, signal.member == "NameOwnerChanged",
      let (name, _, owner) = try? signal.arguments(of: String.self, String.self, String.self)
    {
      setOwner(of: BusName(unchecked: name), owner.isEmpty ? nil : BusName(unchecked: owner))
    }
    let matching = subscriptions.filter {
      $0.rule.matches(signal) && isFrom($0.rule.sender, signal.sender)
    }
    // A handler may end other subscriptions.
    for subscription in matching where subscriptions.contains(where: { $0.id == subscription.id }) {
      subscription.handler(signal)
    }
  }

  private func isFrom(_ wanted: BusName?, _ sender: BusName?) -> Bool {
    guard let wanted, wanted != sender else { return true }
    return sender != nil && followers[wanted]?.owner == sender
  }

  /// Asks for changes first and for the owner second, so that no change falls between.
  private func follow(_ name: BusName) {
    guard followers[name] == nil else { return }
    followers[name] = Follower()
    addMatch(
      MatchRule(
        sender: .bus, path: .bus, interface: .bus, member: "NameOwnerChanged",
        firstArgument: name.rawValue))
    connection.bus("GetNameOwner", name.rawValue, returning: String.self) { [weak self] result in
      switch result {
      case .success(let owner): self?.setOwner(of: name, BusName(unchecked: owner))
      case .failure(let error) where error.name == .nameHasNoOwner:
        self?.setOwner(of: name, nil)
      case .failure: break
      }
    }
  }

  private func setOwner(of name: BusName, _ owner: BusName?) {
    guard var follower = followers[name], !follower.isKnown || follower.owner != owner else {
      return
    }
    follower.owner = owner
    follower.isKnown = true
    followers[name] = follower
    for handler in follower.handlers { handler(owner) }
  }

  private func addMatch(_ rule: MatchRule) {
    connection.bus("AddMatch", rule.text) { _ in }
  }
}
