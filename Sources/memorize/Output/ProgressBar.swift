import CellDrawing
import Screens
import TerminalKit

/// A line on stderr that shows how much is done; on a terminal only.
struct ProgressBar {
  private let cells: Int
  private let symbols: Symbols
  private var shown = ""

  init(_ options: Options) {
    let isWanted = options.form == .text && !options.isQuiet && !Terminal.isDumb
    let columns = isWanted ? Terminal.columns(of: Output.messages.descriptor) : nil
    // The percentage takes five cells, and the last one stays free.
    cells = min(max((columns ?? 0) - 6, 0), 40)
    symbols = options.symbols
  }

  /// `share` is from 0 to 1.
  mutating func show(_ share: Double) {
    let filled = Int(share * Double(cells))
    let bar = (0..<cells).map { symbols.bar[$0 < filled] }
    draw(bar.joined() + "\(Int(share * 100))%".rightAligned(to: 5))
  }

  mutating func erase() {
    draw(String(repeating: " ", count: shown.count))
  }

  private mutating func draw(_ line: String) {
    guard cells > 0, line != shown else { return }
    shown = line
    // If it fails, nobody sees the progress.
    try? Output.messages.write("\r\(line)\r")
  }
}
