package import DBus

/// Where the service is found on the session bus, and the interface every version of it has.
package enum MemorizeContract {
  /// The service's name.
  package static let name: BusName = "org.memorized.Memorize1"
  /// Its one object.
  package static let path: ObjectPath = "/org/memorized/Memorize1"
  /// The version of this program.
  package static let version = "0.1.0"

  /// The daemon's version.
  package static let daemonVersion = Property<any MemorizeService, String>(
    "Version", "The version of the service, as MAJOR.MINOR.PATCH.", .const
  ) { $0.version }

  /// The version of the rules.
  package static let rulesVersion = Property<any MemorizeService, UInt32>(
    "RulesVersion",
    "The version of the rules: a seed gives the same deal for as long as this stays the same.",
    .const
  ) { $0.rulesVersion }

  /// The interface `org.memorized.Memorize1`.
  package static let interface = Interface<any MemorizeService>(
    "org.memorized.Memorize1", "The service itself: which version of it runs."
  ) {
    daemonVersion
    rulesVersion
  }
}

/// What answers the interface `org.memorized.Memorize1`.
package protocol MemorizeService: AnyObject {
  /// See ``MemorizeContract/daemonVersion``.
  var version: String { get }
  /// See ``MemorizeContract/rulesVersion``.
  var rulesVersion: UInt32 { get }
}
