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
    // The beginning may be the middle of a sequence.
    let isCut = bytes.count == Self.size
    let start = isCut ? bytes.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? 0 : 0
    let text = String(decoding: bytes[start...], as: UTF8.self).replacing(Self.unprinted, with: "")
    return text.unicodeScalars.split(separator: "\n").lazy.map(Self.shown).last { !$0.isEmpty }
      ?? ""
  }

  /// What follows a return is written over the line, but a progress bar's end is still to be seen.
  private static func shown(_ line: Substring.UnicodeScalarView) -> String {
    var shown = String.UnicodeScalarView()
    for scalar in line.split(separator: "\r").last ?? line {
      if scalar == "\u{8}" { _ = shown.popLast() } else { shown.append(scalar) }
    }
    return String(String(shown).harmless.drop { $0 == " " })
  }

  /// Sequences for the terminal, and characters that it does not show.
  private static var unprinted: Regex<Substring> {
    #/
      # A line that ends within a sequence is cut.
      \u{1B}\[[^@-~\n]*[@-~]?
      # OSC, DCS, SOS, PM and APC: a text up to ST or BEL.
      | \u{1B}[\]PX^_][^\u{7}\u{1B}\n]*(?:\u{7}|\u{1B}.?)?
      | \u{1B}[\u{20}-\/]*.?
      | [\u{0}-\u{7}\u{B}\u{C}\u{E}-\u{1A}\u{1C}-\u{1F}\u{7F}]
    /#.matchingSemantics(.unicodeScalar)
  }
}
