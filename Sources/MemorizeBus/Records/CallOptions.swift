package import DBus
internal import PlainText

/// The options of a call, each of which may be left out: a Swift struct for an `a{sv}` on the bus.
///
/// The caller and the service use the same table for writing and reading.
package protocol CallOptions: Hashable, Sendable {
  init()

  static var table: [CallOption<Self>] { get }
  /// Says that a key is not in the table.
  static func refusal(ofKey key: String) -> String
}

/// One line of the table: a key on the bus, and the property for its value.
package struct CallOption<Root: CallOptions>: Sendable {
  fileprivate let key: String
  /// Nil if the option is not given.
  fileprivate let get: @Sendable (Root) -> Value?
  fileprivate let set: @Sendable (inout Root, Value) throws(BusError) -> Void

  package init<T: BusType>(_ key: String, _ path: any WritableKeyPath<Root, T?> & Sendable) {
    self.key = key
    get = { $0[keyPath: path]?.asValue }
    set = { (root: inout Root, value: Value) throws(BusError) in
      root[keyPath: path] = try Self.typed(value, key)
    }
  }

  /// An option whose value is one of a few words.
  package init<Choice: RawRepresentable<String> & CaseIterable & SendableMetatype>(
    _ key: String, _ path: any WritableKeyPath<Root, Choice?> & Sendable
  ) {
    self.key = key
    get = { $0[keyPath: path]?.rawValue.asValue }
    set = { (root: inout Root, value: Value) throws(BusError) in
      let word: String = try Self.typed(value, key)
      guard let choice = Choice(rawValue: word) else {
        throw .invalidArguments(Choice.refusal(of: key, word.printable))
      }
      root[keyPath: path] = choice
    }
  }

  private static func typed<T: BusType>(_ value: Value, _ key: String) throws(BusError) -> T {
    guard value.signature == T.signature, let typed = T(exactly: value) else {
      let (type, given) = (T.signature, value.signature)
      throw .invalidArguments(
        english("The option \(key) is of type “\(type)”, not “\(given)”."))
    }
    return typed
  }
}

extension CallOptions {
  /// Throws `InvalidArgs` for a value of another type, and for a key that is not in the table.
  package init(_ values: [String: Value]) throws(BusError) {
    self.init()
    var unknown = Set(values.keys)
    for option in Self.table {
      guard let value = values[option.key] else { continue }
      try option.set(&self, value)
      unknown.remove(option.key)
    }
    // The smallest, so that the error does not depend on the dictionary's order.
    if let key = unknown.min() {
      throw .invalidArguments(Self.refusal(ofKey: key.printable))
    }
  }

  package var values: [String: Value] {
    var values: [String: Value] = [:]
    for option in Self.table { values[option.key] = option.get(self) }
    return values
  }

  /// The keys of the options that are given, in the order of the table.
  package var keys: [String] {
    Self.table.filter { $0.get(self) != nil }.map(\.key)
  }
}

extension RawRepresentable<String> where Self: CaseIterable {
  /// Says that a word is unknown, and lists the known ones.
  package static func refusal(of kind: String, _ word: String) -> String {
    let choices = allCases.map(\.rawValue).alternatives
    // Translators: {kind} is the name of an option, {choices} is as “a, b or c”.
    return english("Unknown \(kind) “\(word)”: choose \(choices).")
  }
}
