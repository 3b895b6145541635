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
    return english("a process of another user")
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
    let (unit, name, port) = (door.unit.loaded, DoorState.socketUnit, door.port)
    if unit == nil, let listener = door.listener, listener.contains("memorize-connect") {
      return Check(.ok, english("Open on port \(port): \(listener), started by hand."))
    }
    if unit?.activeState == "failed" {
      let restart = "systemctl --user restart \(name)"
      guard let listener = door.listener else {
        return Check(
          .warning, english("\(name) has failed. See why: journalctl --user -u \(name)"),
          fix: restart)
      }
      return Check(
        .warning, english("\(name) has failed. Port \(port) belongs to \(listener)."),
        fix: english("Close that program, then: \(restart)"))
    }
    guard isDoorOpen else {
      return Check(
        .ok,
        door.listener.map { listener in
          english(
            "Closed: other tools cannot add cards through port \(port). Port \(port) belongs to "
              + "\(listener).")
        } ?? english("Closed: other tools cannot add cards through port \(port)."))
    }
    let address = door.address
    guard address.hasPrefix("127.0.0.1:") else {
      return Check(
        .warning,
        english("\(name) listens on \(address), where memorize-connect serves nobody."),
        fix: english("Let its ListenStream= begin with 127.0.0.1:"))
    }
    return Check(
      .ok,
      (try? door.file.get())?.key == nil
        ? english(
          "Open on \(address) to your own programs and to extensions of your browser, without a key."
        )
        : english(
          "Open on \(address) to your own programs and to extensions of your browser, with a key."))
  }

  private var keyCheck: Check? {
    guard case .failure(let fault) = door.file else { return nil }
    return Check(
      .warning, english("No tool gets an answer: \(fault.message)"),
      fix: english("Correct the file."))
  }

  private static let withoutLibrary = Check(
    .warning, english("No tool gets an answer: libmicrohttpd is missing."),
    fix: english("Install it (Debian: libmicrohttpd12)."))
}
