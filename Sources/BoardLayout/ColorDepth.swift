/// How many colours the output may use.
package enum ColorDepth: Sendable, Hashable, CaseIterable {
  /// No escape sequence at all, not even bold.
  case none
  /// The terminal's own eight colours and their bright forms.
  case ansi16
  /// The 216 colours and 24 greys of xterm's palette.
  case ansi256
  /// Any colour, 24 bits.
  case trueColor
}
