import PlainText
import Testing

@Suite struct FNV1aTests {
  /// The values that are published with the function.
  @Test func hashesAreThePublishedOnes() {
    #expect("".utf8.hashFNV1a() == 0xcbf2_9ce4_8422_2325)
    #expect("a".utf8.hashFNV1a() == 0xaf63_dc4c_8601_ec8c)
    #expect("foobar".utf8.hashFNV1a() == 0x8594_4171_f739_67e8)
    #expect("bar".utf8.hashFNV1a(after: "foo".utf8.hashFNV1a()) == "foobar".utf8.hashFNV1a())
  }
}
