import PlainText

/// The end of a command's output, whose last line the practice screen shows.
struct OutputTail {
  private var bytes: [UInt8] = []
  private static let size = 4096

  mutating func append(_ output: [UInt8]) {
    bytes = Array((bytes + output.suffix(Self.size)).suffix(Self.size))
  }

  /// The last line that is not blank, as it stands on a terminal, in text without sequences.
  var line: String {
    var (line, last, returns) = (UTF8Line(), UTF8Line(), false)
    var escape = Escape.none
    // The beginning may be the middle of a sequence.
    let isCut = bytes.count == Self.size
    let start = isCut ? bytes.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? 0 : 0
    for byte in bytes[start...] where !escape.takes(byte) {
      switch byte {
      case 0x0A:
        if !line.isBlank { last = line }
        (line, returns) = (UTF8Line(), false)
      // What follows is written over the line, but a progress bar's end is still to be seen.
      case 0x0D: returns = true
      case 0x08: line.dropLast()
      case 0x09, 0x20...0x7E, 0x80...:
        if returns { (line, returns) = (UTF8Line(), false) }
        line.bytes.append(byte == 0x09 ? 0x20 : byte)
      default: break
      }
    }
    return (line.isBlank ? last : line).text
  }

  private struct UTF8Line {
    var bytes: [UInt8] = []

    var isBlank: Bool { bytes.allSatisfy { $0 == 0x20 } }

    mutating func dropLast() {
      while let byte = bytes.popLast(), byte & 0xC0 == 0x80 {}
    }

    var text: String {
      let all = String(decoding: bytes, as: UTF8.self).harmless
      return String(all.drop { $0 == " " })
    }
  }

  /// The part of a sequence for the terminal that has been read.
  private enum Escape {
    case none, begun, control, text, textEscape

    /// Whether the byte belongs to a sequence.
    mutating func takes(_ byte: UInt8) -> Bool {
      switch (self, byte) {
      case (.none, 0x1B): self = .begun
      case (.none, _): return false
      case (.begun, UInt8(ascii: "[")): self = .control
      // OSC, DCS, SOS, PM and APC: a text up to ST or BEL.
      case (.begun, UInt8(ascii: "]")), (.begun, UInt8(ascii: "P")), (.begun, UInt8(ascii: "X")),
        (.begun, UInt8(ascii: "^")), (.begun, UInt8(ascii: "_")):
        self = .text
      case (.begun, 0x20...0x2F): break
      case (.begun, _): self = .none
      case (.control, 0x40...0x7E): self = .none
      // A line that ends within a sequence is cut.
      case (.control, 0x0A), (.text, 0x0A):
        self = .none
        return false
      case (.control, _): break
      case (.text, 0x07): self = .none
      case (.text, 0x1B): self = .textEscape
      case (.text, _): break
      case (.textEscape, _): self = .none
      }
      return true
    }
  }
}
