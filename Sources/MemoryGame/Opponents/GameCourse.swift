/// How ranked games went over time, the oldest first.
package enum GameCourse {
  /// The number of games of which a median is taken.
  package static let medianGames = 20

  /// Returns the median of each game and the nineteen before it; nil while there are fewer.
  package static func medians(of regrets: [Double]) -> [Double?] {
    regrets.indices.map { last in
      guard last + 1 >= medianGames else { return nil }
      let sorted = regrets[(last + 1 - medianGames)...last].sorted()
      return (sorted[medianGames / 2 - 1] + sorted[medianGames / 2]) / 2
    }
  }

  /// Returns the memory span after at most `count` of the games, spread evenly up to the last one.
  ///
  /// A game is nil if it tells nothing of a span.
  package static func spans(
    of games: [SpanEstimate.Played?], upTo count: Int
  ) -> [(game: Int, span: SpanEstimate)] {
    let first = SpanEstimate.minimumGames - 1
    let steps = min(count, games.count - first)
    guard steps > 0 else { return [] }
    return (0..<steps).compactMap { step in
      let last =
        games.count - 1 - (games.count - 1 - first) * (steps - 1 - step) / max(steps - 1, 1)
      let newest = games[...last].reversed().lazy.compactMap(\.self)
      return SpanEstimate(Array(newest.prefix(SpanEstimate.maximumGames))).map { (last, $0) }
    }
  }
}

/// How often each grade was reached in a theme.
package struct Medals {
  /// The grades that have a medal, the best first.
  package static let grades: [Grade] = [.perfect, .gold, .silver, .bronze]

  private var counts: [String: (theme: String, grades: [Grade: Int])] = [:]

  package init() {}

  /// The first spelling of a theme stays.
  package mutating func add(_ grade: Grade, in theme: String) {
    guard Self.grades.contains(grade) else { return }
    let key = ThemeName.comparisonKey(of: theme)
    counts[key, default: (theme, [:])].grades[grade, default: 0] += 1
  }

  /// For each theme the counts of `grades`; the one with most medals first.
  package var rows: [(theme: String, counts: [Int])] {
    counts.map { key, value in
      (key, value.theme, Self.grades.map { value.grades[$0] ?? 0 })
    }.sorted { one, other in
      let (sum, otherSum) = (one.2.reduce(0, +), other.2.reduce(0, +))
      return sum == otherSum ? one.0 < other.0 : sum > otherSum
    }.map { ($1, $2) }
  }
}
