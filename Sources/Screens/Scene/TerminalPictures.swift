import CellDrawing
import EventLoop
import Glibc
import TerminalKit

extension SceneScreen {
  /// Asks whether the terminal draws pictures itself; if it does, calls `use` with its name for the
  /// first one.
  func askForGraphics(on loop: Loop, then use: @escaping (UInt32) -> Void) {
    // Other programs in the same terminal number theirs from 1 on, and a second screen is another
    // process.
    let answer = { use(UInt32(getpid() & 0x7FF) << 12 | 1 << 23) }
    if Terminal.isInTmux {
      Tmux.askForGraphics(on: loop, then: answer)
    } else {
      askForGraphics(then: answer)
    }
  }
}
