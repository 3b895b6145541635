/// A picture of points: the red, green, blue and alpha of each, row by row from the top.
///
/// Colors are sRGB, 0…255, and not multiplied by alpha.
package struct Picture: Sendable, Hashable {
  package let width: Int
  package let height: Int
  package let bytes: [UInt8]

  /// Nothing that is drawn has longer ones.
  private static let sides = 1...4096

  /// Nil if it has no points or far too many, or their number is not that of the bytes.
  package init?(width: Int, height: Int, bytes: [UInt8]) {
    guard Self.sides.contains(width), Self.sides.contains(height), bytes.count == 4 * width * height
    else { return nil }
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }

  private func alpha(_ column: Int, _ row: Int) -> UInt8 { bytes[4 * (row * width + column) + 3] }

  /// In the middle of a square that is a little larger than what is not transparent; nil if all is
  /// transparent.
  package var trimmedToSquare: Picture? {
    let rows = (0..<height).filter { row in (0..<width).contains { alpha($0, row) > 8 } }
    let columns = (0..<width).filter { column in (0..<height).contains { alpha(column, $0) > 8 } }
    guard let top = rows.first, let bottom = rows.last, let left = columns.first,
      let right = columns.last
    else { return nil }
    let longest = max(bottom - top, right - left) + 1
    // A little air, so that it does not touch the edge of its card.
    let side = longest + longest / 12
    return centered(columns: left...right, rows: top...bottom, width: side, height: side)
  }

  /// The picture in the middle of a transparent one that is at least as large; nil if it is smaller.
  package func centered(width: Int, height: Int) -> Picture? {
    guard width >= self.width, height >= self.height else { return nil }
    return centered(
      columns: 0...self.width - 1, rows: 0...self.height - 1, width: width, height: height)
  }

  private func centered(
    columns: ClosedRange<Int>, rows: ClosedRange<Int>, width newWidth: Int, height newHeight: Int
  ) -> Picture? {
    var result = [UInt8](repeating: 0, count: 4 * newWidth * newHeight)
    let (above, before) = ((newHeight - rows.count) / 2, (newWidth - columns.count) / 2)
    for row in rows {
      let source = 4 * (row * width + columns.lowerBound)
      let target = 4 * ((above + row - rows.lowerBound) * newWidth + before)
      let count = 4 * columns.count
      result.replaceSubrange(target..<target + count, with: bytes[source..<source + count])
    }
    return Picture(width: newWidth, height: newHeight, bytes: result)
  }

  /// The picture in another size: each new point has the mean light of the area that it covers.
  package func scaled(width newWidth: Int, height newHeight: Int) -> Picture? {
    guard newWidth > 0, newHeight > 0 else { return nil }
    if (newWidth, newHeight) == (width, height) { return self }
    let columns = Self.spans(of: width, in: newWidth)
    let rows = Self.spans(of: height, in: newHeight)
    var result: [UInt8] = []
    result.reserveCapacity(4 * newWidth * newHeight)
    for row in rows {
      for column in columns { result += mean(column, row) }
    }
    return Picture(width: newWidth, height: newHeight, bytes: result)
  }

  /// A part of a row or column: its first point, and the share that each point from there has.
  private typealias Span = (first: Int, weights: [Float])

  private static func spans(of length: Int, in count: Int) -> [Span] {
    let step = Float(length) / Float(count)
    return (0..<count).map { index in
      let (start, end) = (Float(index) * step, Float(index + 1) * step)
      let first = min(Int(start), length - 1)
      let last = min(max(Int(end.rounded(.up)) - 1, first), length - 1)
      return (
        first,
        (first...last).map { max(min(end, Float($0 + 1)) - max(start, Float($0)), 0) / step }
      )
    }
  }

  private func mean(_ columns: Span, _ rows: Span) -> [UInt8] {
    var (red, green, blue, alpha): (Float, Float, Float, Float) = (0, 0, 0, 0)
    for (down, high) in rows.weights.enumerated() {
      var place = 4 * ((rows.first + down) * width + columns.first)
      for wide in columns.weights {
        let share = high * wide * Float(bytes[place + 3])
        red += share * Light.of[Int(bytes[place])]
        green += share * Light.of[Int(bytes[place + 1])]
        blue += share * Light.of[Int(bytes[place + 2])]
        alpha += share
        place += 4
      }
    }
    guard alpha > 0 else { return [0, 0, 0, 0] }
    return [red, green, blue].map { UInt8(channel(Double($0 / alpha))) }
      + [UInt8(min(alpha.rounded(), 255))]
  }

  /// The color of a point over a ground, mixed as light is.
  func color(_ column: Int, _ row: Int, over ground: RGBColor) -> RGBColor {
    let place = 4 * (row * width + column)
    let share = Float(bytes[place + 3]) / 255
    func mix(_ point: UInt8, _ below: Int) -> Int {
      channel(Double(Light.of[Int(point)] * share + Light.of[below] * (1 - share)))
    }
    return RGBColor(
      red: mix(bytes[place], ground.red), green: mix(bytes[place + 1], ground.green),
      blue: mix(bytes[place + 2], ground.blue))
  }
}

/// The light of each channel's value, since a picture asks for it thousands of times.
private enum Light {
  static let of = (0...255).map { Float(linear($0)) }
}
