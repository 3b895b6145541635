extension Sequence<UInt8> {
  /// FNV-1a; stored for finding equal themes and as numbers of cards, so it stays the same.
  ///
  /// `start` is the hash of the bytes before these.
  @inlinable package func hashFNV1a(after start: UInt64 = 0xcbf2_9ce4_8422_2325) -> UInt64 {
    reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
