import Glibc
import Translation

/// A number for each day of the last year, in cells: a week is a column, and a weekday a row.
///
/// Its shades mix one ink with the terminal's ground, so that they hold on light and on dark, and
/// without colors.
package struct HeatMap {
  /// The months' names, and the weekdays.
  package static let rows = 8
  /// Those of a year that does not begin with a week.
  package static let mostWeeks = 53
  static var months: [String] {
    [
      tr("Jan", context: "short month"), tr("Feb", context: "short month"),
      tr("Mar", context: "short month"), tr("Apr", context: "short month"),
      tr("May", context: "short month"), tr("Jun", context: "short month"),
      tr("Jul", context: "short month"), tr("Aug", context: "short month"),
      tr("Sep", context: "short month"), tr("Oct", context: "short month"),
      tr("Nov", context: "short month"), tr("Dec", context: "short month"),
    ]
  }
  static var weekdays: [String] {
    [
      tr("Sun", context: "short weekday"), tr("Mon", context: "short weekday"),
      tr("Tue", context: "short weekday"), tr("Wed", context: "short weekday"),
      tr("Thu", context: "short weekday"), tr("Fri", context: "short weekday"),
      tr("Sat", context: "short weekday"),
    ]
  }
  /// The cells of the weekdays.
  package static var margin: Int { (weekdays.map(\.cells).max() ?? 0) + 1 }

  /// By days since 1970-01-01.
  private let numbers: [Int: Int]
  package let today: Int
  /// From 0, Sunday, to 6.
  private let firstWeekday: Int
  /// From 1 to 12.
  private let month: (_ day: Int) -> Int
  /// The least numbers of the steps after 0, ascending.
  package let bounds: [Int]

  package init(
    _ numbers: [Int: Int], today: Int, firstWeekday: Int = Weekday.firstOfLocale,
    month: @escaping (_ day: Int) -> Int
  ) {
    (self.numbers, self.today, self.month) = (numbers, today, month)
    self.firstWeekday = firstWeekday
    // One day in twenty may be higher: a single long evening leaves the others their shades.
    let ascending = numbers.values.filter { $0 > 0 }.sorted()
    let top = ascending.isEmpty ? 0 : ascending[(ascending.count * 19 - 1) / 20]
    bounds = (0..<4).map { max(top / 4 * $0 + top % 4 * $0 / 4, $0) + 1 }
  }

  /// From 0, for a day without anything, to 4.
  package func step(of day: Int) -> Int {
    let number = numbers[day] ?? 0
    return bounds.count { $0 <= number }
  }

  /// The first days of the last `count` weeks.
  package func weeks(_ count: Int) -> [Int] {
    let last = today - (Weekday.of(today) - firstWeekday + 7) % 7
    return (0..<max(count, 0)).map { last - 7 * (max(count, 0) - 1 - $0) }
  }

  /// The names of the months that begin in these weeks, by the index of the week, where each has room
  /// before the next: `room` is how many weeks a name needs.
  package func names(
    of weeks: [Int], room: (_ name: String) -> Int
  ) -> [(week: Int, name: String)] {
    let months = Self.months
    var names: [(week: Int, name: String)] = []
    for (index, first) in weeks.enumerated() {
      let month = month(min(first + 6, today))
      guard index == 0 || self.month(weeks[index - 1] + 6) != month else { continue }
      // The first week is the middle of a month, whose name gives way.
      if let last = names.last, index - last.week < room(last.name) {
        guard last.week == 0 else { continue }
        names.removeLast()
      }
      names.append((index, months[(month + 11) % 12]))
    }
    return names
  }

  /// The weekday of a row, from 0 to 6.
  package func weekday(_ row: Int) -> String { Self.weekdays[(firstWeekday + row) % 7] }

  /// Draws as many weeks as there is room for; on a wide screen with a gap between them.
  package func draw(
    column: Int, row: Int, columns: Int, on canvas: inout Canvas, _ palette: Palette? = nil
  ) {
    let (quiet, shade) = (palette?.quiet ?? .plain, palette?.shade ?? .plain)
    let margin = Self.margin
    let cells = columns >= margin + 2 * Self.mostWeeks ? 2 : 1
    let weeks = weeks(min((columns - margin) / cells, Self.mostWeeks))
    let left = column + margin
    for (index, name) in names(of: weeks, room: { ($0.cells + cells) / cells }) {
      let place = left + index * cells
      if place + name.cells <= column + columns { canvas.put(name, column: place, row: row, quiet) }
    }
    for weekday in 0..<7 {
      if weekday % 2 == 0 {
        canvas.put(self.weekday(weekday), column: column, row: row + 1 + weekday, quiet)
      }
      for (index, first) in weeks.enumerated() where first + weekday <= today {
        let step = step(of: first + weekday)
        canvas.put(
          String(canvas.symbols.steps[step]), column: left + index * cells,
          row: row + 1 + weekday, step == 0 ? quiet : shade)
      }
    }
  }

  /// What the shades mean, in one line.
  package func drawLegend(
    column: Int, row: Int, columns: Int, on canvas: inout Canvas, _ palette: Palette? = nil
  ) {
    let texts = ["0"] + bounds.map { "\($0)+" }
    let room = columns - texts.reduce(0) { $0 + 2 + $1.count }
    let gap = room >= 2 * (texts.count - 1) ? 2 : 1
    var place = column
    for (step, text) in texts.enumerated() where place + 2 + text.count <= column + columns {
      let paint = step == 0 ? palette?.quiet : palette?.shade
      canvas.put(String(canvas.symbols.steps[step]), column: place, row: row, paint ?? .plain)
      place = canvas.put(text, column: place + 2, row: row, palette?.quiet ?? .plain) + gap
    }
  }

  /// The map and its legend in lines, to be printed.
  package func lines(columns: Int, _ symbols: Symbols, _ palette: Palette? = nil) -> [String] {
    var canvas = Canvas(columns: columns, rows: Self.rows + 1, symbols: symbols)
    draw(column: 0, row: 0, columns: columns, on: &canvas, palette)
    drawLegend(
      column: Self.margin, row: Self.rows, columns: columns - Self.margin, on: &canvas, palette)
    return canvas.lines(placesCursor: false)
  }
}

/// Days of the week, from 0, Sunday, to 6.
package enum Weekday {
  /// Of a day since 1970-01-01, a Thursday.
  package static func of(_ day: Int) -> Int { ((day + 4) % 7 + 7) % 7 }

  /// The one with which a week begins in the user's locale.
  package static let firstOfLocale: Int = {
    guard let locale = newlocale(LC_TIME_MASK, "", nil) else { return 1 }
    defer { freelocale(locale) }
    let first = nl_langinfo_l(nl_item(_NL_TIME_FIRST_WEEKDAY), locale)?.pointee
    // A number, and no text, is where others have a pointer.
    let origin = Int(bitPattern: nl_langinfo_l(nl_item(_NL_TIME_WEEK_1STDAY), locale))
    return Weekday.first(Int(first ?? 2), countedFrom: origin & 0xFFFF_FFFF)
  }()

  /// `locale(5)`: `first_weekday`, from 1, is counted from `week`, 1997-11-30 or the Monday after it.
  static func first(_ weekday: Int, countedFrom origin: Int) -> Int {
    (weekday - 1 + (origin == 1997_12_01 ? 1 : 0)) % 7
  }
}
