import DBus
import MemorizeBus
import Testing

@testable import Screens

@Suite struct PagesTests {
  /// The cards of a deck with as many as it can have were refused: its last page is full.
  @Test func theLongestListIsComplete() throws {
    var pages = Pages<Int>(of: 2, upTo: 4)
    try pages.append([1, 2])
    try pages.append([3, 4])
    #expect(!pages.isComplete)
    try pages.append([])
    #expect(pages.isComplete)
    #expect(pages.rows == [1, 2, 3, 4])
  }

  /// A service that repeats itself, or never ends, must not be asked for ever.
  @Test func aListThatIsNoneIsRefused() throws {
    var pages = Pages<Int>(of: 2, upTo: 5, inOrder: <)
    try pages.append([1, 2])
    for page in [[1, 2], [2, 3], [4, 3], [3, 4, 5]] {
      #expect(throws: BusError.incompleteReply) { try pages.append(page) }
    }
    try pages.append([3, 4])
    #expect(throws: BusError.incompleteReply) { try pages.append([5, 6]) }
    #expect(pages.rows == [1, 2, 3, 4])
  }
}
