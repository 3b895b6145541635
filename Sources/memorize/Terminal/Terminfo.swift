import CNcurses
import Glibc

/// What terminfo knows about the terminal; ncurses has to be set up first.
enum Terminfo {
  /// What does something on this terminal; nil if it cannot.
  static func text(_ capability: String) -> String? {
    // (char *)-1 stands for a capability that is not a text.
    guard let text = tigetstr(capability), Int(bitPattern: text) != -1 else { return nil }
    // Terminals of old need a pause after it, which is written as $<5> at the end.
    var bytes = Array(String(cString: text).utf8)
    if bytes.last == UInt8(ascii: ">"), let pause = bytes.lastIndex(of: UInt8(ascii: "$")) {
      bytes.removeSubrange(pause...)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What does these things, one after the other; unknown ones are left out.
  static func texts(_ capabilities: String...) -> String {
    capabilities.compactMap(text).joined()
  }

  static func place(_ column: Int, _ row: Int) -> String {
    text("cup").flatMap { filled($0, column, row) } ?? ""
  }

  /// Switches mouse reports on or off, with what ncurses uses for it; empty if the terminal has no
  /// mouse.
  static func mouse(_ isOn: Bool) -> String {
    guard text("kmous") != nil || environment("TERM")?.contains("xterm") == true else { return "" }
    let modes = tigetnum("XM") == 1006 ? "1006;1000" : "1000"
    let template = text("XM") ?? "\u{1B}[?\(modes)%?%p1%{1}%=%th%el%;"
    return filled(template, 0, isOn ? 1 : 0) ?? ""
  }

  static var colors: Int32 { tigetnum("colors") }

  /// Whether any colour can be named by its parts.
  static var hasTrueColor: Bool {
    tigetflag("RGB") > 0 || tigetnum("RGB") > 0 || text("RGB") != nil
  }

  /// The row is a template's first parameter.
  private static func filled(_ template: String, _ column: Int, _ row: Int) -> String? {
    tgoto(template, Int32(column), Int32(row)).map { String(cString: $0) }
  }
}
