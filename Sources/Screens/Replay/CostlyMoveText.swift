import BoardLayout
import CellDrawing
import MemoryGame
import PlainText

extension CostlyMove {
  /// `Move 7 lost 0.6 (2 of 5). Known: dolphin was at 5, seen 2 moves before. Perfect memory turns up
  /// 5, not 9.`; `place` is that among all such moves.
  func text(place: Int, of count: Int) -> String {
    let whose = player.map { "\($0.harmless.clipped(to: Self.nameCells))'s move" } ?? "Move"
    let loss = regret.tenths == "0.0" ? "less than 0.1" : regret.tenths
    let mate = known.first { $0.isMate }
    return "\(whose) \(number) lost \(loss) (\(place) of \(count)). "
      + "Known: \(known.map(\.text).enumeration). Perfect memory turns up "
      + (mate.map { "\($0.card), not \(second)." } ?? "an unseen card.")
  }

  private static let nameCells = 16
}

extension CostlyMove.Known {
  fileprivate var text: String {
    "\(faceName(face).harmless.clipped(to: Self.faceCells)) was at \(card), seen "
      + plural(age, one: "1 move before", other: "\(age) moves before")
  }

  /// A side of a word card may be a sentence.
  private static let faceCells = 32
}
