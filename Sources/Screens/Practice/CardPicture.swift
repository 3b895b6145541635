import CellDrawing
import FoundationEssentials

/// A picture of a card, and the cells that have its shape.
struct CardPicture {
  let picture: Picture
  private let shape: Size

  /// The points in the sequences (APC) that chafa writes for kitty; nil for anything else.
  init?(chafa output: [UInt8]) {
    let (start, end): ([UInt8], [UInt8]) = (Array("\u{1B}_G".utf8), Array("\u{1B}\\".utf8))
    var keys: [Substring: Int] = [:]
    var points: [UInt8] = []
    var rest = output[...]
    while let index = rest.firstIndex(of: start[0]) {
      rest = rest[index...]
      guard rest.starts(with: start) else {
        rest = rest.dropFirst()
        continue
      }
      let sequence = rest.dropFirst(start.count).prefix { $0 != end[0] }
      rest = rest[sequence.endIndex...]
      let parts = sequence.split(
        separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
      if keys.isEmpty {
        for key in String(decoding: parts[0], as: UTF8.self).split(separator: ",") {
          let pair = key.split(separator: "=")
          if pair.count == 2 { keys[pair[0]] = Int(pair[1]) }
        }
      }
      // Each sequence is base64 of its own.
      if parts.count == 2 {
        guard let data = Data(base64Encoded: Data(parts[1])) else { return nil }
        points += data
      }
    }
    guard keys["f"] == 32, let width = keys["s"], let height = keys["v"],
      let columns = keys["c"], let rows = keys["r"], (1...1000).contains(columns),
      (1...1000).contains(rows),
      let picture = Picture(width: width, height: height, bytes: points)
    else { return nil }
    self.picture = picture
    shape = Size(columns, rows)
  }

  /// The largest size in cells that has its shape and fits.
  func size(in room: Size) -> Size {
    let most = min(room.columns * shape.rows, room.rows * shape.columns)
    return Size(
      min(max(most / shape.rows, 1), room.columns), min(max(most / shape.columns, 1), room.rows))
  }
}
