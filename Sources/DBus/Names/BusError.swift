internal import PlainText

/// A failure with its name on the bus and a sentence for a person.
///
/// It represents a peer's errors as well as our own; unknown error names stay unchanged.
public struct BusError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error's name on the bus.
  public let name: ErrorName
  /// A sentence that says what went wrong and what to do.
  public let message: String

  /// Makes an error; a U+0000 in the message, which the bus cannot carry, becomes U+FFFD.
  public init(_ name: ErrorName, _ message: String) {
    self.name = name
    self.message = message.utf8.contains(0) ? message.replacing(["\0": "\u{FFFD}"]) : message
  }

  /// The sentence, and the name in brackets.
  public var description: String { "\(message) (\(name))" }
}

extension ErrorName {
  private static func standard(_ name: String) -> ErrorName {
    ErrorName(unchecked: "org.freedesktop.DBus.Error." + name)
  }

  /// Any failure without a better name.
  public static let failed = standard("Failed")
  /// The arguments' types or values are wrong.
  public static let invalidArgs = standard("InvalidArgs")
  /// An answer has other types than declared.
  public static let invalidSignature = standard("InvalidSignature")
  /// A message is too large, or a queue is full.
  public static let limitsExceeded = standard("LimitsExceeded")
  /// The interface has no such method.
  public static let unknownMethod = standard("UnknownMethod")
  /// There is no object at that path.
  public static let unknownObject = standard("UnknownObject")
  /// The object has no such interface.
  public static let unknownInterface = standard("UnknownInterface")
  /// The interface has no such property.
  public static let unknownProperty = standard("UnknownProperty")
  /// The property can be read only.
  public static let propertyReadOnly = standard("PropertyReadOnly")
  /// The name has no owner, and no service can be started for it.
  public static let serviceUnknown = standard("ServiceUnknown")
  /// The name has no owner at the moment.
  public static let nameHasNoOwner = standard("NameHasNoOwner")
  /// No answer came before the deadline, or the peer went away first.
  public static let noReply = standard("NoReply")
  /// The deadline passed.
  public static let timeout = standard("Timeout")
  /// A service that the bus starts did not get ready in time.
  public static let startTimedOut = standard("TimedOut")
  /// The connection to the bus is lost.
  public static let disconnected = standard("Disconnected")
  /// There is no bus to connect to.
  public static let noServer = standard("NoServer")

  /// Whether the bus tried to start the service, and that failed
  /// (`org.freedesktop.DBus.Error.Spawn.…`).
  public var isActivationFailure: Bool { rawValue.hasPrefix("org.freedesktop.DBus.Error.Spawn.") }
}

extension BusError {
  /// The arguments' types or values are wrong (`InvalidArgs`).
  public static func invalidArguments(_ message: String) -> BusError {
    BusError(.invalidArgs, message)
  }

  /// The bus did not answer in time.
  package static func silentBus(_ address: BusAddress, _ deadline: Duration) -> BusError {
    let time = deadline.inSeconds
    return BusError(
      .timeout, english("The message bus at \(address) did not answer within \(time)."))
  }

  static let notConnected = BusError(.disconnected, english("There is no connection to the bus."))

  static let outOfMemory = BusError(
    ErrorName(unchecked: "org.freedesktop.DBus.Error.NoMemory"),
    english("There is not enough memory."))
}
