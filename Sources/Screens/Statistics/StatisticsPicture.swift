import CellDrawing
import PlainText
import Practice
import Translation

/// All pages as one SVG, light or dark as its reader's screen is, without fonts of its own.
package struct StatisticsPicture {
  private static let width = 760
  private static let margin = 20
  /// The colors by their classes, on light and on dark; without variables, which not all viewers know.
  private static let colors = [
    ("g", "#fff", "#0d1117"), ("t", "#1f2328", "#e6edf3"), ("q", "#59636e", "#9198a1"),
    ("s0", "#ebedf0", "#1c232b"), ("s1", "#9be9a8", "#0e4429"), ("s2", "#40c463", "#006d32"),
    ("s3", "#30a14e", "#26a641"), ("s4", "#216e39", "#39d353"), ("blue", "#2a6fdb", "#589bff"),
    ("amber", "#b07d10", "#d9a520"), ("green", "#30a14e", "#26a641"),
  ]
  private static var style: String {
    let (light, dark) = (
      colors.map { ".\($0.0){fill:\($0.1)}" }.joined(),
      colors.map { ".\($0.0){fill:\($0.2)}" }.joined()
    )
    return "text{font:13px system-ui,sans-serif}.h{font-weight:600}.q{font-size:11px}"
      + ".e{text-anchor:end}\(light)@media(prefers-color-scheme:dark){\(dark)}"
  }

  /// The whole file.
  package private(set) var text = ""
  private var row = 34

  /// The report must be complete.
  package init(_ report: StatisticsReport) {
    let title = StatisticsText.title(ofDeck: report.deck)
    let name = title.harmless.markupEscaped
    put(title.harmless, at: Self.margin, row, "t h")
    put(StatisticsReport.date(report.today), at: Self.width - Self.margin, row, "q e")
    row += 24
    drawYear(report)
    if let cards = report.cards { drawAhead(cards, report) }
    if let past = report.past { drawRecall(past, report.retention) }
    if let cards = report.cards { drawCards(cards) }
    if let past = report.past { drawTimes(past) }
    text = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.width) \(row)" \
      width="\(Self.width)" height="\(row)" role="img" aria-label="\(name)">
      <title>\(name)</title>
      <style>\(Self.style)</style>
      <rect class="g" width="100%" height="100%"/>

      """ + text + "</svg>\n"
  }

  private mutating func put(_ words: String, at x: Int, _ y: Int, _ style: String = "t") {
    text += "<text x=\"\(x)\" y=\"\(y)\" class=\"\(style)\">\(words.markupEscaped)</text>\n"
  }

  private mutating func fill(
    _ style: String, x: Int, y: Int, width: Int, height: Int, _ title: String = ""
  ) {
    let name = title.isEmpty ? "" : "<title>\(title.markupEscaped)</title>"
    text += "<rect class=\"\(style)\" x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\""
    text += name.isEmpty ? "/>\n" : ">\(name)</rect>\n"
  }

  private mutating func heading(_ words: String) {
    row += 34
    put(words, at: Self.margin, row, "t h")
    row += 10
  }

  private mutating func drawYear(_ report: StatisticsReport) {
    guard let days = report.days else { return }
    let (map, step, left) = (report.heatMap(days), 13, Self.margin + 32)
    let weeks = map.weeks(HeatMap.mostWeeks)
    for (week, name) in map.names(of: weeks, room: { ($0.cells * 7 + 19) / step }) {
      put(name, at: left + week * step, row, "q")
    }
    for weekday in 0..<7 {
      let y = row + 8 + weekday * step
      if weekday % 2 == 0 { put(map.weekday(weekday), at: Self.margin, y + 9, "q") }
      for (week, first) in weeks.enumerated() where first + weekday <= map.today {
        let day = first + weekday
        let answers = days.answers[day] ?? 0
        fill(
          "s\(map.step(of: day))", x: left + week * step, y: y, width: step - 2, height: step - 2,
          StatisticsText.answers(answers, on: StatisticsReport.date(day)))
      }
    }
    row += 8 + 7 * step + 16
    var x = left
    for (index, text) in (["0"] + map.bounds.map { "\($0)+" }).enumerated() {
      fill("s\(index)", x: x, y: row - 10, width: step - 2, height: step - 2)
      put(text, at: x + 16, row, "q")
      x += 32 + text.cells * 7
    }
    row += 22
    put(report.yearTexts(days).clausesText, at: left, row)
  }

  /// Bars on a line, with the highest number above, and labels below that have room.
  private mutating func drawBars(
    _ values: [Int], _ labels: [String], top: Int, _ style: String, x: Int, width: Int, height: Int
  ) {
    let step = width / max(values.count, 1)
    put(String(top) + (values.contains { $0 > top } ? "+" : ""), at: x, row + 12, "q")
    var end = x
    for (index, value) in values.enumerated() {
      let bar = min(value, top) * height / max(top, 1)
      let place = x + index * step
      fill(
        style, x: place, y: row + 18 + height - max(bar, value > 0 ? 1 : 0),
        width: max(step - 2, 1),
        height: max(bar, value > 0 ? 1 : 0), String(value))
      guard index < labels.count, !labels[index].isEmpty, place >= end else { continue }
      put(labels[index], at: place, row + height + 32, "q")
      end = place + 8 * labels[index].cells
    }
    fill("s0", x: x, y: row + 18 + height, width: step * values.count, height: 1)
  }

  private mutating func drawAhead(_ cards: CardsNow, _ report: StatisticsReport) {
    heading(report.aheadTexts(cards, .unicode).clausesText)
    drawBars(
      cards.ahead, report.aheadLabels(cards, .unicode), top: CardsNow.top(of: cards.ahead), "blue",
      x: Self.margin,
      width: Self.width - 2 * Self.margin, height: 70)
    row += 102
  }

  private mutating func drawRecall(_ past: PastReviews, _ asked: Double) {
    heading(StatisticsText.remembered(asked))
    let spans = PastReviews.Span.allCases
    let end = { (index: Int) in Self.margin + 270 + index * 170 }
    row += 10
    for (index, span) in spans.enumerated() { put(span.title, at: end(index), row, "q e") }
    for group in PastReviews.Group.allCases {
      row += 18
      put(group.title, at: Self.margin, row)
      for (index, span) in spans.enumerated() {
        let retention = past[group, span]
        let share = retention.share.map { StatisticsText.share($0, of: retention.reviewed) }
        put(share ?? "-", at: end(index), row, "t e")
      }
    }
  }

  private mutating func drawCards(_ cards: CardsNow) {
    let (row, width) = (self.row, (Self.width - 2 * Self.margin) / 3)
    let styles = ["blue", "amber", "green"]
    for (index, chart) in StatisticsReport.histograms(cards).enumerated() {
      self.row = row + 34
      let x = Self.margin + index * width
      put(chart.title, at: x, self.row, "t h")
      self.row += 10
      drawBars(
        chart.values, chart.labels, top: chart.values.max() ?? 0, styles[index], x: x,
        width: width - 20, height: 70)
    }
    self.row += 102
  }

  private mutating func drawTimes(_ past: PastReviews) {
    heading(StatisticsText.hours(medians: StatisticsReport.medians(past)))
    let labels = past.hours.indices.map { $0 % 3 == 0 ? String($0) : "" }
    let answers = past.hours.map(\.answers)
    drawBars(
      answers, labels, top: answers.max() ?? 0, "blue", x: Self.margin,
      width: Self.width - 2 * Self.margin, height: 70)
    row += 120
  }
}
