internal import PlainText
internal import UserFiles

/// The user's file for the door for other tools, `connect.conf`: lines “name = value”, and comments that
/// begin with `#`.
package struct ConnectFile: Equatable, Sendable {
  /// AnkiConnect's port, on which tools look for it, and that of the socket unit.
  package static let usualPort: UInt16 = 8765
  /// In bytes.
  private static let maximumBytes = 1 << 16

  /// What tools must send; nil if they need none.
  package private(set) var key: String?

  /// Nil if the environment names no place for it.
  package static var path: String? {
    UserDirectories.current.config.map { $0 + "/memorize/connect.conf" }
  }

  /// What the user's file says; nothing is set if there is none.
  package static var current: ConnectFile {
    get throws(ConnectFileFault) {
      guard let path else { return ConnectFile() }
      let bytes: [UInt8]
      do throws(FileError) {
        bytes = try UserFile.read(path, limit: maximumBytes)
      } catch {
        if error.isMissing { return ConnectFile() }
        throw ConnectFileFault(english("\(path) cannot be read: \(error.reason)."))
      }
      return try ConnectFile(bytes, named: path)
    }
  }

  package init() {}

  package init(_ bytes: [UInt8], named path: String) throws(ConnectFileFault) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ConnectFileFault(english("\(path) is not valid UTF-8."))
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let line = WrittenText.trimmed(String(line))
      if line.isEmpty || line.hasPrefix("#") { continue }
      let parts = line.split(separator: "=", maxSplits: 1).map { WrittenText.trimmed(String($0)) }
      guard parts.count == 2, parts[0] == "key", !parts[1].isEmpty else {
        throw ConnectFileFault(
          english("\(path), line \(index + 1): it must be “key = …”, not “\(line.printable)”."))
      }
      key = parts[1]
    }
  }
}

package struct ConnectFileFault: Error, Equatable {
  package let message: String

  init(_ message: String) { self.message = message }
}
