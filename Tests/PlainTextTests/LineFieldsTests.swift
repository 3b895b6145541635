import PlainText
import Testing

@Suite struct LineFieldsTests {
  @Test func aLineIsReadAsItWasWritten() throws {
    var fields = LineFields()
    fields.add("front", "dog\tcat\nback\\slash\r=")
    fields.add("none", nil as String?)
    fields.add("took", 2300)
    fields.add("empty", "")
    let text = String(decoding: fields.bytes, as: UTF8.self)
    #expect(text == #"front=dog\tcat\nback\\slash\r="# + "\ttook=2300\tempty=")
    let read = try #require(LineFields(fields.bytes[...]))
    #expect(read["front"] == "dog\tcat\nback\\slash\r=")
    #expect(read.number("took") == 2300)
    #expect(read["empty"] == "" && read["none"] == nil && !read.has("none") && read.has("took"))
  }

  @Test func whatIsNoFieldIsRefused() {
    for line in ["word", "=value", "a=1\t", "\ta=1", "a=1\ta=2"] {
      #expect(LineFields(Array(line.utf8)[...]) == nil, "\(line)")
    }
    #expect(LineFields([]) != nil)
    let many = (0..<1001).map { "a\($0)=1" }
    #expect(LineFields(Array(many.joined(separator: "\t").utf8)[...]) == nil)
    #expect(LineFields(Array(many.dropLast().joined(separator: "\t").utf8)[...]) != nil)
  }

  @Test func aValueThatCannotBeReadIsNone() throws {
    let bytes = Array(#"a=\x"#.utf8) + Array("\tb=1\\\tc=-1\td=300\te=".utf8) + [0xC3]
    let fields = try #require(LineFields(bytes[...]))
    #expect(fields["a"] == nil && fields["b"] == nil && fields["e"] == nil)
    #expect((fields.number("c") as Int?) == nil && (fields.number("d") as UInt8?) == nil)
  }
}

@Suite struct CRC32CTests {
  /// The value for these digits is published with the polynomial; the others are those of RFC 3720,
  /// appendix B.4.
  @Test func sumsAreThePublishedOnes() {
    func sum(_ bytes: some Sequence<UInt8>) -> UInt32 {
      var sum = CRC32C()
      sum.add(bytes)
      return sum.value
    }
    #expect(sum("123456789".utf8) == 0xE306_9283)
    #expect(sum(repeatElement(0, count: 32)) == 0x8A91_36AA)
    #expect(sum(repeatElement(0xFF, count: 32)) == 0x62A8_AB43)
    #expect(sum(0..<32) == 0x46DD_794E)
    #expect(sum([]) == 0)
  }

  @Test func partsHaveTheSumOfTheWhole() {
    var parts = CRC32C()
    parts.add("1234".utf8)
    parts.add("56789".utf8)
    #expect(parts.value == 0xE306_9283)
  }
}
