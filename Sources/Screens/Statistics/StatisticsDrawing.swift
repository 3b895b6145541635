import CellDrawing
import MemoryGame
import PlainText
import Practice
import Translation

extension StatisticsScene {
  func drawPage(in area: CellArea, _ canvas: inout Canvas) {
    guard let report else { return }
    guard area.rows > HeatMap.rows, area.columns >= 30 else {
      return put([StatisticsText.noRoom], in: area, &canvas)
    }
    if report.past != nil, report.answers == 0 {
      return put([StatisticsText.nothing], in: area, &canvas)
    }
    switch (page, report.past, report.cards) {
    case (.year, _, _) where report.days != nil: drawYear(report, in: area, &canvas)
    case (.ahead, _, let cards?): drawAhead(cards, report, in: area, &canvas)
    case (.cards, _, let cards?): drawCards(cards, in: area, &canvas)
    case (.recall, let past?, _): drawRecall(past, report.retention, in: area, &canvas)
    case (.times, let past?, _): drawTimes(past, in: area, &canvas)
    case (_, nil, _): put([StatisticsText.readingLog(symbols)], in: area, &canvas)
    default: put([StatisticsText.readingCards(symbols)], in: area, &canvas)
    }
  }

  /// Lines from the top of an area on, broken at its edge.
  private func put(_ lines: [String], in area: CellArea, _ canvas: inout Canvas) {
    let text = symbols.isASCII ? lines.map { $0.replacing(["“": "\"", "”": "\""]) } : lines
    let broken = text.flatMap { $0.wrapped(cells: max(area.columns, 1), lines: max(area.rows, 1)) }
    for (row, line) in broken.prefix(max(area.rows, 0)).enumerated() {
      canvas.put(line, column: area.column, row: area.row + row)
    }
  }

  private func drawYear(
    _ report: StatisticsReport, in area: CellArea, _ canvas: inout Canvas
  ) {
    guard let days = report.days else { return }
    let map = report.heatMap(days)
    map.draw(column: area.column, row: area.row, columns: area.columns, on: &canvas, palette)
    map.drawLegend(
      column: area.column + HeatMap.margin, row: area.row + HeatMap.rows,
      columns: area.columns - HeatMap.margin, on: &canvas, palette)
    let gap = area.rows > HeatMap.rows + 5 ? 2 : 1
    put(report.yearTexts(days), in: area.below(HeatMap.rows + gap), &canvas)
  }

  private func drawAhead(
    _ cards: CardsNow, _ report: StatisticsReport, in area: CellArea, _ canvas: inout Canvas
  ) {
    let texts = report.aheadTexts(cards, symbols)
    put(texts, in: area, &canvas)
    let head = texts.count + (area.columns < 60 ? 1 : 0)
    canvas.putBars(
      cards.ahead, labels: report.aheadLabels(cards, symbols), top: CardsNow.top(of: cards.ahead),
      in: area.below(head).limited(to: 13), palette, palette.shadeOf(.blue))
  }

  private func drawRecall(
    _ past: PastReviews, _ asked: Double, in area: CellArea, _ canvas: inout Canvas
  ) {
    let (spans, groups) = (PastReviews.Span.allCases, PastReviews.Group.allCases)
    let label = (groups.map(\.title.cells).max() ?? 0) + 2
    let room = max((min(area.columns, 72) - label) / spans.count, 1)
    // The numbers of reviews stand beside the shares if there is room for both.
    let counts = groups.flatMap { group in
      spans.map { StatisticsText.beside(past[group, $0].reviewed).cells + 1 }
    }
    let numbers = max(counts.max() ?? 0, 11)
    let beside = room < numbers + 7 ? 0 : numbers
    for (index, span) in spans.enumerated() {
      canvas.put(
        span.title.rightAligned(to: room - beside), column: area.column + label + index * room,
        row: area.row, palette.quiet)
    }
    // Reviews long before they are due are rare.
    let shown = groups.filter { $0 != .early || past[.early, .all].reviewed > 0 }
    let gap = area.rows > groups.count + 6 ? 1 : 0
    var row = area.row + 1 + gap
    for group in shown {
      if group == .young || group == .all { row += gap }
      canvas.put(group.title, column: area.column, row: row)
      for (index, span) in spans.enumerated() {
        let retention = past[group, span]
        let column = area.column + label + index * room
        guard let share = retention.share else {
          canvas.put(symbols.dot.rightAligned(to: room), column: column, row: row, palette.quiet)
          continue
        }
        let count = beside == 0 ? "" : " " + StatisticsText.beside(retention.reviewed)
        let text = share.percentText.rightAligned(to: room - beside)
        let hue: Palette.Hue =
          share >= asked - 0.025 ? .green : share >= asked - 0.1 ? .amber : .red
        let end = canvas.put(text, column: column, row: row, palette.ink(hue))
        canvas.put(count, column: end, row: row, palette.quiet)
      }
      row += 1
    }
    put(StatisticsReport.recallTexts(asked), in: area.below(row - area.row), &canvas)
  }

