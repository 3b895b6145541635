package import DBus

/// The interface `org.memorized.Memorize1.Profile`: who practises, which nobody has to say.
package enum ProfileContract {
  /// The service as its declarations see it.
  package typealias Service = any ProfileService

  /// Says who practises.
  package static let register = Method(
    "Register",
    """
    Says who practises, by a name of at least 3 characters after trimming, which is kept across \
    restarts where remember says so. Errors: InvalidName, StorageFailed.
    """,
    in: "name", "remember"
  ) { (profile: Service, name: String, remember: Bool) in
    try profile.register(name, remember: remember)
  }

  /// Forgets who practises.
  package static let forget = Method(
    "Forget",
    """
    Forgets the name, and on wish all reviews too, with the session that is on, so that the store \
    holds no trace of them. A database that was put aside as damaged is left alone. Error: \
    StorageFailed.
    """,
    in: "reviews_too"
  ) { (profile: Service, reviewsToo: Bool) in try profile.forget(reviewsToo: reviewsToo) }

  /// The property `UserName`.
  package static let userName = Property<Service, String>(
    "UserName", "Who practises; empty where nobody has said so.", .value
  ) { $0.userName }

  /// The property `Registered`.
  package static let registered = Property<Service, Bool>(
    "Registered", "Whether somebody has said who practises.", .value
  ) { $0.registered }

  /// The property `Remembered`.
  package static let remembered = Property<Service, Bool>(
    "Remembered", "Whether the name is kept across restarts.", .value
  ) { $0.remembered }

  /// The interface as a table.
  package static let interface = Interface<Service>(
    "org.memorized.Memorize1.Profile", "Who practises."
  ) {
    register
    forget
    userName
    registered
    remembered
  }
}

/// What answers the interface `org.memorized.Memorize1.Profile`; ``ProfileContract`` says how.
package protocol ProfileService: AnyObject {
  /// Answers ``ProfileContract/register``.
  func register(_ name: String, remember: Bool) throws
  /// Answers ``ProfileContract/forget``.
  func forget(reviewsToo: Bool) throws
  /// See ``ProfileContract/userName``.
  var userName: String { get }
  /// See ``ProfileContract/registered``.
  var registered: Bool { get }
  /// See ``ProfileContract/remembered``.
  var remembered: Bool { get }
}
