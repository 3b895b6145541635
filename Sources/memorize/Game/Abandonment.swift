import EventLoop
import MemorizeBus
import MemorizeText
import MemoryGame
import PlainText
import Screens

extension GameState {
  /// Whether its daily game can still be resumed.
  var isOfToday: Bool { daily == DailyDate(epoch: WallClock.microseconds).text }

  /// The question before another game is started.
  func abandonment(_ question: String = english("Start another game?")) -> Confirmation {
    let loss =
      !isScoredDaily
      ? english("A game of \(theme) is in progress (\(matchedPairs) of \(pairs) pairs).")
      : isOfToday
        ? english(
          "Today's daily game is in progress (\(matchedPairs) of \(pairs) pairs). "
            + "“memorize new --daily” resumes it until midnight UTC.")
        : english(
          "The daily game of \(daily) is in progress (\(matchedPairs) of \(pairs) pairs), and "
            + "cannot be resumed later.")
    return Confirmation(loss: loss, question: question)
  }

  /// Prints a game that was just started or resumed, and says which one was abandoned for it.
  func printBeginning(instead before: GameState?, _ options: Options) throws {
    // A game that is resumed keeps the time at which it was dealt.
    let left = before.flatMap {
      $0.phase == .playing && $0.flips > 0 && $0.startedAt != startedAt ? $0 : nil
    }
    try options.print(
      json: (["game": json] as JSON).with("abandoned", left?.summary), plain: plainStart + "\n",
      text: beginning(instead: left, options))
  }

  private func beginning(instead left: GameState?, _ options: Options) -> String {
    let lines = [
      left.map { $0.abandonedLine(canBeResumed: !$0.isScoredDaily || $0.isOfToday) },
      isResumed ? resumption : nil,
    ].compactMap(\.self)
    return lines.lines + BoardText(options).text(self, below: lines.count)
  }
}
