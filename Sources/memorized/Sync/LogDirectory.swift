internal import MemoryGame
internal import Practice
internal import UserFiles

/// The logs of all machines in the user's folder: a directory a machine, with a file a month.
struct LogDirectory {
  /// Of more machines nothing is read: nobody has as many, and each costs a watch.
  static let maximumMachines = 256
  private static let suffix = ".log"

  let path: String

  /// Nil if the environment names no place for it.
  init?(in user: UserDirectories = .current) {
    guard let data = user.data else { return nil }
    path = data + "/memorize/log"
  }

  var machines: [Machine] {
    Array(names(in: path).compactMap { Machine($0) }.prefix(Self.maximumMachines))
  }

  func directory(of machine: Machine) -> String { path + "/" + machine.name }

  func file(of machine: Machine, _ month: String) -> String {
    directory(of: machine) + "/" + month + Self.suffix
  }

  /// The months of which a machine has files, in their order.
  ///
  /// Other files are no logs, such as the copies that synchronizers make of a conflict.
  func months(of machine: Machine) -> [String] {
    names(in: directory(of: machine), suffix: Self.suffix)
      .map { String($0.dropLast(Self.suffix.count)) }
      .filter { DailyDate($0 + "-01") != nil }
  }

  private func names(in directory: String, suffix: String = "") -> [String] {
    (try? UserFile.names(in: directory, suffix: suffix).names) ?? []
  }

  /// The month of a day in UTC, as `YYYY-MM`.
  static func month(of day: DailyDate) -> String { String(day.text.dropLast(3)) }
}
