/// A name of the bus that is known to be valid: libdbus ends the process for one that is not.
public protocol ValidatedName: RawRepresentable<String>, Hashable, Sendable,
  ExpressibleByStringLiteral, CustomStringConvertible
{
  /// What such a name is called in an error message.
  static var kind: String { get }

  /// Whether the text is such a name, by the D-Bus specification.
  static func isValid(_ text: String) -> Bool

  /// Takes the text as it is; for those who have checked it.
  init(unchecked text: String)
}

extension ValidatedName {
  /// Takes a text that is a valid name, and nothing else.
  public init?(rawValue text: String) {
    guard Self.isValid(text) else { return nil }
    self.init(unchecked: text)
  }

  /// Takes a text from outside.
  ///
  /// - Throws: `InvalidArgs` where the text is no such name.
  public init(_ text: String) throws(BusError) {
    guard Self.isValid(text) else {
      throw .invalidArguments("“\(text.printable)” is not a valid \(Self.kind).")
    }
    self.init(unchecked: text)
  }

  /// Takes a literal of the source code; one that is no valid name is a mistake in the program.
  public init(stringLiteral text: String) {
    precondition(Self.isValid(text), "“\(text)” is not a valid \(Self.kind)")
    self.init(unchecked: text)
  }

  /// The name itself.
  public var description: String { rawValue }
}

/// A name on the bus: `org.example.Service1`, or a connection's own, `:1.42`.
public struct BusName: ValidatedName {
  /// The name as text.
  public let rawValue: String
  /// “bus name”.
  public static let kind = "bus name"

  /// Takes the text as it is.
  public init(unchecked text: String) { rawValue = text }

  /// Whether libdbus takes the text for a bus name.
  public static func isValid(_ text: String) -> Bool { Validation.isBusName(text) }

  /// Whether this is a connection's own name, given by the bus and never used again.
  public var isUnique: Bool { rawValue.utf8.first == UInt8(ascii: ":") }

  /// The message bus itself.
  public static let bus: BusName = "org.freedesktop.DBus"
}

/// The path of an object: `/org/example/Service1`.
public struct ObjectPath: ValidatedName {
  /// The path as text.
  public let rawValue: String
  /// “object path”.
  public static let kind = "object path"

  /// Takes the text as it is.
  public init(unchecked text: String) { rawValue = text }

  /// Whether libdbus takes the text for an object path.
  public static func isValid(_ text: String) -> Bool { Validation.isObjectPath(text) }

  /// The message bus itself.
  public static let bus: ObjectPath = "/org/freedesktop/DBus"
}

/// The name of an interface: `org.example.Service1.Thing`.
public struct InterfaceName: ValidatedName {
  /// The name as text.
  public let rawValue: String
  /// “interface name”.
  public static let kind = "interface name"

  /// Takes the text as it is.
  public init(unchecked text: String) { rawValue = text }

  /// Whether libdbus takes the text for an interface name.
  public static func isValid(_ text: String) -> Bool { Validation.isInterfaceName(text) }

  /// The message bus itself.
  public static let bus: InterfaceName = "org.freedesktop.DBus"
  /// What every object with properties has.
  public static let properties: InterfaceName = "org.freedesktop.DBus.Properties"
}

/// The name of a method, a signal or a property: `Flip`.
public struct MemberName: ValidatedName {
  /// The name as text.
  public let rawValue: String
  /// “member name”.
  public static let kind = "member name"

  /// Takes the text as it is.
  public init(unchecked text: String) { rawValue = text }

  /// Whether libdbus takes the text for a member's name.
  public static func isValid(_ text: String) -> Bool { Validation.isMemberName(text) }
}

/// The name of an error: `org.freedesktop.DBus.Error.InvalidArgs`.
public struct ErrorName: ValidatedName {
  /// The name as text.
  public let rawValue: String
  /// “error name”.
  public static let kind = "error name"

  /// Takes the text as it is.
  public init(unchecked text: String) { rawValue = text }

  /// Whether libdbus takes the text for an error's name.
  public static func isValid(_ text: String) -> Bool { Validation.isErrorName(text) }
}

extension String {
  /// The text with everything that could disturb a terminal, a log or libdbus shown as `U+XXXX`,
  /// and cut after 120 scalars: characters have no largest size, so those are not what is counted.
  package var printable: String { printable(upTo: 120) }

  /// The same, cut after another number of scalars.
  package func printable(upTo limit: Int) -> String {
    var result = ""
    for (index, scalar) in unicodeScalars.enumerated() {
      if index == limit { return result + "…" }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
        result += "U+" + String(scalar.value, radix: 16, uppercase: true).leftPadded(to: 4)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private func leftPadded(to length: Int) -> String {
    String(repeating: "0", count: max(0, length - count)) + self
  }
}
