import Store
import TestSupport
import Testing
import UserService

@testable import EventLoop
@testable import memorized

/// Decks are read for those who need them, and by nobody else.
@Suite struct DeckReadingTests {
  /// Practice without a bus and with the program's own decks, none of which has been read.
  private struct Service {
    let loop: Loop
    let store: Store
    let library: ThemeLibrary
    let clock: PracticeClock
    let preparation: Preparation
    let practice: PracticeOnBus

    init(in directory: TemporaryDirectory) throws {
      loop = try Loop()
      let log = Log(program: "test", level: .emergency)
      store = Store(directory: directory.path("state"), now: { 0 })
      try store.openInTime()
      library = ThemeLibrary(directories: [], loop: loop, log: log)
      library.open()
      clock = PracticeClock(loop: loop, log: log)
      preparation = Preparation(loop: loop, common: store.need)
      practice = PracticeOnBus(
        library: library, store: store, preparation: preparation, clock: clock, log: log)
    }
  }

  /// A search must not leave practice with all decks in memory and a timer for what falls due.
  @Test func aSearchIsNoPractice() throws {
    let directory = try TemporaryDirectory()
    let service = try Service(in: directory)
    defer { service.store.close() }
    let practice = service.practice
    let searched = SearchedDecks(library: service.library, practice: practice)
    #expect(!searched.cards(with: "はい", limit: 9).isEmpty && searched.need.isMet())
    practice.publishChanges()
    #expect(service.preparation.isIdle && practice.readDeck(named: "Japanese basics") == nil)
    #expect(practice.currentState == nil && service.clock.alarm == nil)
    searched.forget()
    #expect(!searched.need.isMet())
  }

  /// Another scheduler, set before anybody has practised, once had the files of all decks read.
  @Test func aSettingIsNoPractice() throws {
    let directory = try TemporaryDirectory()
    let service = try Service(in: directory)
    defer { service.store.close() }
    service.practice.reload()
    // Of two timers of a loop the earlier one comes first, however busy the machine is.
    var isLater = false
    service.loop.schedule(after: .milliseconds(100)) { isLater = true }
    #expect(service.loop.waits { isLater })
    #expect(!service.library.files(withDecks: true).isMet())
  }
}
