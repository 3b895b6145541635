internal import DBus

/// A picture for a notification: red, green, blue and alpha of each point, not premultiplied, in rows
/// from the top.
struct NotificationPicture: Equatable {
  let width: Int32
  let height: Int32
  let points: [UInt8]

  /// Nil unless there are four bytes for each point.
  init?(width: Int, height: Int, points: [UInt8]) {
    let sides = 1...Self.largestSide
    guard sides.contains(width), sides.contains(height), points.count == 4 * width * height
    else { return nil }
    (self.width, self.height, self.points) = (Int32(width), Int32(height), points)
  }

  /// Larger ones would take too long on the bus.
  private static let largestSide = 256

  /// The hint `image-data`, of type `(iiibiiay)`.
  var hint: Value {
    let (bitsPerSample, channels): (Int32, Int32) = (8, 4)
    return Value(
      Struct(width, height, width * channels, true, bitsPerSample, channels, points))
  }

  /// Whether a server's version of the specification has the hint: 1.1 called it `image_data`.
  static func areKnown(to specification: String) -> Bool {
    let parts = specification.split(separator: ".").map { Int($0) ?? 0 }
    let (major, minor) = (parts.first ?? 0, parts.dropFirst().first ?? 0)
    return major > 1 || major == 1 && minor >= 2
  }
}
