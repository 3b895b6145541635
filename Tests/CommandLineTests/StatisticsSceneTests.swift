import Foundation
import PlainText
import Practice
import TestSupport
import Testing

@testable import CellDrawing
@testable import Screens

/// The pages of statistics on screens of all sizes, without a terminal and without a bus.
@Suite struct StatisticsSceneTests {
  private static let calendar = LocalCalendar { _ in 0 }
  private static let today = 20_785
  private static let sizes = [(20, 6), (40, 12), (80, 24), (120, 40), (200, 60)]

  /// The year of somebody who misses a day now and then, the same at each call.
  static func report(deck: String = "", isComplete: Bool = true) throws -> StatisticsReport {
    var random = SeededGenerator(fixed: 1)
    var report = StatisticsReport(deck: deck, today: today, retention: 0.9, firstWeekday: 1)
    let fsrs = FSRS()
    var (log, schedules) = ([LoggedReview](), [Schedule]())
    for day in today - 340..<today where Int.random(in: 0..<9, using: &random) > 0 {
      let due = schedules.indices.filter { fsrs.dueDay(of: schedules[$0]) <= day }
      let new = schedules.count..<schedules.count + Int.random(in: 0...5, using: &random)
      for (number, card) in (due.prefix(60) + new).enumerated() {
        let before = card < schedules.count ? schedules[card] : nil
        let chance = before.map { fsrs.retrievability(of: $0, on: day) } ?? 0.7
        let isRecalled = Double.random(in: 0..<1, using: &random) < chance
        let rating: Rating =
          isRecalled
          ? [.hard, .good, .good, .good, .easy][Int.random(in: 0..<5, using: &random)] : .again
        let hour = [7, 8, 12, 18, 19, 20, 20, 21, 22][Int.random(in: 0..<9, using: &random)]
        let at = UInt64(day) * Schedule.day + UInt64(hour * 3_600 + number * 10) * 1_000_000
        let schedule = fsrs.schedule(after: before, rating, at: at, on: day)
        if before == nil { schedules.append(schedule) } else { schedules[card] = schedule }
        let took = UInt32(9_000 / rating.rawValue + Int.random(in: 0..<3_000, using: &random))
        log.append(
          LoggedReview(
            Review(card: UInt64(card), direction: .forward, rating: rating, at: at, took: took),
            on: day))
      }
    }
    var days = ReviewDays()
    for row in log { days.add(row) }
    report.days = days
    guard isComplete else { return report }
    report.past = PastReviews(log, today: today, fsrs, calendar)
    var cards = CardsNow(today: today, fsrs)
    for schedule in schedules {
      cards.add(schedule, due: fsrs.dueDay(of: schedule))
    }
    report.cards = cards
    return report
  }

  private static func lines(
    _ page: StatisticsScene.Page, _ size: (Int, Int), _ report: StatisticsReport?,
    _ symbols: Symbols = .unicode, depth: ColorDepth = .none
  ) -> [String] {
    var scene = StatisticsScene(symbols, depth: depth)
    scene.report = report
    let layout = scene.layout(Size(size.0, size.1))
    _ = scene.handle(.character(Character("\(page.rawValue + 1)")), on: layout)
    return scene.frame(on: layout).lines
  }

  @Test(arguments: StatisticsScene.Page.allCases)
  func everyPageHasRoomOnEveryScreen(page: StatisticsScene.Page) throws {
    for size in Self.sizes {
      for depth in ColorDepth.allCases {
        let lines = Self.lines(page, size, try Self.report(deck: "日本語 Wörter"), depth: depth)
        #expect(lines.count == size.1)
        for line in lines {
          #expect(withoutEscapes(line).cells <= size.0, "\(page) \(size): \(line)")
          #expect(depth != .none || !line.contains(/\x1B\[([0-9;]+;)?[34][0-9]/), "\(line)")
        }
      }
      let ascii = Self.lines(page, size, try Self.report(), .ascii)
      #expect(ascii.allSatisfy { $0.allSatisfy(\.isASCII) }, "\(ascii)")
    }
  }

