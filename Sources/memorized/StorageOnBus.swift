internal import DBus
internal import MemorizeBus
internal import Store
internal import UserService

/// Backups of the database on the bus.
///
/// A call waits while the database is copied, a part in each turn of the loop, so that other
/// clients' calls need not wait.
final class StorageOnBus: StorageService {
  let directory: String
  private let store: Store
  private let log: Log
  private var work: Work?

  private struct Work {
    let isRestoring: Bool
    let file: String
    var copy: StoreCopy?
    var failure: StoreError?
    var isDone = false
  }

  init(directory: String?, store: Store, log: Log) {
    self.directory = directory ?? ""
    self.store = store
    self.log = log
  }

  func export(to objects: ObjectServer) {
    objects.export(StorageContract.interface, of: self, at: MemorizeContract.path)
  }

  /// Whether nothing is left to copy for a call; begins to copy if nothing else is being copied.
  func isReady(for call: Message, using used: [InterfaceName]) -> Bool {
    guard used == [StorageContract.interface.name], !call.isTooLarge,
      let member = call.member,
      [StorageContract.backup.name, StorageContract.restore.name].contains(member),
      let file = try? call.arguments(of: String.self), file.hasPrefix("/")
    else { return true }
    let isRestoring = member == StorageContract.restore.name
    if let work {
      if work.isRestoring == isRestoring, work.file == file { return work.isDone }
      if !work.isDone { return false }
    }
    begin(isRestoring, file)
    return false
  }

  private func begin(_ isRestoring: Bool, _ file: String) {
    var work = Work(isRestoring: isRestoring, file: file)
    do throws(StoreError) {
      work.copy = isRestoring ? try store.copy(from: file) : try store.copy(to: file)
    } catch {
      (work.failure, work.isDone) = (error, true)
    }
    self.work = work
  }

  /// Copies a part; returns false if there is nothing to copy.
  func step() -> Bool {
    let slice = TimeSlice()
    return step { !slice.isOver }
  }

  private func step(while goesOn: () -> Bool) -> Bool {
    guard let work, !work.isDone, let copy = work.copy else { return false }
    do throws(StoreError) {
      self.work?.isDone = try copy.step(while: goesOn)
    } catch {
      self.work?.failure = error
      self.work?.isDone = true
    }
    return true
  }

  /// The finished copy of a call, which is made now if it was not begun.
  private func take(_ isRestoring: Bool, _ file: String) throws -> StoreCopy? {
    guard file.hasPrefix("/") else {
      throw BusError.invalidArguments("The path of the file must begin with a slash.")
    }
    if work?.isRestoring != isRestoring || work?.file != file { begin(isRestoring, file) }
    while step(while: { true }) {}
    defer { work = nil }
    if let failure = work?.failure { throw failure }
    return work?.copy
  }

  func backUp(to file: String) throws {
    _ = try refusing { try take(false, file) }
    log.write(.info, "The database was copied to \(file.printable).")
  }

  func restore(_ file: String) throws -> String {
    let kept = try refusing {
      guard let copy = try take(true, file) else { throw StoreError.failed("it was not read") }
      return try store.restore(copy)
    }
    log.write(
      .info, "\(file.printable) was restored. What was there before is in \(kept.printable).")
    return kept
  }
}
