internal import func Glibc.cbrt
internal import func Glibc.pow

/// A color of red, green and blue, each 0…255.
struct RGBColor: Sendable, Hashable {
  let red: Int
  let green: Int
  let blue: Int

  static let black = RGBColor(red: 0, green: 0, blue: 0)
  static let white = RGBColor(red: 255, green: 255, blue: 255)

  /// The color a part, 0…1, of the way to another one, mixed as the eye does it (OKLab).
  func mixed(with other: RGBColor, part: Double) -> RGBColor {
    let (from, to) = (OKLab(self), OKLab(other))
    func mix(_ from: Double, _ to: Double) -> Double { from + (to - from) * part }
    return RGBColor(
      OKLab(
        lightness: mix(from.lightness, to.lightness), a: mix(from.a, to.a), b: mix(from.b, to.b)))
  }

  /// The relative luminance of WCAG 2, 0…1.
  var luminance: Double {
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// The contrast of WCAG 2 with another color, 1…21.
  func contrast(with other: RGBColor) -> Double {
    let (dark, light) = (min(luminance, other.luminance), max(luminance, other.luminance))
    return (light + 0.05) / (dark + 0.05)
  }
}

extension RGBColor {
  /// Reads `#rrggbb`; nil for anything else.
  init?(hex: String) {
    let digits = hex.dropFirst()
    guard hex.first == "#", digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
      let value = Int(digits, radix: 16)
    else { return nil }
    self.init(red: value >> 16, green: value >> 8 & 255, blue: value & 255)
  }

  /// The nearest color that a screen can show.
  init(_ lab: OKLab) {
    let long = lab.lightness + 0.3963377774 * lab.a + 0.2158037573 * lab.b
    let medium = lab.lightness - 0.1055613458 * lab.a - 0.0638541728 * lab.b
    let short = lab.lightness - 0.0894841775 * lab.a - 1.2914855480 * lab.b
    let (l, m, s) = (long * long * long, medium * medium * medium, short * short * short)
    self.init(
      red: channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
      green: channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
      blue: channel(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s))
  }
}

/// A color in Björn Ottosson's OKLab, where equal steps look equally large.
struct OKLab: Sendable, Hashable {
  let lightness: Double
  let a: Double
  let b: Double
}

extension OKLab {
  init(_ color: RGBColor) {
    let (red, green, blue) = (linear(color.red), linear(color.green), linear(color.blue))
    let l = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    let m = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    let s = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    lightness = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s
    a = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s
    b = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
  }

  /// For sums of many.
  var vector: SIMD3<Double> { SIMD3(lightness, a, b) }

  init(_ vector: SIMD3<Double>) { (lightness, a, b) = (vector.x, vector.y, vector.z) }

  /// How unlike another color looks: the square of the distance.
  func distance(to other: OKLab) -> Double {
    let (lightness, a, b) = (lightness - other.lightness, a - other.a, b - other.b)
    return lightness * lightness + a * a + b * b
  }
}

/// The light of one channel, 0…255, by sRGB's curve: 0…1.
func linear(_ channel: Int) -> Double {
  let value = Double(channel) / 255
  guard value > 0.04045 else { return value / 12.92 }
  return pow((value + 0.055) / 1.055, 2.4)
}

/// The channel, 0…255, of an amount of light; what a screen cannot show is cut.
func channel(_ light: Double) -> Int {
  let value = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  return Int((min(max(value, 0), 1) * 255).rounded())
}
