internal import CellDrawing
internal import DBus

extension Picture {
  /// The hint `image-data` of a notification, of type `(iiibiiay)`; nil for one that would take too long
  /// on the bus.
  var notificationHint: Value? {
    guard width <= Self.largestSide, height <= Self.largestSide else { return nil }
    let (bitsPerSample, channels): (Int32, Int32) = (8, 4)
    let (width, height) = (Int32(width), Int32(height))
    return Value(
      Struct(width, height, width * channels, true, bitsPerSample, channels, bytes))
  }

  private static let largestSide = 256

  /// Whether a server's version of the specification has the hint: 1.1 called it `image_data`.
  static func areKnown(to specification: String) -> Bool {
    let parts = specification.split(separator: ".").map { Int($0) ?? 0 }
    let (major, minor) = (parts.first ?? 0, parts.dropFirst().first ?? 0)
    return major > 1 || major == 1 && minor >= 2
  }
}
