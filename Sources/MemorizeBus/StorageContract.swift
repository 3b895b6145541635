package import DBus

/// Copies of the database, and the log of several machines: the interface `Storage`.
package enum StorageContract {
  package typealias Service = any StorageService

  package static let directory = Property<Service, String>(
    "Directory",
    "The directory of the database; empty if the service's environment names none.", .const
  ) { $0.directory }

  package static let backup = Method(
    interface, "Backup",
    """
    Writes a copy of the database, with all games, practice data and settings, to a new file. Its \
    absolute path must be in a directory where the service may write, such as Directory. Errors: \
    InvalidArgs, StorageFailed.
    """,
    in: "file"
  ) { (service: Service, reply: Reply<>, file: String) in try service.backUp(to: file, reply) }

  package static let restore = Method(
    interface, "Restore",
    """
    Checks a copy that Backup has written, puts it in the place of the database, and returns the \
    path of what was there before. The absolute path must be in a directory where the service may \
    read, such as Directory. Errors: InvalidArgs, StorageFailed.
    """,
    in: "file", out: "kept"
  ) { (service: Service, reply: Reply<String>, file: String) in try service.restore(file, reply) }

  package static let machines = Method(
    interface, "Machines",
    """
    Returns the machines whose logs are in the folder of the user's data, this one first: \
    \(LogMachine.keyList). Error: StorageFailed.
    """,
    out: "machines"
  ) { (service: Service) in try service.machines() }

  package static let nameMachine = Method(
    interface, "NameMachine",
    """
    Gives this machine a name for people, which all machines get to know. Errors: InvalidName, \
    StorageFailed.
    """,
    in: "name"
  ) { (service: Service, name: String) in try service.nameMachine(name) }

  package static let checkLog = Method(
    interface, "CheckLog",
    """
    Reads the logs of all machines from their beginning, and compares them with the database: \
    \(LogCheck.keyList). Error: StorageFailed.
    """,
    out: "check"
  ) { (service: Service, reply: Reply<LogCheck>) in try service.checkLog(reply) }

  package static let logRead = Signal<UInt64>(
    interface, "LogRead",
    """
    Events of other machines were taken over: reviews, games and settings may be others than before. \
    Practice and Settings publish their changes themselves.
    """, "events")

  package static let interface: Interface<Service> = Interface(
    "org.memorized.Memorize1.Storage",
    "Copies of the database, which only the service may open, and the log of several machines."
  ) {
    backup
    restore
    machines
    nameMachine
    checkLog
    logRead
    directory
  }
}

package protocol StorageService: AnyObject {
  var directory: String { get }
  func backUp(to file: String, _ reply: Reply<>) throws
  func restore(_ file: String, _ reply: Reply<String>) throws
  func machines() throws -> [LogMachine]
  func nameMachine(_ name: String) throws
  func checkLog(_ reply: Reply<LogCheck>) throws
}
