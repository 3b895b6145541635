internal import DBus
internal import MemorizeBus
internal import PlainText
internal import Store
internal import UserService

/// Backups of the database on the bus.
final class StorageOnBus: StorageService {
  let directory: String
  private let store: Store
  private let preparation: Preparation
  private let log: Log
  /// Copies that wait for the current one, since only one is made at a time; nil without one.
  private var waiting: [() -> Void]?

  init(directory: String?, store: Store, preparation: Preparation, log: Log) {
    self.directory = directory ?? ""
    self.store = store
    self.preparation = preparation
    self.log = log
  }

  func export(to objects: ObjectServer) {
    objects.export(
      StorageContract.interface, of: self, at: MemorizeContract.path, after: preparation.gate())
  }

  func backUp(to file: String, _ reply: Reply<>) throws {
    try copy(.backup, file, reply) { [log] _ in
      log.write(.info, "The database was copied to \(file.printable).")
    }
  }

  func restore(_ file: String, _ reply: Reply<String>) throws {
    try copy(.restore, file, reply) { [store, log] copy in
      let kept = try store.restore(copy)
      log.write(
        .info, "\(file.printable) was restored. What was there before is in \(kept.printable).")
      return kept
    }
  }

  private func copy<each Result: BusType>(
    _ purpose: CopyWork.Purpose, _ file: String, _ reply: Reply<repeat each Result>,
    then: @escaping (StoreCopy) throws -> (repeat each Result)
  ) throws {
    guard file.hasPrefix("/") else {
      throw BusError.invalidArguments("The path of the file must begin with a slash.")
    }
    let begin = { [self] in
      let copy = CopyWork(purpose, file, store)
      preparation.require([.init(copy)]) { [self] in
        reply.answer { try refusing { try then(try copy.result()) } }
        beginNext()
      }
    }
    if waiting != nil {
      waiting?.append(begin)
    } else {
      waiting = []
      begin()
    }
  }

  private func beginNext() {
    guard let next = waiting?.first else { return waiting = nil }
    waiting?.removeFirst()
    next()
  }
}

/// A copy for one call.
private final class CopyWork: PreparedWork {
  enum Purpose { case backup, restore }

  private enum Phase {
    case waiting
    case copying(StoreCopy)
    case copied(StoreCopy)
    case failed(StoreError)
  }

  private let purpose: Purpose
  private let file: String
  private let store: Store
  private var phase = Phase.waiting

  init(_ purpose: Purpose, _ file: String, _ store: Store) {
    (self.purpose, self.file, self.store) = (purpose, file, store)
  }

  var isDone: Bool {
    switch phase {
    case .waiting, .copying: false
    case .copied, .failed: true
    }
  }

  func advance(while mayContinue: () -> Bool) -> Bool {
    do throws(StoreError) {
      switch phase {
      case .waiting:
        phase = .copying(
          purpose == .backup ? try store.copy(to: file) : try store.copy(from: file))
      case .copying(let copy):
        if try copy.step(while: mayContinue) { phase = .copied(copy) }
      case .copied, .failed: break
      }
    } catch {
      phase = .failed(error)
    }
    return !isDone
  }

  func result() throws(StoreError) -> StoreCopy {
    while !isDone { _ = advance { true } }
    switch phase {
    case .copied(let copy): return copy
    case .failed(let error): throw error
    case .waiting, .copying: throw .failed("it was not copied")
    }
  }
}
