import ArgumentParser
import MemorizeBus
import MemoryGame
import ThemeFiles

/// The forms in which a theme can be written.
enum ThemeFormat: String, ExpressibleByArgument, CaseIterable {
  /// A line of a file of themes.
  case themes
  /// A deck.
  case tsv

  /// Writes a theme.
  ///
  /// - Throws: `ProgramError` where it cannot be written in this form.
  func text(of theme: ThemeSummary, _ pairs: [PairView]) throws(ProgramError) -> String {
    switch self {
    case .themes: try Self.line(of: theme, pairs) + "\n"
    case .tsv: try Self.deck(of: theme, pairs)
    }
  }

  private static func line(
    of theme: ThemeSummary, _ pairs: [PairView]
  ) throws(ProgramError) -> String {
    do throws(ThemeFault) {
      return ThemeFile.line(of: try theme.theme(of: pairs))
    } catch {
      throw refusal("“\(theme.name)” is no theme of a file. \(error.message) Try --format tsv.")
    }
  }

  private static func deck(
    of theme: ThemeSummary, _ pairs: [PairView]
  ) throws(ProgramError) -> String {
    guard !pairs.contains(where: \.second.isEmpty) else {
      throw refusal(
        "“\(theme.name)” has pairs of one side, and the cards of a deck have two: leave --format "
          + "out.")
    }
    var cards: [DeckPair] = []
    do throws(DeckPairFault) {
      for pair in pairs {
        cards.append(try DeckPair(pair.first, pair.second, pronunciation: pair.pronunciation))
      }
    } catch {
      throw refusal("“\(theme.name)” is no deck. \(error.message)")
    }
    return DeckFile.text(of: cards, name: try? ThemeName(theme.name))
  }

  private static func refusal(_ message: String) -> ProgramError {
    ProgramError(.refused, name: "InvalidTheme", message)
  }
}

extension ThemeSummary {
  /// The theme as the model has it, of what the service tells.
  ///
  /// That does not tell `random` from a range of 2 to all, nor a number above all from all: they are
  /// the same in each game.
  fileprivate func theme(of pairs: [PairView]) throws(ThemeFault) -> Theme {
    var made: [Pair] = []
    for pair in pairs {
      made.append(try Pair(pair.first, pair.second, pronunciation: pair.pronunciation))
    }
    return try Theme(name: name, icon: icon, colors: colors, pairs: made, rule: try rule())
  }

  private func rule() throws(ThemeFault) -> PairRule {
    if maxPairs >= size {
      if minPairs >= size { return .all }
      if minPairs == Theme.minimumPairs { return .random }
    }
    return try PairRule(minimum: Int(minPairs), maximum: Int(maxPairs))
  }
}
