internal import DBus

extension Value {
  /// The value of an option.
  ///
  /// - Parameter key: the option's name, one that is known.
  /// - Returns: the value as the type that is asked for.
  /// - Throws: `InvalidArgs` where it is of another type: nothing is converted.
  func option<T: BusType>(_ key: String) throws(BusError) -> T {
    guard signature == T.signature, let typed = T(exactly: self) else {
      throw .invalidArguments("The option \(key) is of type “\(T.signature)”, not “\(signature)”.")
    }
    return typed
  }
}
