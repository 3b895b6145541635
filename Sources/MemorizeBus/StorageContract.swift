package import DBus

/// Copies of the database: the interface `Storage`.
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

  package static let interface: Interface<Service> = Interface(
    "org.memorized.Memorize1.Storage", "Copies of the database, which only the service may open."
  ) {
    backup
    restore
    directory
  }
}

package protocol StorageService: AnyObject {
  var directory: String { get }
  func backUp(to file: String, _ reply: Reply<>) throws
  func restore(_ file: String, _ reply: Reply<String>) throws
}
