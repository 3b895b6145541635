import DBus
import Testing

@Suite struct NameTests {
  private static func many(_ letter: String, _ count: Int) -> String {
    String(repeating: letter, count: count)
  }

  private static let long = many("a", 256)

  private static let refused: [(NameKind, [String])] = [
    (.busName, ["", "a", ".a.b", "a..b", "a.b.", "a.1", "1.a", "a.b\0", "a.b\0c", "é.a"]),
    (.busName, ["a.\(long)"]),
    (.objectPath, ["", "a", "/a/", "//", "/a//b", "/a-b", "/a.b", "/\0", "/a\0", "/é"]),
    (.interface, ["", "a", "a.", ".a", "a.b-c", "a.2", "a.b\0", "a.\(long.dropLast(2))"]),
    (.error, ["", "a", "a.", ".a", "a.b-c", "a.2", "a.b\0", "a.\(long)"]),
    (.member, ["", "1a", "a.b", "a-b", "a\0", "a b", "é", long]),
    (.signature, ["a", "(", "()", "{sv}", "a{vs}", "a{sss}", "z", "s\0", "a{sv", "r", "e", "aa"]),
    (.signature, [many("y", 256), "\(many("a", 33))y", "\(many("(", 33))y\(many(")", 33))"]),
  ]

  private static let accepted: [(NameKind, [String])] = [
    (.busName, ["a.b", "org.example.Desk1", ":1.42", "a-b.c_d", "a.\(long.dropLast(3))"]),
    (.objectPath, ["/", "/\(long)"]),
    (.interface, ["a.b", "a.\(long.dropLast(3))"]),
    (.error, ["a.b"]),
    (.member, ["a", many("a", 255)]),
    (.signature, ["", many("y", 255), "\(many("a", 32))y"]),
  ]

  private func make(_ kind: NameKind, _ text: String) -> (any ValidatedName)? {
    switch kind {
    case .busName: BusName(rawValue: text)
    case .objectPath: ObjectPath(rawValue: text)
    case .interface: InterfaceName(rawValue: text)
    case .error: ErrorName(rawValue: text)
    case .member: MemberName(rawValue: text)
    case .signature: Signature(rawValue: text)
    }
  }

  @Test func namesAreThoseOfTheSpecification() throws {
    for (kind, texts) in Self.refused {
      for text in texts { #expect(make(kind, text) == nil, "\(kind): \(text)") }
    }
    for (kind, texts) in Self.accepted {
      for text in texts { #expect(make(kind, text)?.rawValue == text, "\(kind): \(text)") }
    }
    expectError(.invalidArgs) { try BusName(Self.long) }
    #expect(BusName(":1.42").isUnique && !BusName("a.b").isUnique)
  }

  @Test func signatureIsTakenApart() {
    let signature: Signature = "sa{s(iv)}aay(a(ii)g)"
    #expect(signature.types.map(\.rawValue) == ["s", "a{s(iv)}", "aay", "(a(ii)g)"])
    #expect(!signature.isSingleType && signature.types.allSatisfy(\.isSingleType))
  }

  @Test func errorsAreMadeFitToSend() {
    #expect(BusError(.failed, "a\0b").message == "a\u{FFFD}b")
  }
}
