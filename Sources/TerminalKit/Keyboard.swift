import CNcurses
import CellDrawing
import Glibc
import PlainText

final class Keyboard {
  private let window: UnsafeMutablePointer<WINDOW>
  /// Clicks that arrived together; ncurses reports them all with one key.
  private var clicks: [Key] = []
  /// Codes that were read after an Escape but do not belong to it.
  private var ahead: [Int32] = []
  /// Called if the terminal can draw pictures (``KittyGraphics``).
  var whenGraphicsAreKnown: () -> Void = {}
  /// Whether the terminal has gone away.
  package private(set) var isGone = false
  /// The longest wait for the rest of a sequence, in milliseconds.
  private static let sequenceTimeout: Int32 = 25

  /// The window must never be drawn on: a key would redraw it.
  init(_ window: UnsafeMutablePointer<WINDOW>) {
    self.window = window
    keypad(window, true)
    nodelay(window, true)
    // After this time a lone Escape is known not to begin a sequence.
    set_escdelay(Self.sequenceTimeout)
  }

  package func next() -> Key? {
    while clicks.isEmpty {
      guard let code = read() else { return nil }
      if code == Self.escape, skipsSequence() { continue }
      if (0x80..<0x100).contains(code) {
        if let character = character(from: code) { return .character(character) }
        continue
      }
      if let key = Self.key(code) { return key }
      if code == KEY_MOUSE { takeClicks() }
    }
    return clicks.removeFirst()
  }

  private func read() -> Int32? {
    if !ahead.isEmpty { return ahead.removeFirst() }
    errno = 0
    let code = wgetch(window)
    if code != ERR { return code }
    // The terminal has gone away, but not the process group.
    if errno == EIO { isGone = true }
    return nil
  }

  /// Reads what belongs to the code before it, which may arrive a moment later.
  private func readRest(within milliseconds: Int32 = sequenceTimeout) -> Int32? {
    wtimeout(window, milliseconds)
    defer { nodelay(window, true) }
    return read()
  }

  /// Skips the rest of a sequence that ncurses does not know, if there is one: digits in it are not
  /// keys.
  private func skipsSequence() -> Bool {
    guard let start = read() else { return false }
    if start == Int32(UInt8(ascii: "_")) { return takesAnswer() }
    guard start == Int32(UInt8(ascii: "[")) || start == Int32(UInt8(ascii: "O")) else {
      ahead = [start]
      return false
    }
    while let code = readRest() {
      if (0x20..<0x40).contains(code) { continue }
      // Anything but a last byte breaks off the sequence and is a key itself.
      if !(0x40..<0x7F).contains(code) { ahead = [code] }
      break
    }
    return true
  }

  /// Reads an answer about graphics, up to its end (ST); false if Alt and an underscore were pressed.
  private func takesAnswer() -> Bool {
    var codes: [Int32] = []
    while codes.count < Self.longestAnswer,
      let code = readRest(within: codes.isEmpty ? Self.sequenceTimeout : Self.answerTimeout)
    {
      codes.append(code)
      guard codes.first == Int32(UInt8(ascii: "G")) else { break }
      guard codes.suffix(2) == [Self.escape, Int32(UInt8(ascii: "\\"))] else { continue }
      let text = codes.dropLast(2).compactMap { Unicode.Scalar(UInt32($0)).map(Character.init) }
      if KittyGraphics.isConsent(String(text)) { whenGraphicsAreKnown() }
      return true
    }
    if codes.first == Int32(UInt8(ascii: "G")) { return true }
    ahead = [Int32(UInt8(ascii: "_"))] + codes
    return false
  }

  /// The longest pause within an answer, which may come in two packets, in milliseconds.
  private static let answerTimeout: Int32 = 500
  /// Of the terminal, in characters; it may quote an error.
  private static let longestAnswer = 200

  /// Reads the rest of a multi-byte character; nil for invalid bytes, or a character on which a
  /// terminal would act.
  private func character(from first: Int32) -> Character? {
    let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    var bytes = [UInt8(truncatingIfNeeded: first)]
    while bytes.count < count, let code = readRest() {
      guard (0x80..<0xC0).contains(code) else {
        ahead = [code]
        break
      }
      bytes.append(UInt8(truncatingIfNeeded: code))
    }
    guard let text = String(validating: bytes, as: UTF8.self), let character = text.first,
      !character.unicodeScalars.contains(where: \.isHarmful)
    else { return nil }
    return character
  }

  /// Takes all mouse events from ncurses, the last one first.
  private func takeClicks() {
    var event = MEVENT()
    while getmouse(&event) == OK {
      let isOf = { (mask: Int) in event.bstate & mmask_t(mask) != 0 }
      if isOf(CNCURSES_PRESSED) {
        clicks.insert(.click(column: Int(event.x), row: Int(event.y)), at: 0)
      } else if isOf(CNCURSES_WHEEL_UP) {
        clicks.insert(.wheelUp, at: 0)
      } else if isOf(CNCURSES_WHEEL_DOWN) {
        clicks.insert(.wheelDown, at: 0)
      }
    }
  }

  private static func key(_ code: Int32) -> Key? {
    if let key = keys[code] { return key }
    guard (0x20..<0x7F).contains(code), let scalar = Unicode.Scalar(UInt32(code)) else {
      return nil
    }
    return .character(Character(scalar))
  }

  private static let escape: Int32 = 0x1B

  private static let keys: [Int32: Key] = [
    KEY_UP: .up, KEY_DOWN: .down, KEY_LEFT: .left, KEY_RIGHT: .right, KEY_HOME: .home,
    KEY_END: .end, KEY_PPAGE: .pageUp, KEY_NPAGE: .pageDown, KEY_ENTER: .enter, 0x0A: .enter,
    0x0D: .enter, KEY_BACKSPACE: .backspace, 0x08: .backspace, 0x7F: .backspace, escape: .escape,
    KEY_DC: .delete, 0x09: .tab, 0x15: .eraseLine, 0x0C: .redraw,
  ]
}
