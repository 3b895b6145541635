import CellDrawing
import EventLoop
import FoundationEssentials

/// The pictures that a terminal draws itself, by kitty's graphics protocol.
///
/// They are sent once, and shown by text cells, so that a row is compared, cut and wiped like any other
/// one. In tmux all is wrapped.
struct KittyGraphics {
  private let isInTmux = Terminal.isInTmux
  private var sent: Set<UInt32> = []
  /// The answer to the question has to have it.
  private static let question: UInt32 = 31
  /// Of the base64 of a picture in one sequence.
  private static let maximumPiece = 4096

  /// Asks a terminal that may know the protocol and its cells for pictures; empty for others.
  ///
  /// Others might answer too, but know no such cells.
  var question: String {
    let hints = [environment("TERM") ?? "", environment("TERM_PROGRAM") ?? ""]
    let isLikely =
      hints.contains { $0.contains("kitty") || $0.contains("ghostty") }
      || environment("KITTY_WINDOW_ID") != nil || environment("GHOSTTY_RESOURCES_DIR") != nil
    // A version that does not know U, which stands for those cells, does not answer.
    return isLikely ? sequence("i=\(Self.question),a=q,U=1,f=24,s=1,v=1", "AAAA") : ""
  }

  /// Whether the text between the marks of a sequence (APC) says yes.
  static func isConsent(_ answer: String) -> Bool { answer == "Gi=\(question);OK" }

  /// What makes the terminal know those of a frame's pictures that it does not know yet.
  mutating func sequences(for images: [UInt32: TerminalPicture]) -> String {
    var text = ""
    for (id, image) in images.sorted(by: { $0.key < $1.key }) where sent.insert(id).inserted {
      let picture = image.picture
      var keys =
        "a=T,U=1,q=2,f=32,s=\(picture.width),v=\(picture.height),i=\(id),"
        + "c=\(image.size.columns),r=\(image.size.rows),"
      var rest = Data(picture.bytes).base64EncodedString()[...]
      while !rest.isEmpty {
        let piece = rest.prefix(Self.maximumPiece)
        rest = rest.dropFirst(Self.maximumPiece)
        text += sequence(keys + "m=\(rest.isEmpty ? 0 : 1)", String(piece))
        keys = ""
      }
    }
    return text
  }

  /// All are sent again, as if the terminal had lost them; tmux does not pass on what a hidden window
  /// sends.
  mutating func forget() { sent = [] }

  /// Ends a picture that may have been cut while it was sent, and removes all from the terminal.
  mutating func removal() -> String {
    defer { sent = [] }
    guard !sent.isEmpty else { return "" }
    return "\u{1B}\\\u{1B}\\"
      + sent.sorted().map { sequence("a=d,d=I,q=2,i=\($0)", "") }.joined()
  }

  private func sequence(_ keys: String, _ data: String) -> String {
    let text = "\u{1B}_G\(keys);\(data)\u{1B}\\"
    guard isInTmux else { return text }
    return "\u{1B}Ptmux;" + text.replacing("\u{1B}", with: "\u{1B}\u{1B}") + "\u{1B}\\"
  }
}
