import Foundation
import Glibc

/// A socket that takes connections and never says a word.
final class MuteBus {
  let address: String
  private let path: String
  private let descriptor: Int32

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/mute-\(UUID().uuidString.prefix(8))"
    address = "unix:path=" + path
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &name) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    // The kernel takes connections up to the backlog without anybody accepting them.
    guard bound == 0, listen(descriptor, 8) == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
  }

  deinit {
    close(descriptor)
    unlink(path)
  }
}
