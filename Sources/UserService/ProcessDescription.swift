internal import DBus
internal import Glibc

/// Says which process it is, for a person who has to find it.
package enum ProcessDescription {
  /// The process' number and its command, as far as the system tells it.
  package static func of(_ process: UInt32) -> String {
    let file = open("/proc/\(process)/cmdline", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "process \(process)" }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(file, &bytes, bytes.count)
    guard count > 0 else { return "process \(process)" }
    let words = bytes.prefix(count).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    return "process \(process) (\(words.joined(separator: " ").printable))"
  }
}
