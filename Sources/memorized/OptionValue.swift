internal import DBus

extension Value {
  /// The value of an option.
  func option<T: BusType>(_ key: String) throws(BusError) -> T {
    guard signature == T.signature, let typed = T(exactly: self) else {
      throw .invalidArguments("The option \(key) is of type “\(T.signature)”, not “\(signature)”.")
    }
    return typed
  }
}
