package import DBus
internal import MemoryGame

/// The service's name and path on the session bus, and the interface that every version has.
package enum MemorizeContract {
  package static let name: BusName = "org.memorized.Memorize1"
  package static let path: ObjectPath = "/org/memorized/Memorize1"
  package static let version = "0.4.0-dev"

  package static let daemonVersion = Property<Void, String>(
    "Version", "The version of the service, as MAJOR.MINOR.PATCH, with -dev before a release.",
    .const
  ) { _ in version }

  package static let rulesVersion = Property<Void, UInt32>(
    "RulesVersion",
    "The version of the rules; while it stays the same, a seed always gives the same deal.",
    .const
  ) { _ in UInt32(RulesVersion.current) }

  package static let interface = Interface<Void>(
    "org.memorized.Memorize1", "The versions of the running service and of its rules."
  ) {
    daemonVersion
    rulesVersion
  }
}

/// An interface whose properties are one record.
package protocol Contract {
  associatedtype Service
  associatedtype State: Record

  static var interface: Interface<Service> { get }
}

extension Proxy {
  package func state<C: Contract>(
    of contract: C.Type, completion: @escaping (Result<C.State, BusError>) -> Void
  ) {
    properties(of: contract.interface) { answer in
      completion(
        answer.flatMap { properties in
          Result { () throws(BusError) in try C.State(properties.values) }
        })
    }
  }
}
