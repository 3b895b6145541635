internal import Glibc
internal import UserService

/// Who may call: programs of the same user, and of the pages in a browser only its extensions.
struct Callers {
  private static let extensions = [
    "moz-extension://", "chrome-extension://", "safari-web-extension://",
  ]

  let port: UInt16

  /// Whether a connection comes from a program of this user.
  func isOwn(_ peer: TCPTable.Address) -> Bool {
    let own = TCPTable.Address(host: INADDR_LOOPBACK, port: port)
    return TCPTable.owner(of: peer, to: own) == getuid()
  }

  /// Why a request for a host is refused; nil if it is this one.
  ///
  /// A page whose own name leads to this machine has that name here.
  func refusal(ofHost host: String?) -> String? {
    let isOurs = ["127.0.0.1:\(port)", "localhost:\(port)"].contains(host?.lowercased())
    return isOurs ? nil : "The header Host must be 127.0.0.1:\(port) or localhost:\(port)."
  }

  /// A program that is no browser sends no origin.
  func allows(origin: String?) -> Bool {
    guard let origin else { return true }
    return Self.extensions.contains { origin.hasPrefix($0) }
  }

  /// The headers by which a browser lets the origin read the answer.
  func sharing(with head: HTTPHead) -> [(name: String, value: String)] {
    guard let origin = head.origin, !origin.isEmpty else { return [] }
    let network = [("Access-Control-Allow-Private-Network", "true")]
    return [
      ("Access-Control-Allow-Origin", origin), ("Access-Control-Allow-Headers", "*"),
    ] + (head.asksForPrivateNetwork ? network : [])
  }
}
