import BoardLayout
import CellDrawing
import MemorizeText
import MemoryGame
import PlainText
import Translation

extension CostlyMove {
  /// `Move 7 lost 0.6 (2 of 5). Known: dolphin was at 5, seen 2 moves before. Perfect memory turns up
  /// 5, not 9.`; `place` is that among all such moves.
  func text(place: Int, of count: Int, inGameOf theme: String) -> String {
    [
      lossText(place: place, of: count),
      // Translators: {cards} is a list of what was known of cards.
      tr("Known: {cards}.", ["cards": known.map { $0.text(inGameOf: theme) }.enumerationText]),
      // Translators: {right} and {wrong} are the numbers of cards.
      known.first { $0.isMate }.map {
        tr("Perfect memory turns up {right}, not {wrong}.", ["right": $0.card, "wrong": second])
      } ?? tr("Perfect memory turns up an unseen card."),
    ].sentencesText
  }

  private func lossText(place: Int, of count: Int) -> String {
    let loss =
      regret.tenths == "0.0"
      // Translators: how much of a move was lost.
      ? tr("less than {number}", ["number": 0.1.tenthsText]) : regret.tenthsText
    guard let player else {
      // Translators: {loss} is a number or “less than 0.1”; it is loss {place} of {count}.
      return tr(
        "Move {number} lost {loss} ({place} of {count}).",
        ["number": number, "loss": loss, "place": place, "count": count])
    }
    // Translators: {loss} is a number or “less than 0.1”; it is loss {place} of {count}.
    return tr(
      "{player}'s move {number} lost {loss} ({place} of {count}).",
      [
        "player": player.harmless.clipped(to: Self.nameCells), "number": number, "loss": loss,
        "place": place, "count": count,
      ])
  }

  private static let nameCells = 16
}

extension CostlyMove.Known {
  fileprivate func text(inGameOf theme: String) -> String {
    let shown = shownFaceName(face.shownSide(ofDeck: theme)).harmless
    // Translators: {face} is what a card shows, {card} its number.
    return tr(
      age, "{face} was at {card}, seen 1 move before",
      "{face} was at {card}, seen {n} moves before",
      ["face": shown.clipped(to: Self.faceCells), "card": card])
  }

  /// A side of a word card may be a sentence.
  private static let faceCells = 32
}
