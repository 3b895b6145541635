import MemoryGame
import TestSupport

@testable import BoardLayout

extension BoardDrawing {
  /// The lines of the board, all cards at once.
  func lines(_ cards: [BoardCard]) -> [String] { walkablePages(cards).flatMap(\.lines) }
}

/// A stand-in for wcwidth: ASCII is one cell, emoji and East Asian text two.
@Sendable func cells(_ character: Character) -> Int {
  guard let scalar = character.unicodeScalars.first else { return 0 }
  switch scalar.value {
  case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0x1F000...0x1FAFF:
    return 2
  default: return 1
  }
}

/// The cells a line takes on a terminal, escape sequences taking none.
func visibleWidth(_ line: String) -> Int {
  withoutEscapes(line).reduce(0) { $0 + cells($1) }
}

/// The numbers that stand in some lines, digits in a row being one.
func numbers(in lines: [String]) -> [Int] {
  lines.flatMap { withoutEscapes($0).split { !("0"..."9").contains($0) }.compactMap { Int($0) } }
}
