// Members of a conformance have the documentation of their protocol.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

internal import PlainText

/// The kinds of names that libdbus checks, with their names in error messages.
public enum NameKind: String, Sendable {
  /// Well-known or unique.
  case busName = "bus name"
  case objectPath = "object path"
  case interface = "interface name"
  /// The name of a method, a signal or a property.
  case member = "member name"
  case error = "error name"
  /// Any number of complete types.
  case signature
}

/// A valid name: libdbus ends the process over an invalid one.
public protocol ValidatedName: RawRepresentable<String>, Hashable, Sendable,
  ExpressibleByStringLiteral, CustomStringConvertible
{
  /// The kind of the name.
  static var kind: NameKind { get }

  /// Makes it from a text that has already been checked.
  init(unchecked text: String)
}

extension ValidatedName {
  /// Whether libdbus accepts the text.
  public static func isValid(_ text: String) -> Bool { kind.accepts(text) }

  /// Makes it from a valid text; nil for others.
  public init?(rawValue text: String) {
    guard Self.isValid(text) else { return nil }
    self.init(unchecked: text)
  }

  /// Makes it from a text from outside; `InvalidArgs` if that is not valid.
  public init(_ text: String) throws(BusError) {
    guard Self.isValid(text) else {
      throw .invalidArguments("“\(text.printable)” is not a valid \(Self.kind.rawValue).")
    }
    self.init(unchecked: text)
  }

  /// Makes it from a literal; an invalid one is an error in the program.
  public init(stringLiteral text: String) {
    precondition(Self.isValid(text), "“\(text)” is not a valid \(Self.kind.rawValue)")
    self.init(unchecked: text)
  }

  /// The text itself.
  public var description: String { rawValue }
}

/// A name on the bus: `org.example.Service1`, or a connection's own, `:1.42`.
public struct BusName: ValidatedName {
  public let rawValue: String
  public static let kind = NameKind.busName

  /// The message bus itself.
  public static let bus: BusName = "org.freedesktop.DBus"

  public init(unchecked text: String) { rawValue = text }

  /// Whether this is a connection's own name, given by the bus and never used again.
  public var isUnique: Bool { rawValue.utf8.first == UInt8(ascii: ":") }
}

/// The path of an object: `/org/example/Service1`.
public struct ObjectPath: ValidatedName {
  public let rawValue: String
  public static let kind = NameKind.objectPath

  /// The message bus itself.
  public static let bus: ObjectPath = "/org/freedesktop/DBus"

  public init(unchecked text: String) { rawValue = text }
}

/// The name of an interface: `org.example.Service1.Thing`.
public struct InterfaceName: ValidatedName {
  public let rawValue: String
  public static let kind = NameKind.interface

  /// The message bus itself.
  public static let bus: InterfaceName = "org.freedesktop.DBus"
  /// The interface of every object with properties.
  public static let properties: InterfaceName = "org.freedesktop.DBus.Properties"

  public init(unchecked text: String) { rawValue = text }
}

/// The name of a method, a signal or a property: `Flip`.
public struct MemberName: ValidatedName {
  public let rawValue: String
  public static let kind = NameKind.member

  public init(unchecked text: String) { rawValue = text }
}

/// The name of an error: `org.freedesktop.DBus.Error.InvalidArgs`.
public struct ErrorName: ValidatedName {
  public let rawValue: String
  public static let kind = NameKind.error

  public init(unchecked text: String) { rawValue = text }
}
