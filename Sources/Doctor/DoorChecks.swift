import DBus
import Glibc
import MemorizeFiles
import PlainText
import UserFiles
import UserService

/// What is known of the door for other tools.
struct DoorState {
  static let socketUnit = "memorize-connect.socket"

  /// systemd's answer about the socket.
  var unit = UnitAnswer.noManager
  /// Who listens on the port; nil if nobody does.
  var listener: String?
  var file: Result<ConnectFile, ConnectFileFault> = .success(ConnectFile())
  var hasLibrary = true

  /// Where systemd listens, as `127.0.0.1:8765`.
  var address: String {
    guard case .array(_, let streams)? = unit.loaded?.properties["Listen"],
      case .structure(let members)? = streams.first, case .string(let address)? = members.last
    else { return "127.0.0.1:\(ConnectFile.usualPort)" }
    return address.printable
  }

  var port: UInt16 {
    address.split(separator: ":").last.flatMap { UInt16($0) } ?? ConnectFile.usualPort
  }

  /// Looks who listens, and reads the user's file.
  mutating func look() {
    listener = Self.listener(on: port)
    file = Result { () throws(ConnectFileFault) in try ConnectFile.current }
    hasLibrary = dlopen("libmicrohttpd.so.12", RTLD_LAZY | RTLD_LOCAL) != nil
  }

  private static func listener(on port: UInt16) -> String? {
    guard let socket = TCPTable.listening(on: port).first else { return nil }
    let wanted = "socket:[\(socket.inode)]"
    for name in (try? UserFile.names(in: "/proc").names) ?? [] {
      guard let process = UInt32(name) else { continue }
      let folder = "/proc/\(process)/fd"
      for file in (try? UserFile.names(in: folder).names) ?? []
      where FilePath.target(of: "\(folder)/\(file)") == wanted {
        return describe(process: process)
      }
    }
    return "a process of another user"
  }
}

extension Findings {
  var doorChecks: [Check?] {
    [doorCheck, keyCheck, door.hasLibrary || !isDoorUsed ? nil : Self.withoutLibrary]
  }

  /// Also if starting the program has failed so often that systemd has given up.
  private var isDoorUsed: Bool { isDoorOpen || door.unit.loaded?.activeState == "failed" }

  private var isDoorOpen: Bool { door.unit.loaded?.activeState == "active" }

  private var doorCheck: Check? {
    let unit = door.unit.loaded
    if unit == nil, let listener = door.listener, listener.contains("memorize-connect") {
      return Check(.ok, "Open on port \(door.port): \(listener), started by hand.")
    }
    let owner = door.listener.map { "Port \(door.port) belongs to \($0)." }
    if unit?.activeState == "failed" {
      return Check(
        .warning,
        "\(DoorState.socketUnit) has failed. "
          + (owner ?? "See why: journalctl --user -u \(DoorState.socketUnit)"),
        fix: (owner == nil ? "" : "Close that program, then: ")
          + "systemctl --user restart \(DoorState.socketUnit)")
    }
    guard isDoorOpen else {
      return Check(
        .ok,
        ["Closed: other tools cannot add cards through port \(door.port).", owner].compactMap(
          \.self
        ).joined(separator: " "))
    }
    guard door.address.hasPrefix("127.0.0.1:") else {
      return Check(
        .warning,
        "\(DoorState.socketUnit) listens on \(door.address), where memorize-connect serves nobody.",
        fix: "Let its ListenStream= begin with 127.0.0.1:")
    }
    let key = (try? door.file.get())?.key == nil ? "without a key" : "with a key"
    return Check(
      .ok,
      "Open on \(door.address) to your own programs and to extensions of your browser, \(key).")
  }

  private var keyCheck: Check? {
    guard case .failure(let fault) = door.file else { return nil }
    return Check(.warning, "No tool gets an answer: \(fault.message)", fix: "Correct the file.")
  }

  private static let withoutLibrary = Check(
    .warning, "No tool gets an answer: libmicrohttpd is missing.",
    fix: "Install it (Debian: libmicrohttpd12).")
}
