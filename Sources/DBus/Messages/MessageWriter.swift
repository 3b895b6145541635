internal import PlainText

/// Lays out arguments as D-Bus sends them (“Marshaling” in its specification).
///
/// This throws for invalid values, over which libdbus' append functions end the process, and is
/// several times as fast.
public struct MessageWriter {
  private(set) var bytes: [UInt8] = []
  private var depth = 0

  /// The largest body we send, in bytes: half of the specification's limit for an array.
  static let maximumBodySize = 32 << 20

  /// The deepest nesting of containers; libdbus accepts 64.
  static let maximumDepth = 32

  init(capacity: Int = 256) {
    bytes.reserveCapacity(capacity)
  }

  /// Pads with zeros to a multiple of the alignment, which is a power of two.
  mutating func align(to alignment: Int) {
    while bytes.count & (alignment - 1) != 0 { bytes.append(0) }
  }

  /// Appends a number as it is in memory, aligned to its size.
  mutating func append<T: BitwiseCopyable>(_ number: T) {
    align(to: MemoryLayout<T>.size)
    withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
  }

  /// Appends a message's body to its header, which ends at a multiple of 8.
  mutating func append(contentsOf other: MessageWriter) {
    bytes.append(contentsOf: other.bytes)
  }

  /// Appends a text with its length before it and a zero after it; throws `InvalidArgs` for a text
  /// that contains a zero.
  mutating func append(text: String) throws(BusError) {
    var text = text
    let hasZero = text.withUTF8 { utf8 in
      append(UInt32(truncatingIfNeeded: utf8.count))
      bytes.append(contentsOf: utf8)
      return utf8.contains(0)
    }
    guard !hasZero else {
      throw .invalidArguments(english("A string on the bus cannot contain U+0000."))
    }
    bytes.append(0)
    try checkSize()
  }

  /// Appends a signature: its length is one byte.
  mutating func append(signature: Signature) {
    bytes.append(UInt8(truncatingIfNeeded: signature.rawValue.utf8.count))
    bytes.append(contentsOf: signature.rawValue.utf8)
    bytes.append(0)
  }

  /// Appends an array: its length in bytes, padding to the element's alignment even if it is empty,
  /// and the elements.
  mutating func array(
    alignment: Int, _ body: (inout MessageWriter) throws(BusError) -> Void
  ) throws(BusError) {
    append(0 as UInt32)
    let length = bytes.count - 4
    align(to: alignment)
    let start = bytes.count
    try nested(body)
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: bytes.count - start)) {
      bytes.replaceSubrange(length..<length + 4, with: $0)
    }
  }

  /// Appends a structure or an entry of a dictionary, which have the same layout.
  mutating func structure(
    _ body: (inout MessageWriter) throws(BusError) -> Void
  ) throws(BusError) {
    align(to: 8)
    try nested(body)
  }

  /// Appends a dictionary; the body appends the key and the value of one entry.
  mutating func dictionary<Entry>(
    _ entries: [Entry], _ body: (Entry, inout MessageWriter) throws(BusError) -> Void
  ) throws(BusError) {
    try array(alignment: 8) { array throws(BusError) in
      for entry in entries {
        try array.structure { inner throws(BusError) in try body(entry, &inner) }
      }
    }
  }

  /// Appends a variant: the content's type, and what the body appends.
  mutating func variant(
    of content: Signature, _ body: (inout MessageWriter) throws(BusError) -> Void
  ) throws(BusError) {
    guard content.isSingleType else {
      throw .invalidArguments("A variant cannot hold “\(content)”: it is not one complete type.")
    }
    append(signature: content)
    try nested(body)
  }

  /// Begins a variant of a type that is not a container: its content comes next.
  mutating func append(variantOfBasicType code: Unicode.Scalar) throws(BusError) {
    try checkDepth()
    append(1 as UInt8)
    append(UInt8(truncatingIfNeeded: code.value))
    append(0 as UInt8)
  }

  private mutating func nested(
    _ body: (inout MessageWriter) throws(BusError) -> Void
  ) throws(BusError) {
    try checkDepth()
    depth += 1
    try body(&self)
    depth -= 1
    try checkSize()
  }

  private func checkDepth() throws(BusError) {
    guard depth < Self.maximumDepth else {
      throw .invalidArguments(
        "A message on the bus can nest at most \(Self.maximumDepth) containers.")
    }
  }

  private func checkSize() throws(BusError) {
    guard bytes.count <= Self.maximumBodySize else {
      throw BusError(
        .limitsExceeded,
        english(
          "A message can be at most \(Self.maximumBodySize >> 20) MiB; this one would be larger."))
    }
  }
}
