internal import func Glibc.pow
internal import MemoryGame

/// A colour of red, green and blue, each 0…255.
struct RGBColor: Sendable, Hashable {
  let red: Int
  let green: Int
  let blue: Int

  /// The colour a part, 0…1, of the way to another one, mixed channel by channel.
  func mixed(with other: RGBColor, part: Double) -> RGBColor {
    func mix(_ from: Int, _ to: Int) -> Int {
      Int((Double(from) + Double(to - from) * part).rounded())
    }
    return RGBColor(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }

  /// The relative luminance of WCAG 2, 0…1.
  var luminance: Double {
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// The contrast of WCAG 2 with another colour, 1…21.
  func contrast(with other: RGBColor) -> Double {
    let (dark, light) = (min(luminance, other.luminance), max(luminance, other.luminance))
    return (light + 0.05) / (dark + 0.05)
  }

  /// Whether black is easier to read on this colour than white; the better one has 4.58:1 or more.
  var wantsBlackText: Bool {
    contrast(with: RGBColor(red: 0, green: 0, blue: 0))
      > contrast(with: RGBColor(red: 255, green: 255, blue: 255))
  }

  /// How unlike another colour is: the square of the distance.
  func distance(to other: RGBColor) -> Int {
    let (red, green, blue) = (red - other.red, green - other.green, blue - other.blue)
    return red * red + green * green + blue * blue
  }
}

extension RGBColor {
  /// Reads `#rrggbb`; nil for anything else.
  init?(hex: String) {
    guard Theme.isColor(hex), let value = Int(hex.dropFirst(), radix: 16) else { return nil }
    self.init(red: value >> 16, green: value >> 8 & 255, blue: value & 255)
  }
}

/// The light of one channel, 0…255, by sRGB's curve: 0…1.
private func linear(_ channel: Int) -> Double {
  let value = Double(channel) / 255
  guard value > 0.04045 else { return value / 12.92 }
  return pow((value + 0.055) / 1.055, 2.4)
}
