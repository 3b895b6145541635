/// The checksum CRC-32C (Castagnoli, RFC 3720 appendix B.4), of bytes that come in parts.
package struct CRC32C: Hashable, Sendable {
  private var state: UInt32 = .max

  package init() {}

  package var value: UInt32 { ~state }

  package mutating func add(_ bytes: some Sequence<UInt8>) {
    // For each byte of an unknown sequence a function would be called.
    for byte in Array(bytes) {
      state = Self.table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] ^ state >> 8
    }
  }

  /// The remainder of each byte, by the reversed polynomial.
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { rest, _ in rest & 1 == 0 ? rest >> 1 : rest >> 1 ^ 0x82f6_3b78 }
  }
}
