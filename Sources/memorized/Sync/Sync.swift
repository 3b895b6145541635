internal import EventLoop
internal import MemorizeBus
internal import Store
internal import UserService

/// The store follows the logs of all machines, and this machine's log follows the store.
final class Sync {
  let directory: LogDirectory
  let own: OwnLog
  let foreign: ForeignLogs
  private let store: Store
  private let preparation: Preparation
  /// Nothing is read or written before the service has its name and the store.
  private var hasBegun = false
  private var isReading = false
  private var checking: SteppedWork<LogCheck>?

  /// Called with how many events of other machines were taken over; schedules may have changed.
  var onNews: ((_ events: Int) -> Void)?

  init(
    _ directory: LogDirectory, store: Store, preparation: Preparation, loop: Loop, log: Log
  ) {
    (self.directory, self.store, self.preparation) = (directory, store, preparation)
    own = OwnLog(directory, store: store, loop: loop, log: log)
    foreign = ForeignLogs(directory, store: store, loop: loop, log: log)
    own.onRename = { [unowned self] in readAll() }
    own.onLack = { [unowned self] in
      preparation.prepare([check()]) {}
    }
    own.onChangedPast = { [unowned self] in settle() }
    foreign.onChange = { [unowned self] in read() }
    foreign.onOwnPutBack = { [unowned self] in restart() }
    foreign.onOwnChange = { [own] in own.check() }
    store.onEvents = { [unowned self] in if hasBegun { own.follow() } }
  }

  func begin() {
    hasBegun = true
    restart()
  }

  /// Another database was opened.
  func restart() {
    guard hasBegun else { return }
    own.restart()
    readAll()
  }

  /// Writes the rest, before the store is closed.
  func end() {
    foreign.close()
    own.end()
  }

  /// Writes what is new into this machine's files.
  func writing() -> SteppedWork<Void> {
    SteppedWork { [own] mayContinue throws(StoreError) in
      while own.write() { if !mayContinue() { return nil } }
      return ()
    }
  }

  /// Reads all logs anew, compares them with the store, and writes this machine's anew if it lacks
  /// events.
  ///
  /// Who asks meanwhile gets the same answer.
  func check() -> SteppedWork<LogCheck> {
    if let checking, !checking.isMet { return checking }
    let writing = writing()
    var begun: LogAudit?
    let work = SteppedWork<LogCheck> { [self] mayContinue throws(StoreError) in
      if !writing.isMet, writing.advance(while: mayContinue) { return nil }
      let audit = if let begun { begun } else { try LogAudit(directory, store) }
      begun = audit
      guard let check = try audit.step(while: mayContinue) else { return nil }
      if audit.isMendable {
        try? own.rewrite()
      } else if check.unwritten == 0 {
        try? own.acceptMonths()
      }
      return check
    }
    checking = work
    return work
  }

  private func readAll() {
    foreign.restart()
    read()
  }

  /// An undo or a new name may leave cards with other reviews than their schedules follow from.
  private func settle() {
    let isSettled = try? store.useUnasked { tables throws(StoreError) in try tables.log.isSettled()
    }
    if isSettled != false { return }
    foreign.unsettle()
    read()
  }

  private func read() {
    if isReading { return }
    isReading = true
    preparation.prepare([foreign]) { [self] in
      isReading = false
      guard let news = foreign.takeNews() else { return }
      // What is forgotten has to leave our own files too.
      own.erase()
      onNews?(news)
    }
  }
}
