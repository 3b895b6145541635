import CellDrawing
import MemorizeBus
import MemorizeText
import MemoryGame
import PlainText
import Practice
import Screens

/// What past games show beside sums: regret and memory span over time, medals, days.
struct StatsCharts {
  /// The oldest first.
  private let ranked: [PastGame]
  private let regrets: [Double]
  private let medians: [Double?]
  private let spans: [(game: Int, span: SpanEstimate)]
  private var medals = Medals()
  /// The number of games begun on each local day.
  private var days: [Int: Int] = [:]
  private let today: Int

  /// How many ranked games the charts show, and how many memory spans.
  private static let shownGames = 1_000
  private static let shownSpans = 60

  /// From past games, the newest first.
  init(_ games: [PastGame], _ calendar: LocalCalendar, now: UInt64) {
    ranked = games.filter(\.isRanked).prefix(Self.shownGames).reversed()
    regrets = ranked.map { $0.result?.regretPerPair ?? 0 }
    medians = GameCourse.medians(of: regrets)
    spans = GameCourse.spans(of: ranked.map(\.played), upTo: Self.shownSpans)
    today = calendar.day(of: now)
    for game in games {
      days[calendar.day(of: game.startedAt), default: 0] += 1
      if let result = game.result, result.hasMedal, let grade = result.grade.known {
        medals.add(grade, in: result.theme)
      }
    }
  }

  func text(columns: Int, _ options: Options) -> String {
    let (symbols, palette) = (options.symbols, options.palette)
    func part(_ heading: String, _ lines: [String]) -> String {
      guard !lines.isEmpty else { return "" }
      let headings = heading.paragraphs(width: columns).map { $0.painted(palette?.quiet) }
      return "\n" + (headings + lines).lines
    }
    let bounds = Grade.bounds
    let regret = DotChart(
      dots: [regrets], line: medians,
      tops: [bounds.gold, bounds.silver, bounds.bronze, 2, 3, 5, 10, 20, 50, 100], symbols)
    let span = DotChart(
      dots: [spans.map(\.span.low), spans.map(\.span.high)], line: spans.map(\.span.span),
      tops: [5, 10, 15, 20], symbols)
    let heat = HeatMap(days, today: today) { DailyDate(day: $0).month }
    return (medals.rows.isEmpty ? "" : "\n" + medalTable.text(options))
      + part(
        GameHistoryText.regret(
          games: ranked.count, hasMedian: medians.last.flatMap(\.self) != nil),
        regret.lines(columns: columns, palette))
      + part(GameHistoryText.spans, span.lines(columns: columns, palette))
      + part(
        GameHistoryText.gamesADay,
        days.isEmpty ? [] : heat.lines(columns: columns, symbols, palette))
  }

  private var medalTable: TextTable {
    TextTable(
      columns: [.init(heading: GameHistoryText.medals, isCut: true)]
        + Medals.grades.map { .init(heading: GameHistoryText.grade(Word($0)), isRight: true) },
      rows: medals.rows.map { row in
        [shownThemeName(row.theme)] + row.counts.map { $0 == 0 ? "" : String($0) }
      })
  }

  /// Beside the other statistics.
  func add(to json: JSON) -> JSON {
    json.with(
      "course",
      .array(
        ranked.indices.map { index in
          [
            "id": .integer(ranked[index].id), "started_at": .integer(ranked[index].startedAt),
            "regret_per_pair": .real(regrets[index]),
            "median": medians[index].map { .real($0) } ?? .null,
          ]
        })
    ).with(
      "spans",
      .array(
        spans.map { game, span in
          span.json.with("id", .integer(ranked[game].id))
        })
    ).with(
      "medals",
      .array(
        medals.rows.map { row in
          .object(
            [("theme", .string(row.theme))]
              + zip(Medals.grades, row.counts).map { ($0.rawValue, .integer($1)) })
        })
    ).with(
      "days",
      .array(
        days.sorted { $0.key < $1.key }.map { day, games in
          ["date": .string(DailyDate(day: day).text), "games": .integer(games)]
        }))
  }
}

extension FinalResult {
  /// Whether its grade is a person's, who did not know the deal; a daily game counts once.
  fileprivate var hasMedal: Bool {
    !isBotPlayed && !isRepeatedDaily && winners.isEmpty && (!isSeeded || !daily.isEmpty)
  }
}
