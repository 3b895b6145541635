internal import DBus
internal import MemorizeBus
internal import PlainText
internal import Store
internal import UserService

/// Backups of the database on the bus.
final class StorageOnBus: StorageService {
  let directory: String
  let store: Store
  let preparation: Preparation
  /// Nil without a folder for logs.
  let sync: Sync?
  private let log: Log
  private var bus: Export<StorageContract.Service>?
  /// Copies that wait for the current one, since only one is made at a time; nil without one.
  private var waiting: [() -> Void]?

  init(directory: String?, store: Store, sync: Sync?, preparation: Preparation, log: Log) {
    self.directory = directory ?? ""
    self.sync = sync
    self.store = store
    self.preparation = preparation
    self.log = log
  }

  func export(to objects: ObjectServer) {
    bus = objects.export(
      StorageContract.interface, of: self, at: MemorizeContract.path, after: preparation.gate())
  }

  /// Events of other machines were taken over.
  func publish(events: Int) {
    if events == 0 { return }
    log.publishing { try bus?.emit(StorageContract.logRead, UInt64(events)) }
    log.write(.info, "The logs of other machines had \(counted(events, "new event")).")
  }

  func backUp(to file: String, _ reply: Reply<>) throws {
    try copy(file, reply, begin: store.copy(to:)) { [log] _ in
      log.write(.info, "The database was copied to \(file.printable).")
    }
  }

  func restore(_ file: String, _ reply: Reply<String>) throws {
    try copy(file, reply, begin: store.copy(from:)) { [store, log] copy in
      let kept = try store.restore(copy)
      log.write(
        .info, "\(file.printable) was restored. What was there before is in \(kept.printable).")
      return kept
    }
  }

  private func copy<each Result: BusType>(
    _ file: String, _ reply: Reply<repeat each Result>,
    begin: @escaping (String) throws(StoreError) -> StoreCopy,
    then: @escaping (StoreCopy) throws -> (repeat each Result)
  ) throws {
    guard file.hasPrefix("/") else {
      throw BusError.invalidArguments(english("The path of the file must begin with a slash."))
    }
    let work = { [self] in
      var begun: StoreCopy?
      let work = SteppedWork { mayContinue throws(StoreError) in
        // An error releases the copy, which deletes its file.
        let copy = if let copy = begun.take() { copy } else { try begin(file) }
        if try copy.step(while: mayContinue) { return copy }
        begun = copy
        return nil
      }
      preparation.require([work]) { [self] in
        reply.answer { try refusing { try then(try work.output()) } }
        beginNext()
      }
    }
    if waiting != nil {
      waiting?.append(work)
    } else {
      waiting = []
      work()
    }
  }

  private func beginNext() {
    guard let next = waiting?.first else { return waiting = nil }
    waiting?.removeFirst()
    next()
  }
}
