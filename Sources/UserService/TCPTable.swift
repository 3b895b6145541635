package import Glibc
internal import PlainText
internal import UserFiles

/// The sockets of this machine with IPv4 addresses, as `/proc/net/tcp` and `/proc/net/tcp6` list them.
package struct TCPTable {
  package enum Version: String, CaseIterable, Sendable {
    case four = "tcp"
    /// Programs reach an IPv4 address over IPv6, too: as `::ffff:127.0.0.1`.
    case six = "tcp6"

    fileprivate var prefix: String { self == .six ? "0000000000000000FFFF0000" : "" }
  }

  /// A socket that listens, or one end of a connection.
  package struct Socket: Equatable, Sendable {
    package let local: Address
    package let isListening: Bool
    package let user: UInt32
    package let inode: UInt64

    /// Nil for one that its program has closed: it is listed as root's, without an inode.
    package var owner: UInt32? { inode == 0 ? nil : user }
  }

  /// In the order of the machine's bytes.
  package struct Address: Equatable, Sendable {
    package let host: UInt32
    package let port: UInt16

    package init(host: UInt32, port: UInt16) { (self.host, self.port) = (host, port) }

    package init(_ address: sockaddr_in) {
      self.init(
        host: UInt32(bigEndian: address.sin_addr.s_addr), port: UInt16(bigEndian: address.sin_port))
    }

    /// As the kernel writes it: the host as the bytes stand in memory, the port as a number.
    init?(_ text: Substring) {
      let parts = text.split(separator: ":")
      // An IPv6 address ends with the IPv4 address, and so does that of all hosts, which is 0.
      guard parts.count == 2, let host = UInt32(parts[0].suffix(8), radix: 16),
        let port = UInt16(parts[1], radix: 16)
      else { return nil }
      self.init(host: UInt32(bigEndian: host), port: port)
    }

    fileprivate var written: String {
      [host.bigEndian.zeroPadded(to: 8, radix: 16), port.zeroPadded(to: 4, radix: 16)]
        .joined(separator: ":").uppercased()
    }
  }

  /// With a 0 at its end, as C reads it.
  private let text: [UInt8]
  private let version: Version

  /// Nil if the system shows none.
  package init?(_ version: Version) {
    guard let text = try? UserFile.read("/proc/net/\(version.rawValue)", limit: 1 << 26) else {
      return nil
    }
    (self.text, self.version) = (text + [0], version)
  }

  package init(text: String, _ version: Version = .four) {
    (self.text, self.version) = (Array(text.utf8) + [0], version)
  }

  /// Whose socket is now at the other end of a connection to us; nil if it is gone.
  package static func owner(of remote: Address, to own: Address) -> UInt32? {
    // Each table is read once only, which takes the kernel milliseconds.
    for version in Version.allCases {
      if let socket = TCPTable(version)?.socket(remote, to: own) { return socket.owner }
    }
    return nil
  }

  /// The sockets that now listen on a port.
  package static func listening(on port: UInt16) -> [Socket] {
    Version.allCases.flatMap { TCPTable($0)?.listening(on: port) ?? [] }
  }

  /// The socket at the other end of a connection to us.
  package func socket(_ remote: Address, to own: Address) -> Socket? {
    let ends = [remote, own].map { " " + version.prefix + $0.written }.joined() + " "
    // There may be thousands of others, and each caller is looked for.
    let start = text.withUnsafeBytes { text -> Int? in
      guard let base = text.bindMemory(to: CChar.self).baseAddress else { return nil }
      return strstr(base, ends).map { UnsafePointer($0) - base }
    }
    guard let start else { return nil }
    let line = text[start...].prefix { $0 != UInt8(ascii: "\n") }
    // The number of the line stands before its ends.
    return Self.socket([UInt8(ascii: "0")] + line)
  }

  package func listening(on port: UInt16) -> [Socket] {
    text.split(separator: UInt8(ascii: "\n")).compactMap { Self.socket($0) }
      .filter { $0.isListening && $0.local.port == port }
  }

  private static func socket(_ line: ArraySlice<UInt8>) -> Socket? {
    let fields = String(decoding: line, as: UTF8.self).split(separator: " ")
    guard fields.count > 9, let local = Address(fields[1]), let user = UInt32(fields[7]),
      let inode = UInt64(fields[9])
    else { return nil }
    return Socket(local: local, isListening: fields[3] == "0A", user: user, inode: inode)
  }
}
