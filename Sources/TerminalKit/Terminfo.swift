import CNcurses
import EventLoop
import Glibc

/// Terminfo's entry for the terminal; ncurses must be set up first.
enum Terminfo {
  /// Nil if the terminal does not have the capability.
  package static func text(_ capability: String) -> String? {
    // (char *)-1 means that the capability is not a string.
    guard let text = tigetstr(capability), Int(bitPattern: text) != -1 else { return nil }
    // Old terminals need a pause after it, written as $<5> at the end.
    let whole = String(cString: text)
    guard whole.last == ">", let pause = whole.lastIndex(of: "$") else { return whole }
    return String(whole[..<pause])
  }

  /// The strings of several capabilities; missing ones are left out.
  package static func texts(_ capabilities: String...) -> String {
    capabilities.compactMap(text).joined()
  }

  package static func place(_ column: Int, _ row: Int) -> String {
    text("cup").flatMap { filled($0, column, row) } ?? ""
  }

  /// Gives the cursor a shape: 4 is a steady underline, which hides nothing, and 0 the user's own,
  /// for which terminfo has a block in many terminals; empty if the shape is fixed.
  static func cursor(_ style: Int) -> String {
    text("Ss").flatMap { filled($0, 0, style) } ?? ""
  }

  /// Switches mouse reports on or off, as ncurses does; empty if the terminal has no mouse.
  package static func mouse(_ isOn: Bool) -> String {
    guard text("kmous") != nil || environment("TERM")?.contains("xterm") == true else { return "" }
    let modes = tigetnum("XM") == 1006 ? "1006;1000" : "1000"
    let template = text("XM") ?? "\u{1B}[?\(modes)%?%p1%{1}%=%th%el%;"
    return filled(template, 0, isOn ? 1 : 0) ?? ""
  }

  /// How many colors a terminal has, and whether they can be given as red, green and blue; nil
  /// for an unknown one.
  ///
  /// ncurses need not be set up, and its own terminal stays as it is.
  package static func colors(of name: String) -> (count: Int, areDirect: Bool)? {
    let before = set_curterm(nil)
    defer { del_curterm(set_curterm(before)) }
    var fault: Int32 = 0
    guard setupterm(name, STDOUT_FILENO, &fault) == OK else { return nil }
    let isDirect =
      tigetflag("RGB") > 0 || tigetnum("RGB") > 0 || text("RGB") != nil || tigetflag("Tc") > 0
    return (Int(tigetnum("colors")), isDirect)
  }

  /// The row is the template's first parameter.
  private static func filled(_ template: String, _ column: Int, _ row: Int) -> String? {
    tgoto(template, Int32(column), Int32(row)).map { String(cString: $0) }
  }
}
