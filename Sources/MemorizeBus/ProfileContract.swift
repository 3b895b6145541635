package import DBus

/// The profile, which is optional: the properties of ``ProfileContract``.
package struct Profile: Record {
  /// Empty if there is none.
  package var name = ""
  package var isRegistered = false
  package var isRemembered = false

  package init() {}

  package init(name: String, isRemembered: Bool) {
    (self.name, isRegistered, self.isRemembered) = (name, !name.isEmpty, isRemembered)
  }

  package static let fields: [Field<Profile>] = [
    Field(
      "UserName", \.name, "The user's name; empty if none is registered.",
      json: "name"),
    Field("Registered", \.isRegistered, "Whether a name is registered."),
    Field("Remembered", \.isRemembered, "Whether the name is saved across restarts."),
  ]
}

package enum ProfileContract: Contract {
  package typealias Service = any ProfileService
  package typealias State = Profile

  package static let register = Method(
    interface, "Register",
    """
    Registers the user's name. It needs at least one visible character, and is saved across \
    restarts if remember is true. Errors: InvalidName, StorageFailed.
    """,
    in: "name", "remember"
  ) { (service: Service, name: String, remember: Bool) in
    try service.register(name, remember: remember)
  }

  package static let forget = Method(
    interface, "Forget",
    """
    Forgets the name and, if reviews_too is true, all reviews and the current session, leaving no \
    trace of them in the store and in this machine's log. A damaged database that was set aside is not changed. \
    Error: StorageFailed.
    """,
    in: "reviews_too"
  ) { (service: Service, reply: Reply<>, reviewsToo: Bool) in
    try service.forget(reviewsToo: reviewsToo, reply)
  }

  package static let interface: Interface<Service> = Interface(
    "org.memorized.Memorize1.Profile", "An optional name for the user."
  ) {
    register
    forget
    Profile.properties { $0.profile }
  }
}

package protocol ProfileService: AnyObject {
  func register(_ name: String, remember: Bool) throws
  func forget(reviewsToo: Bool, _ reply: Reply<>) throws
  var profile: Profile { get }
}
