import DBus
import TestSupport

/// Values of random types: a type first, and then a value of it, so that arrays can be empty.
struct RandomValues {
  var numbers: SeededGenerator

  init(for test: String) {
    numbers = SeededGenerator(for: test)
  }

  indirect enum Shape {
    case basic(Character)
    case variant
    case array(Shape)
    case dictionary(Character, Shape)
    case structure([Shape])

    var signature: Signature { Signature(unchecked: text) }

    private var text: String {
      switch self {
      case .basic(let code): String(code)
      case .variant: "v"
      case .array(let element): "a" + element.text
      case .dictionary(let key, let value): "a{" + String(key) + value.text + "}"
      case .structure(let fields): "(" + fields.map(\.text).joined() + ")"
      }
    }
  }

  mutating func value() -> Value {
    while true {
      let shape = shape(depth: 4)
      if shape.signature.rawValue.count <= 255 { return value(of: shape, depth: 4) }
    }
  }

  private mutating func basic() -> Character {
    Array("ybnqiuxtdsog").randomElement(using: &numbers) ?? "y"
  }

  private mutating func shape(depth: Int) -> Shape {
    guard depth > 0 else { return .basic(basic()) }
    switch Int.random(in: 0..<8, using: &numbers) {
    case 0, 1: return .array(shape(depth: depth - 1))
    case 2: return .dictionary(basic(), shape(depth: depth - 1))
    case 3, 4:
      let count = Int.random(in: 1...4, using: &numbers)
      return .structure((0..<count).map { _ in shape(depth: depth - 1) })
    case 5: return .variant
    default: return .basic(basic())
    }
  }

  private mutating func value(of shape: Shape, depth: Int) -> Value {
    switch shape {
    case .basic(let code): return basic(code)
    case .variant: return .variant(value(of: self.shape(depth: depth / 2), depth: depth / 2))
    case .structure(let fields): return .structure(fields.map { value(of: $0, depth: depth - 1) })
    case .array(let element):
      return .array(
        element.signature, (0..<count()).map { _ in value(of: element, depth: depth - 1) })
    case .dictionary(let key, let content):
      return .dictionary(
        key: Signature(unchecked: String(key)), value: content.signature,
        (0..<count()).map { _ in
          .init(key: basic(key), value: value(of: content, depth: depth - 1))
        })
    }
  }

  private mutating func count() -> Int {
    max(0, Int.random(in: -1...4, using: &numbers))
  }

  private mutating func basic(_ code: Character) -> Value {
    let bits = numbers.next()
    switch code {
    case "y": return .byte(UInt8(truncatingIfNeeded: bits))
    case "b": return .boolean(bits % 2 == 0)
    case "n": return .int16(Int16(truncatingIfNeeded: bits))
    case "q": return .uint16(UInt16(truncatingIfNeeded: bits))
    case "i": return .int32(Int32(truncatingIfNeeded: bits))
    case "u": return .uint32(UInt32(truncatingIfNeeded: bits))
    case "x": return .int64(Int64(bitPattern: bits))
    case "t": return .uint64(bits)
    case "d":
      let number = Double(bitPattern: bits)
      return .double(number.isNaN ? -0.5 : number)
    case "o":
      return .objectPath(
        ["/", "/a", "/a_1/B2", "/org/example"].randomElement(using: &numbers) ?? "/")
    case "g": return .signature(["", "s", "a{sv}", "(ii)aay"].randomElement(using: &numbers) ?? "")
    default: return .string(text())
    }
  }

  private mutating func text() -> String {
    let scalars: [Unicode.Scalar] = [
      "a", "Z", " ", "'", "\\", "\n", "\u{1}", "\u{7F}", "é", "e", "\u{301}", "猫", "🂡", "\u{FFFE}",
      "\u{10FFFF}", "\u{202E}",
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...12, using: &numbers) {
      text.append(scalars.randomElement(using: &numbers) ?? "a")
    }
    return String(text)
  }
}