  private func drawCards(_ cards: CardsNow, in area: CellArea, _ canvas: inout Canvas) {
    let charts = StatisticsReport.histograms(cards)
    let isWide = area.columns >= 100
    let hues: [Palette.Hue] = [.blue, .amber, .green]
    for (index, chart) in charts.enumerated() {
      let (columns, rows) = (area.columns / charts.count, area.rows / charts.count)
      let place =
        isWide
        ? CellArea(
          column: area.column + index * columns, row: area.row, columns: columns - 2,
          rows: min(area.rows, 12))
        : CellArea(
          column: area.column, row: area.row + index * rows, columns: min(area.columns, 80),
          rows: min(rows, 8))
      canvas.put(chart.title, column: place.column, row: place.row, columns: place.columns)
      canvas.putBars(
        chart.values, labels: chart.labels, top: chart.values.max() ?? 0, in: place.below(1),
        palette, palette.shadeOf(hues[index]))
    }
  }

  private func drawTimes(_ past: PastReviews, in area: CellArea, _ canvas: inout Canvas) {
    let medians = StatisticsReport.medians(past)
    canvas.put(StatisticsText.half, column: area.column, row: area.row)
    let all = medians.joined(separator: "   ")
    let each = area.columns < max(50, all.cells) ? 2 : Rating.allCases.count
    let lines = stride(from: 0, to: medians.count, by: each).map {
      medians[$0..<min($0 + each, medians.count)].joined(separator: "   ")
    }
    put(lines, in: area.below(1), &canvas)
    let gap = area.rows > 12 ? 1 : 0
    let rest = area.below(1 + max(lines.count, 1) + gap)
    let hours = past.hours.map(\.answers)
    let axis = max(String(hours.max() ?? 0).count, 3)
    let labels = hours.indices.map { $0 % 3 == 0 ? String($0) : "" }
    let isTall = rest.rows >= 12
    canvas.put(StatisticsText.hours, column: rest.column, row: rest.row)
    let first = rest.below(1).limited(to: isTall ? (rest.rows - 3) / 2 : rest.rows - 1)
    canvas.putBars(
      hours, labels: labels, top: hours.max() ?? 0, in: first, axis: axis, palette,
      palette.shadeOf(.blue))
    guard isTall else { return }
    let second = rest.below(first.rows + 2)
    canvas.put(StatisticsText.rememberedHours, column: second.column, row: second.row)
    let shares = past.hours.map { Int((($0.retention.share ?? 0) * 100).rounded()) }
    canvas.putBars(
      shares, labels: labels, top: 100, in: second.below(1).limited(to: first.rows), axis: axis,
      palette,
      palette.shadeOf(.green))
  }
}

extension CellArea {
  /// Without its first rows.
  fileprivate func below(_ rows: Int) -> CellArea {
    CellArea(column: column, row: row + rows, columns: columns, rows: max(self.rows - rows, 0))
  }

  fileprivate func limited(to rows: Int) -> CellArea {
    CellArea(column: column, row: row, columns: columns, rows: min(self.rows, rows))
  }
}
