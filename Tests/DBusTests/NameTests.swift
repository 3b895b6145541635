import DBus
import Testing

@Suite struct NameTests {
  private static let long = String(repeating: "a", count: 256)

  @Test func refusesBusNames() {
    for text in [
      "", "a", ".a.b", "a..b", "a.b.", "a.1", "1.a", "a.b\0", "a.b\0c", "é.a", "a." + Self.long,
    ] {
      #expect(BusName(rawValue: text) == nil)
      expectError(.invalidArgs) { try BusName(text) }
    }
  }

  @Test func takesBusNames() throws {
    for text in [
      "a.b", "org.example.Desk1", ":1.42", "a-b.c_d", "a." + String(repeating: "b", count: 253),
    ] {
      #expect(try BusName(text).rawValue == text)
      #expect(BusName(rawValue: text)?.isUnique == text.hasPrefix(":"))
    }
  }

  @Test func refusesPaths() {
    for text in ["", "a", "/a/", "//", "/a//b", "/a-b", "/a.b", "/\0", "/a\0", "/é"] {
      #expect(ObjectPath(rawValue: text) == nil)
    }
  }

  @Test func takesPathsOfAnyLength() {
    #expect(ObjectPath(rawValue: "/") != nil)
    #expect(ObjectPath(rawValue: "/" + Self.long) != nil)
  }

  @Test func refusesInterfacesAndErrors() {
    for text in ["", "a", "a.", ".a", "a.b-c", "a.2", "a.b\0", "a." + Self.long] {
      #expect(InterfaceName(rawValue: text) == nil)
      #expect(ErrorName(rawValue: text) == nil)
    }
  }

  @Test func refusesMembers() {
    for text in ["", "1a", "a.b", "a-b", "a\0", "a b", "é", Self.long] {
      #expect(MemberName(rawValue: text) == nil)
    }
  }

  @Test func namesMayHave255Bytes() {
    let text = String(repeating: "a", count: 255)
    #expect(MemberName(rawValue: text) != nil)
    #expect(MemberName(rawValue: text + "a") == nil)
    #expect(InterfaceName(rawValue: "a." + text.dropLast(2)) != nil)
    #expect(InterfaceName(rawValue: "a." + text.dropLast()) == nil)
  }

  @Test func refusesSignatures() {
    for text in ["a", "(", "()", "{sv}", "a{vs}", "a{sss}", "z", "s\0", "a{sv", "r", "e", "aa"] {
      #expect(Signature(rawValue: text) == nil)
    }
  }

  @Test func signatureLimits() {
    let bytes = String(repeating: "y", count: 255)
    #expect(Signature(rawValue: bytes) != nil)
    #expect(Signature(rawValue: bytes + "y") == nil)
    let arrays = String(repeating: "a", count: 32)
    #expect(Signature(rawValue: arrays + "y") != nil)
    #expect(Signature(rawValue: arrays + "ay") == nil)
    let open = String(repeating: "(", count: 33)
    let close = String(repeating: ")", count: 33)
    #expect(Signature(rawValue: open + "y" + close) == nil)
  }

  @Test func signatureIsTakenApart() {
    let signature: Signature = "sa{s(iv)}aay(a(ii)g)"
    #expect(signature.types.map(\.rawValue) == ["s", "a{s(iv)}", "aay", "(a(ii)g)"])
    #expect(!signature.isSingleType && signature.types.allSatisfy(\.isSingleType))
  }

  @Test func errorsAreMadeFitToSend() {
    let error = BusError(.failed, "a\0b")
    #expect(error.message == "a\u{FFFD}b")
  }
}
