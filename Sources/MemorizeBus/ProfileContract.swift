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
    Field("UserName", \.name, "Who practises; empty where nobody has said so.", json: "name"),
    Field("Registered", \.isRegistered, "Whether somebody has said who practises."),
    Field("Remembered", \.isRemembered, "Whether the name is kept across restarts."),
  ]
}

package enum ProfileContract: Contract {
  package typealias Service = any ProfileService
  package typealias State = Profile

  /// The length of the shortest name.
  package static let minimumCharacters = 3

  package static let register = Method(
    "Register",
    """
    Says who practises, by a name of at least \(minimumCharacters) characters after trimming, which is \
    kept across restarts where remember says so. Errors: InvalidName, StorageFailed.
    """,
    in: "name", "remember"
  ) { (service: Service, name: String, remember: Bool) in
    try service.register(name, remember: remember)
  }

  package static let forget = Method(
    "Forget",
    """
    Forgets the name, and on wish all reviews too, with the session that is on, so that the store \
    holds no trace of them. A database that was put aside as damaged is left alone. Error: \
    StorageFailed.
    """,
    in: "reviews_too"
  ) { (service: Service, reviewsToo: Bool) in try service.forget(reviewsToo: reviewsToo) }

  package static let interface = Interface<Service>(
    "org.memorized.Memorize1.Profile", "Who practises."
  ) {
    register
    forget
    Profile.properties { $0.profile }
  }
}

package protocol ProfileService: AnyObject {
  func register(_ name: String, remember: Bool) throws
  func forget(reviewsToo: Bool) throws
  var profile: Profile { get }
}
