internal import PlainText

/// How a cell looks; without a color it has the terminal's own.
package struct Paint: Sendable, Hashable {
  package enum Color: Sendable, Hashable {
    /// One of the terminal's eight colors or, from 8, their bright forms.
    case basic(UInt8)
    /// A color of xterm's palette, from 16.
    case indexed(UInt8)
    case rgb(red: UInt8, green: UInt8, blue: UInt8)

    fileprivate func parameters(base: Int) -> String {
      switch self {
      case .basic(let index): "\(base + Int(index) + (index < 8 ? 0 : 52))"
      case .indexed(let index): "\(base + 8);5;\(index)"
      case .rgb(let red, let green, let blue): "\(base + 8);2;\(red);\(green);\(blue)"
      }
    }
  }

  package static let plain = Paint()

  package var ink: Color?
  package var ground: Color?
  package var isBold: Bool
  var isFaint: Bool
  package var isUnderlined: Bool
  package var isReverse: Bool

  package init(
    ink: Color? = nil, ground: Color? = nil, isBold: Bool = false, isFaint: Bool = false,
    isUnderlined: Bool = false, isReverse: Bool = false
  ) {
    (self.ink, self.ground) = (ink, ground)
    (self.isBold, self.isFaint) = (isBold, isFaint)
    (self.isUnderlined, self.isReverse) = (isUnderlined, isReverse)
  }

  /// Whether a blank in it cannot be seen.
  var isInvisible: Bool { ground == nil && !isUnderlined && !isReverse }

  /// The parameters of an SGR escape sequence; empty for none.
  package var parameters: String {
    var parameters: [String] = []
    if isBold { parameters.append("1") }
    if isFaint { parameters.append("2") }
    if isUnderlined { parameters.append("4") }
    if isReverse { parameters.append("7") }
    if let ink { parameters.append(ink.parameters(base: 30)) }
    if let ground { parameters.append(ground.parameters(base: 40)) }
    return parameters.joined(separator: ";")
  }

  /// The escape sequence (SGR) that turns this paint into another one, and the paint that the
  /// terminal has then: on a ground a blank keeps the ink, which nobody sees.
  func change(to next: Paint, isBlank: Bool) -> (sequence: String, paint: Paint) {
    var next = next
    let isOfOneStyle = Paint(style: self) == Paint(style: next)
    if isBlank, isOfOneStyle, ground != nil, next.ground != nil, !next.isUnderlined,
      !next.isReverse
    {
      next.ink = ink
    }
    guard next != self else { return ("", self) }
    // Other colors replace those before, but nothing else can be switched off by itself.
    if isOfOneStyle, ground != nil, next.ground != nil, ink == nil || next.ink != nil {
      let colors = [
        next.ink == ink ? nil : next.ink?.parameters(base: 30),
        next.ground == ground ? nil : next.ground?.parameters(base: 40),
      ]
      return ("\u{1B}[\(colors.compactMap(\.self).joined(by: ";"))m", next)
    }
    let end = self == .plain ? "" : "\u{1B}[0m"
    return (next == .plain ? end : end + "\u{1B}[\(next.parameters)m", next)
  }

  /// Another one's attributes, without its colors.
  private init(style: Paint) {
    self = style
    (ink, ground) = (nil, nil)
  }
}

extension String {
  /// The text in a paint, for a line that is printed outside a screen.
  package func painted(_ paint: Paint?) -> String {
    guard let paint, paint != .plain, !isEmpty else { return self }
    return "\u{1B}[\(paint.parameters)m\(self)\u{1B}[0m"
  }
}
