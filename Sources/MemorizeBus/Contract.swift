package import DBus

/// An interface whose properties are one record.
package protocol Contract {
  /// The service as the declarations of its interface see it.
  associatedtype Service
  /// What its properties hold.
  associatedtype State: Record

  static var interface: Interface<Service> { get }
}

extension Proxy {
  /// Reads all properties of an interface.
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
