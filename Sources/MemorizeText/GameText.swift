package import MemorizeBus
import MemoryGame
import PlainText
import Translation

// What people read of the game; what scripts read is in `PlainGame.swift`.
extension GameState {
  /// `Halloween: 3 of 8 pairs, score 4, 9 flips, 4 moves`, and whose turn it is.
  package var statusLine: String {
    guard exists else { return tr("no game: start one with “memorize new”") }
    let facts = [
      progressText, scoreText(score), tr(flips, "1 flip", "{n} flips"), movesText(moves),
    ].listText
    if phase == .won {
      // Translators: {facts} is “8 of 8 pairs, score 4, 20 flips, 10 moves”.
      let line = tr("{game}: won, {facts}", ["game": title, "facts": facts])
      return withPlayers(line)
    }
    return withPlayers(tr("{game}: {facts}", ["game": title, "facts": facts]))
  }

  package var startedLine: String {
    if isResumed {
      // Translators: {progress} is “3 of 8 pairs”, {moves} is “4 moves”.
      let line = tr(
        "resumed: {game}, {progress}, {moves}",
        ["game": title, "progress": progressText, "moves": movesText(moves)])
      return withPlayers(line)
    }
    // Translators: {pairs} is “8 pairs”.
    let line = tr("started: {game}, {pairs}", ["game": title, "pairs": pairsText(pairs)])
    return withPlayers(line)
  }

  /// If it is resumed.
  package var resumption: String {
    guard daily.isEmpty else {
      return tr(
        "The daily game is resumed: {progress}, {moves}.",
        ["progress": progressText, "moves": movesText(moves)])
    }
    return tr(
      "The game of {theme} is resumed: {progress}, {moves}.",
      ["theme": shownThemeName(theme), "progress": progressText, "moves": movesText(moves)])
  }

  /// After another game took its place.
  package func abandonedLine(canBeResumed: Bool) -> String {
    // Translators: {progress} is “3 of 8 pairs”.
    let line = tr(
      "Abandoned: {game}, {progress}, score {score}.",
      ["game": title, "progress": progressText, "score": score]
    ).harmless
    return [line, canBeResumed ? tr("“memorize resume” takes it up again.") : ""].sentencesText
  }

  /// `3 of 8 pairs`.
  package var progressText: String {
    tr("{found} of {pairs} pairs", ["found": matchedPairs, "pairs": pairs])
  }

  /// The theme, and whether it is a daily game that counts.
  private var title: String {
    let theme = shownThemeName(theme)
    if daily.isEmpty { return theme }
    return isRepeatedDaily
      ? tr("{theme} (daily {date}, does not count)", ["theme": theme, "date": daily])
      : tr("{theme} (daily {date})", ["theme": theme, "date": daily])
  }

  private func withPlayers(_ text: String) -> String {
    guard !players.isEmpty else { return text.harmless }
    let turn = playerName.isEmpty ? [] : [tr("{player}'s turn", ["player": playerName])]
    return ([text, players.scoresText] + turn).clausesText.harmless
  }
}

extension [PlayerScore] {
  /// `Ada 4, Ben 2`.
  package var scoresText: String { map { "\($0.name) \($0.score)" }.listText }
}

extension FinalResult {
  package var line: String {
    let grade = gradeText.map { [tr("grade {grade}", ["grade": $0])] } ?? []
    let facts = ([sums, luck.luckText] + grade).listText
    return line(facts).harmless
  }

  private func line(_ facts: String) -> String {
    if !winners.isEmpty {
      // Translators: the winners' names, then score, moves and luck.
      return tr("won by {names}: {facts}", ["names": winners.enumerationText, "facts": facts])
    }
    return isBotPlayed
      ? tr("won: {facts}; a bot played, so it does not count", ["facts": facts])
      : tr("won: {facts}", ["facts": facts])
  }

  package var sums: String {
    [
      scoreText(score), movesText(moves),
      // Translators: the average moves of perfect play, with a decimal place.
      tr("par {moves}", ["moves": par.tenthsText]),
      regret.lostText,
    ].listText
  }

  /// Nil in a game by turns.
  package var gradeText: String? {
    switch grade.known {
    case .perfect: tr("perfect", context: "medal")
    case .gold: tr("gold", context: "medal")
    case .silver: tr("silver", context: "medal")
    case .bronze: tr("bronze", context: "medal")
    case .some(.none): nil
    case nil: knownGrade
    }
  }
}

extension Double {
  /// Regret: `0.5 moves lost to forgetting`.
  package var lostText: String {
    // Translators: {moves} has a decimal place.
    tr("{moves} moves lost to forgetting", ["moves": tenthsText])
  }

  package var lossText: String {
    tenths == "0.0" ? tr("no move lost to forgetting") : lostText
  }

  /// Luck, without a sign: `1.9 moves lucky`.
  package var luckText: String {
    if magnitude.tenths == "0.0" { return tr("neither lucky nor unlucky") }
    let size = magnitude.tenthsText
    if self < 0 {
      // Translators: {moves} has a decimal place; luck saved that many moves.
      return tr("{moves} moves lucky", ["moves": size])
    }
    // Translators: {moves} has a decimal place; bad luck cost that many moves.
    return tr("{moves} moves unlucky", ["moves": size])
  }
}

/// A theme or deck of ours in the user's language; others have the names that people gave them.
package func shownThemeName(_ name: String) -> String { translated(name, context: "theme") }

/// Without `count` the number of cards is not known.
package func noCardText(_ card: some BinaryInteger, of count: Int?) -> String {
  guard let count, count > 0 else {
    return tr(
      "There is no card {card} on this board; cards are numbered from 0.", ["card": card])
  }
  return tr(
    "There is no card {card}; this board's cards are numbered 0 to {last}.",
    ["card": card, "last": count - 1])
}

package func scoreText(_ score: some BinaryInteger) -> String {
  tr("score {score}", ["score": score])
}

package func dailyStreakText(_ days: UInt32) -> String {
  tr(days, "Daily streak: 1 day", "Daily streak: {n} days")
}

package func movesText(_ moves: some BinaryInteger) -> String {
  tr(moves, "1 move", "{n} moves")
}

package func pairsText(_ pairs: some BinaryInteger) -> String {
  tr(pairs, "1 pair", "{n} pairs")
}