  @Test func theSmallestScreenShowsTheWholeYear() throws {
    let lines = Self.lines(.year, (40, 12), try Self.report()).map(withoutEscapes)
    #expect(lines[0].hasPrefix("[Year] Ahead  Recall  Cards  Times"))
    #expect(lines[2].hasPrefix("Mon ") || lines[2].hasPrefix("Sun "))
    #expect(lines[9].contains("0") && lines[10].contains(" in a row, longest "))
    #expect(lines[11].contains("q leave"))
  }

  /// Shapes tell the five steps apart where no color does.
  @Test func stepsAreShapes() throws {
    for (symbols, steps) in [(Symbols.unicode, "·░▒▓█"), (.ascii, ".-+*#")] {
      let legend = Self.lines(.year, (80, 24), try Self.report(), symbols)[10]
      #expect(steps.allSatisfy { legend.contains($0) }, "\(legend)")
    }
  }

  @Test func theFirstPageIsThereBeforeTheRest() throws {
    let report = try Self.report(isComplete: false)
    #expect(Self.lines(.year, (80, 24), report) == Self.lines(.year, (80, 24), try Self.report()))
    for page in [StatisticsScene.Page.ahead, .recall, .cards, .times] {
      #expect(Self.lines(page, (80, 24), report)[2].contains("Reading the log of reviews…"))
    }
    #expect(Self.lines(.year, (80, 24), nil)[2].isEmpty)
  }

  @Test func anEmptyLogSaysHowToStart() {
    var report = StatisticsReport(deck: "", today: Self.today, retention: 0.9)
    report.past = PastReviews([], today: Self.today, FSRS(), Self.calendar)
    report.cards = CardsNow(today: Self.today, FSRS())
    for page in StatisticsScene.Page.allCases {
      #expect(
        Self.lines(page, (80, 24), report)[2].contains("No card has been answered yet"), "\(page)")
    }
  }

  @Test func keysTurnThePages() throws {
    var scene = StatisticsScene(.unicode, depth: .none)
    let layout = scene.layout(Size(80, 24))
    func press(_ keys: Key...) -> StatisticsScene.Command? {
      keys.reduce(nil) { $0 ?? scene.handle($1, on: layout) }
    }
    #expect(press(.left) == nil && scene.page == .times)
    #expect(press(.tab) == nil && scene.page == .year)
    #expect(press("l", .right, "h") == nil && scene.page == .ahead)
    #expect(press("4") == nil && scene.page == .cards)
    let tab = try #require(layout.tabs.first { $0.page == .recall })
    #expect(press(.click(column: tab.columns.lowerBound, row: 0)) == nil && scene.page == .recall)
    // The help closes before the pages do.
    #expect(press("?", .escape) == nil && press(.escape) == .leave && press("q") == .leave)
  }

  @Test func sharesStandBesideWhatWasAskedFor() throws {
    let lines = Self.lines(.recall, (80, 24), try Self.report())
    let past = try #require(try Self.report().past)
    let share = try #require(past[.all, .all].share)
    #expect(lines.contains { $0.contains("all ") && $0.contains((share * 100).tenths + "%") })
    #expect(lines.contains { $0.contains("asked for: 90.0%") })
    #expect(lines.contains { $0.contains("of \(past[.onTime, .all].reviewed)") })
  }

  @Test func aPictureIsWellFormedAndEscapesNames() throws {
    let picture = StatisticsPicture(try Self.report(deck: "<b>&\"\u{1B}[31m")).text
    #expect(picture.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" "))
    #expect(picture.contains("prefers-color-scheme:dark"))
    #expect(!picture.contains("<b>") && picture.contains("&lt;b&gt;&amp;"))
    #expect(!picture.contains("\u{1B}") && !picture.contains("url(") && !picture.contains("href"))
    #expect(picture.count { $0 == "<" } == picture.count { $0 == ">" })
    let days = picture.matches(of: /<title>\d{4}-\d\d-\d\d: \d+ answers?<\/title>/).count
    #expect(days > 52 * 7)
  }

  /// The picture on the page about practice is written by the program.
  @Test func thePictureOnThePageIsThis() throws {
    let path = SourceTree.root.appendingPathComponent("docs/statistics.svg").path
    let picture = StatisticsPicture(try Self.report()).text
    if ProcessInfo.processInfo.environment["MEMORIZE_WRITE_SCREENS"] == "1" {
      try picture.write(toFile: path, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == picture)
  }
}
