/// How a cell looks; without a colour it has the terminal's own.
package struct Paint: Sendable, Hashable {
  package enum Color: Sendable, Hashable {
    /// One of the terminal's eight colours or, from 8, their bright forms.
    case basic(UInt8)
    /// A colour of xterm's palette, from 16.
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
}
