import DBus
import MemorizeBus

/// A list that the service returns in pages, as far as it was read.
struct Pages<Row> {
  private(set) var rows: [Row] = []
  /// Whether the last page was not full.
  private(set) var isComplete = false
  private let size: Int
  private let limit: Int
  private let isInOrder: (Row, Row) -> Bool

  /// No list has more than `limit` rows; `isInOrder` compares neighbors.
  init(
    of size: UInt32, upTo limit: Int,
    inOrder isInOrder: @escaping (Row, Row) -> Bool = { _, _ in true }
  ) {
    (self.size, self.limit, self.isInOrder) = (Int(size), limit, isInOrder)
  }

  /// Throws if no list has such a page; otherwise a service that repeats itself, or whose pages are
  /// always full, would be asked for ever.
  mutating func append(_ page: [Row]) throws(BusError) {
    let seam = rows.suffix(1) + page
    guard page.count <= size, page.count <= limit - rows.count,
      zip(seam, seam.dropFirst()).allSatisfy(isInOrder)
    else { throw .incompleteReply }
    rows += page
    isComplete = page.count < size
  }
}

extension ServiceConnection {
  /// Reads a list page by page, to its end or until there is enough of it.
  ///
  /// A list has a limit or an order, without which a faulty service would be asked for ever.
  /// `next` asks for the page after the rows that it gets. Each page has the full time.
  package func pages<Row>(
    of size: UInt32, upTo limit: Int = .max, until isEnough: ([Row]) -> Bool = { _ in false },
    inOrder isInOrder: @escaping (Row, Row) -> Bool = { _, _ in true },
    next: ([Row]) throws(ProgramError) -> [Row]
  ) throws(ProgramError) -> [Row] {
    var pages = Pages(of: size, upTo: limit, inOrder: isInOrder)
    repeat {
      if !pages.rows.isEmpty { restartClock() }
      let page = try next(pages.rows)
      do throws(BusError) { try pages.append(page) } catch { throw explain(error) }
    } while !pages.isComplete && !isEnough(pages.rows)
    return pages.rows
  }
}
