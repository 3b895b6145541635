import DBus
import TestSupport

/// Values of random types: a type first, and then a value of it, so that arrays can be empty.
struct RandomValues {
  private var numbers: SeededGenerator

  init(for test: String) {
    numbers = SeededGenerator(for: test)
  }

  mutating func value() -> Value {
    while true {
      let type = type(depth: 4)
      if type.count <= 255 { return value(of: type[...], depth: 4) }
    }
  }

  private mutating func basic() -> String { String(pick(Array("ybnqiuxtdsog"))) }

  private mutating func type(depth: Int) -> String {
    guard depth > 0 else { return basic() }
    switch Int.random(in: 0..<8, using: &numbers) {
    case 0, 1: return "a" + type(depth: depth - 1)
    case 2: return "a{" + basic() + type(depth: depth - 1) + "}"
    case 3, 4:
      let count = Int.random(in: 1...4, using: &numbers)
      return "(" + (0..<count).map { _ in type(depth: depth - 1) }.joined() + ")"
    case 5: return "v"
    default: return basic()
    }
  }

  private mutating func value(of type: Substring, depth: Int) -> Value {
    let count = max(0, Int.random(in: -1...4, using: &numbers))
    switch type.first {
    case "v": return .variant(value(of: self.type(depth: depth / 2)[...], depth: depth / 2))
    case "(":
      let fields = Signature(unchecked: String(type.dropFirst().dropLast())).types
      return .structure(fields.map { value(of: $0.rawValue[...], depth: depth - 1) })
    case "a" where type.hasPrefix("a{"):
      let (key, content) = (type.dropFirst(2).prefix(1), type.dropFirst(3).dropLast())
      return .dictionary(
        key: Signature(unchecked: String(key)), value: Signature(unchecked: String(content)),
        (0..<count).map { _ in
          .init(key: value(of: key, depth: 0), value: value(of: content, depth: depth - 1))
        })
    case "a":
      let element = type.dropFirst()
      return .array(
        Signature(unchecked: String(element)),
        (0..<count).map { _ in value(of: element, depth: depth - 1) })
    default: return basic(type)
    }
  }

  private mutating func basic(_ type: Substring) -> Value {
    let bits = numbers.next()
    switch type {
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
    case "o": return .objectPath(pick(["/", "/a", "/a_1/B2", "/org/example"]))
    case "g": return .signature(pick(["", "s", "a{sv}", "(ii)aay"]))
    default: return .string(pick(["", "\u{1}\n\u{FFFE}", RandomTexts.text(9, using: &numbers)]))
    }
  }

  private mutating func pick<T>(_ choices: [T]) -> T {
    choices[Int.random(in: choices.indices, using: &numbers)]
  }
}
