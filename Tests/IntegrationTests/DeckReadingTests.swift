import Store
import TestSupport
import Testing
import UserService

@testable import EventLoop
@testable import memorized

/// Decks are read for those who need them, and by nobody else.
@Suite struct DeckReadingTests {
  /// A search must not leave practice with all decks in memory and a timer for what falls due.
  @Test func aSearchIsNoPractice() throws {
    let service = try PracticeFixture()
    let practice = service.practice
    let searched = SearchedDecks(library: service.library, practice: practice)
    #expect(!searched.cards(with: "はい", limit: 9).isEmpty && searched.isMet)
    practice.publishChanges()
    #expect(service.preparation.isIdle && practice.readDeck(named: "Japanese basics") == nil)
    #expect(practice.currentState == nil && service.clock.alarm == nil)
    searched.forget()
    #expect(!searched.isMet)
  }

  /// Another scheduler, set before anybody has practiced, once had the files of all decks read.
  @Test func aSettingIsNoPractice() throws {
    let service = try PracticeFixture()
    service.practice.reload()
    // Of two timers of a loop the earlier one comes first, however busy the machine is.
    var isLater = false
    service.loop.schedule(after: .milliseconds(100)) { isLater = true }
    #expect(service.loop.waits { isLater })
    #expect(!service.library.files(withDecks: true).isMet)
  }
}
