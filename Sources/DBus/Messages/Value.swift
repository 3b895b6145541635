/// A value whose type is known only at run time: the content of a variant.
public enum Value: Hashable, Sendable {
  case byte(UInt8)  // y
  case boolean(Bool)  // b
  case int16(Int16)  // n
  case uint16(UInt16)  // q
  case int32(Int32)  // i
  case uint32(UInt32)  // u
  case int64(Int64)  // x
  case uint64(UInt64)  // t
  case double(Double)  // d
  case string(String)  // s
  case objectPath(ObjectPath)  // o
  case signature(Signature)  // g
  /// `a…`: the element's type, which an empty array has too, and the elements.
  case array(Signature, [Value])
  /// `a{…}`: the types of key and value, and the entries in their order.
  indirect case dictionary(key: Signature, value: Signature, [Entry])
  case structure([Value])  // (…)
  indirect case variant(Value)  // v
  /// `h`: a file descriptor, which this binding never reads from a message.
  case fileDescriptor

  /// One entry of a dictionary.
  public struct Entry: Hashable, Sendable {
    /// The key, a basic value.
    public let key: Value
    /// The value.
    public let value: Value

    /// Makes an entry of a basic value and any value.
    public init(key: Value, value: Value) {
      self.key = key
      self.value = value
    }
  }

  /// The type of the value.
  public var signature: Signature { Signature(unchecked: signatureText) }

  /// A value that is not a container; nil for containers and file descriptors.
  var basic: (any BasicBusType)? {
    switch self {
    case .byte(let number): number
    case .boolean(let truth): truth
    case .int16(let number): number
    case .uint16(let number): number
    case .int32(let number): number
    case .uint32(let number): number
    case .int64(let number): number
    case .uint64(let number): number
    case .double(let number): number
    case .string(let text): text
    case .objectPath(let path): path
    case .signature(let signature): signature
    case .array, .dictionary, .structure, .variant, .fileDescriptor: nil
    }
  }

  private var signatureText: String {
    switch self {
    case .array(let element, _): "a" + element.rawValue
    case .dictionary(let key, let value, _): "a{" + key.rawValue + value.rawValue + "}"
    case .structure(let fields): fields.reduce("(") { $0 + $1.signatureText } + ")"
    case .variant: "v"
    default: basic.map { String(type(of: $0).typeCode) } ?? "h"
    }
  }

  /// Takes a typed value.
  public init<T: BusType>(_ value: T) {
    self = value.asValue
  }

  /// Keeps a `Value` unchanged.
  public init(_ value: Value) {
    self = value
  }

  /// The value as a Swift type, nil if it is of another type: nothing is converted.
  public func get<T: BusType>(_ type: T.Type = T.self) -> T? {
    T(exactly: self)
  }
}
