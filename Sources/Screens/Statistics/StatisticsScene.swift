import BoardLayout
import CellDrawing
import MemorizeText
import PlainText
import TerminalKit
import Translation

/// Pages of statistics, which fill as the log is read.
struct StatisticsScene: Scene {
  enum Page: Int, CaseIterable {
    case year, ahead, recall, cards, times

    var title: String {
      switch self {
      // Translators: a page with the answers of each day.
      case .year: tr("Year", context: "page")
      // Translators: a page with what is due on the next days.
      case .ahead: tr("Ahead", context: "page")
      // Translators: a page with how many answers were remembered.
      case .recall: tr("Recall", context: "page")
      // Translators: a page with how well cards are known.
      case .cards: tr("Cards", context: "page")
      // Translators: a page with how long answers took, and at what hours.
      case .times: tr("Times", context: "page")
      }
    }
  }

  enum Command: Equatable {
    case leave
  }

  enum Action: Equatable {
    case show(Page)
    case turn(Int)
    case help, leave
  }

  struct Layout {
    let size: Size
    let content: CellArea
    /// The row of the keys; the pages' names are in row 0.
    let keysRow: Int
    let tabs: [(columns: Range<Int>, page: Page)]
  }

  let symbols: Symbols
  let palette: Palette
  /// Nil until the first portion of the log was read.
  var report: StatisticsReport?
  private(set) var page = Page.year
  private var help: Panel?

  init(_ symbols: Symbols, depth: ColorDepth) {
    self.symbols = symbols
    palette = Palette(depth: depth)
  }

  /// The widest page; a heat map of a year has two cells a day then.
  private static let mostColumns = 116

  func layout(_ size: Size) -> Layout {
    let margin = size.columns < 60 ? 0 : max(2, (size.columns - Self.mostColumns) / 2)
    let gap = size.rows < 16 ? 0 : 1
    let content = CellArea(
      column: margin, row: 1 + gap, columns: size.columns - 2 * margin,
      rows: max(size.rows - 2 - 2 * gap, 0))
    var column = margin
    let tabs = Page.allCases.map { page in
      let cells = page.title.cells + 2
      defer { column += cells }
      return (column..<column + cells, page)
    }
    return Layout(size: size, content: content, keysRow: max(size.rows - 1, 0), tabs: tabs)
  }

  func frame(on layout: Layout) -> Frame {
    var canvas = Canvas(
      columns: layout.size.columns, rows: layout.size.rows, symbols: symbols)
    drawTabs(layout, &canvas)
    drawPage(in: layout.content, &canvas)
    let keys = keysLine(layout)
    keys.draw(row: layout.keysRow, on: &canvas)
    let onPanel = help?.draw(in: CellArea(layout.size), palette, on: &canvas)
    return Frame(
      canvas.lines(placesCursor: true),
      cursor: onPanel ?? Frame.Cell(column: keys.first ?? 0, row: layout.keysRow),
      showsCursor: false, size: layout.size)
  }

  private func drawTabs(_ layout: Layout, _ canvas: inout Canvas) {
    for (columns, page) in layout.tabs {
      let isShown = page == self.page
      // Without colors there is no reverse either.
      let text = isShown && palette.depth == .none ? "[\(page.title)]" : " \(page.title) "
      canvas.put(text, column: columns.lowerBound, row: 0, isShown ? palette.chosen : .plain)
    }
    let end = (layout.tabs.last?.columns.upperBound ?? 0) + 2
    let deck = report?.deck.isEmpty == false ? report?.deck.harmless ?? "" : tr("All decks")
    let room = layout.content.column + layout.content.columns - end
    guard room > 5 else { return }
    let text = deck.clipped(to: room, symbols.ellipsis)
    canvas.put(text, column: end + room - text.cells, row: 0, Paint(isBold: palette.depth != .none))
  }

  private func keysLine(_ layout: Layout) -> KeysLine {
    KeysLine(
      help == nil ? Self.keyTable(symbols).hints : [],
      columns: layout.content.column..<layout.content.column + layout.content.columns)
  }

  static func keyTable(_ symbols: Symbols = .ascii) -> KeyTable<Action> {
    let numbers = Page.allCases.map { page in
      (Key.character(Character(String(page.rawValue + 1))), Action.show(page))
    }
    return KeyTable([
      KeyBinding(
        tr("right, Tab, l", context: "keys"), tr("show the next page"),
        [.right: .turn(1), .tab: .turn(1), "l": .turn(1)], key: .right, shown: symbols.sideKeys,
        does: tr("page", context: "key")),
      KeyBinding(
        tr("left, h", context: "keys"), tr("show the page before"),
        [.left: .turn(-1), "h": .turn(-1)]),
      KeyBinding(
        "1-\(numbers.count)", tr("show this page"),
        Dictionary(numbers) { first, _ in first }),
      KeyBinding("Ctrl-L", tr("draw the screen again")),
      KeyBinding(
        "?", tr("show these keys"), ["?": .help], does: tr("help", context: "key"), rank: 1),
      KeyBinding(
        "q, Escape", tr("leave", context: "key"), ["q": .leave, .escape: .leave], key: "q",
        does: tr("leave", context: "key")),
    ])
  }

  mutating func handle(_ key: Key, on layout: Layout) -> Command? {
    var key = key
    if var panel = help {
      let pressed = panel.pressed(key, in: CellArea(layout.size), symbols)
      help = pressed == nil ? panel : nil
      return nil
    }
    if case .click(let column, let row) = key {
      if row == 0, let tab = layout.tabs.first(where: { $0.columns.contains(column) }) {
        page = tab.page
        return nil
      }
      guard row == layout.keysRow, let pressed = keysLine(layout).key(atColumn: column) else {
        return nil
      }
      key = pressed
    }
    switch Self.keyTable(symbols)[key] {
    case .show(let page): self.page = page
    case .turn(let step):
      let count = Page.allCases.count
      page = Page(rawValue: (page.rawValue + step + count) % count) ?? page
    case .help: help = Self.keyTable(symbols).help
    case .leave: return .leave
    case nil: break
    }
    return nil
  }
}
