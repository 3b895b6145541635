import Foundation
import Glibc
import TestSupport
import Testing
import UserService

@testable import memorize_connect

/// Who may call, and who gets nothing.
@Suite(.timeLimit(.minutes(5))) struct CallerTests {
  @Test func aForeignHostIsRefused() throws {
    let door = try OpenDoor()
    let version = #"{"action":"version","version":6}"#
    for host in ["127.0.0.1:\(door.port)", "localhost:\(door.port)", "LOCALHOST:\(door.port)"] {
      #expect(try door.post(version, ["Host: \(host)"]).text == #"{"result":6,"error":null}"#)
    }
    for host in [
      "evil.example:\(door.port)", "127.0.0.1", "localhost", "127.0.0.1:1", "[::1]:\(door.port)",
      "",
      "127.0.0.1:\(door.port).evil.example", "evil.example@127.0.0.1:\(door.port)",
    ] {
      let reply = try door.post(version, ["Host: \(host)"])
      #expect(reply.status == 403 && reply.json == nil, "\(host)")
    }
    let both = ["Host: 127.0.0.1:\(door.port)", "Host: evil.example:\(door.port)"]
    for hosts in [both, both.reversed()] {
      #expect(try door.post(version, hosts).status == 403)
    }
    // Older clients send none.
    let bare = Array("POST / HTTP/1.0\r\nContent-Length: 2\r\n\r\n{}".utf8)
    #expect(try HTTPReply(door.exchange(bare)).status == 403)
  }

  @Test func aPageIsRefusedAndAnExtensionIsNot() throws {
    let door = try OpenDoor()
    let add = try OpenDoor.note(["Front": "a", "Back": "b"])
    let body = #"{"action":"addNote","version":6,"params":\#(add)}"#
    for origin in [
      "https://evil.example", "http://localhost", "http://127.0.0.1:\(door.port)", "null",
      "file://",
      "https://chrome-extension.example", "moz-extension:", "",
    ] {
      for (method, sent) in [("POST", body), ("OPTIONS", ""), ("GET", ""), ("PUT", body)] {
        let reply = try door.post(Array(sent.utf8), ["Origin: \(origin)"], method: method)
        #expect(reply.status == 403, "\(method) \(origin)")
        #expect(!reply.headers.keys.contains { $0.hasPrefix("access-control") })
      }
      let asked = try door.post(
        #"{"action":"requestPermission","version":6}"#, ["Origin: \(origin)"])
      #expect(asked.text == #"{"result":{"permission":"denied"},"error":null}"#)
    }
    #expect(throws: (any Error).self) { try door.deck("Words") }
    for origins in [
      ["moz-extension://1", "https://evil.example"], ["https://a", "moz-extension://1"],
    ] {
      #expect(try door.post(body, origins.map { "Origin: \($0)" }).status == 403)
    }
    for origin in ["moz-extension://1", "chrome-extension://2", "safari-web-extension://3"] {
      let asked = try door.post(
        Array(), ["Origin: \(origin)", "Access-Control-Request-Private-Network: true"],
        method: "OPTIONS")
      #expect(asked.status == 200 && asked.body.isEmpty)
      #expect(asked.headers["access-control-allow-origin"] == origin)
      #expect(asked.headers["access-control-allow-headers"] == "*")
      #expect(asked.headers["access-control-allow-private-network"] == "true")
      let reply = try door.post(#"{"action":"version"}"#, ["Origin: \(origin)"])
      #expect(reply.text == "6" && reply.headers["access-control-allow-origin"] == origin)
      #expect(reply.headers["access-control-allow-private-network"] == nil)
      let permission = try door.post(
        #"{"action":"requestPermission","version":6}"#, ["Origin: \(origin)"])
      #expect(
        permission.text
          == #"{"result":{"permission":"granted","requireApiKey":false,"version":6},"error":null}"#)
    }
  }

  @Test func otherMethodsAreRefused() throws {
    let door = try OpenDoor()
    let known = try door.post([], ["Origin: moz-extension://1"], method: "PUT")
    #expect(known.status == 403 && known.text.contains("The method PUT"))
    for method in ["PUT", "DELETE", "TRACE", "BREW"] {
      #expect(try door.post([], method: method).status == 403)
    }
    #expect(try door.post([], method: "GET").text == "AnkiConnect v.6")
    #expect(try door.post([], method: "POST").text == "AnkiConnect v.6")
  }

  @Test func aKeyIsDemandedOnceThereIsOne() throws {
    let door = try OpenDoor()
    let denied = #"{"result":null,"error":"valid api key must be provided"}"#
    func version(_ key: String) throws -> String {
      try door.post(#"{"action":"version"\#(key)}"#).text
    }
    #expect(try version("") == "6")
    try door.bus.files.write("config/memorize/connect.conf", "# mine\n\n key =  s3cret = \n")
    #expect(try version("") == denied)
    #expect(try version(#","key":"s3cret""#) == denied)
    #expect(try version(#","key":null"#) == denied)
    #expect(try version(#","key":"s3cret =""#) == "6")
    let permission = try door.post(#"{"action":"requestPermission"}"#)
    #expect(permission.text.contains(#""requireApiKey":true"#))
    // The actions in it need none of their own.
    let several = try door.post(
      #"{"action":"multi","key":"s3cret =","params":{"actions":[{"action":"version"}]}}"#)
    #expect(several.text == "[6]")
    for text in ["keys = a\n", "key\n", "key =\n", "key = \u{1}a\u{FFFD}\nport = 1\n"] {
      try door.bus.files.write("config/memorize/connect.conf", text)
      let reply = try version("")
      #expect(reply.contains("connect.conf, line ") && reply.hasPrefix(#"{"result":null,"#))
    }
  }

  @Test func theOwnerOfAConnectionIsFoundInTheTable() throws {
    let table = TCPTable(
      text: """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0100007F:223D 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 11 1 0
           1: 0100007F:C350 0100007F:223D 01 00000000:00000000 00:00000000 00000000  1001        0 12 1 0
           2: 0100007F:223D 0100007F:C350 01 00000000:00000000 00:00000000 00000000  1000        0 13 1 0
           3: 0100007F:C351 0100007F:223D 06 00000000:00000000 03:00000000 00000000     0        0 0 3 0
           4: 0100007F:C350 0100007F:0016 01 00000000:00000000 00:00000000 00000000  1002        0 14 1 0
        not a line
        """)
    func address(_ port: UInt16) -> TCPTable.Address {
      TCPTable.Address(host: 0x7F00_0001, port: port)
    }
    #expect(table.socket(address(50_000), to: address(8765))?.owner == 1001)
    #expect(table.socket(address(50_001), to: address(8765))?.owner == nil)
    #expect(table.socket(address(50_002), to: address(8765))?.owner == nil)
    #expect(table.listening(on: 8765).map(\.inode) == [11])
    let six = TCPTable(
      text: """
           0: 00000000000000000000000000000000:223D 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 21 1 0
           1: 0000000000000000FFFF00000100007F:C350 0000000000000000FFFF00000100007F:223D 01 00000000:00000000 00:00000000 00000000  1003        0 22 1 0
        """, .six)
    #expect(six.socket(address(50_000), to: address(8765))?.owner == 1003)
    #expect(six.socket(address(8765), to: address(50_000))?.owner == nil)
    #expect(six.listening(on: 8765).map(\.inode) == [21])
  }

  /// A program that reaches 127.0.0.1 over IPv6, as those in Java do, was taken for another user's.
  @Test func aCallOverIPv6IsOwn() throws {
    let door = try OpenDoor()
    guard access("/proc/net/tcp6", R_OK) == 0 else { return }
    let script = """
      import socket, sys
      caller = socket.socket(socket.AF_INET6, socket.SOCK_STREAM)
      caller.connect(("::ffff:127.0.0.1", int(sys.argv[1])))
      caller.sendall(b"GET / HTTP/1.1\\r\\nHost: localhost:" + sys.argv[1].encode() + b"\\r\\n\\r\\n")
      answer = caller.makefile("rb").read()
      print(answer.splitlines()[-1].decode())
      """
    let caller = try Child("/usr/bin/python3", ["-c", script, "\(door.port)"])
    #expect(caller.wait() == 0 && caller.output.rest().contains("AnkiConnect v.6"))
  }

  /// Only root can be somebody else.
  @Test(.enabled(if: getuid() == 0)) func anotherUserGetsNothing() throws {
    let door = try OpenDoor()
    let url = "http://127.0.0.1:\(door.port)"
    let other = try Child("setpriv", ["--reuid=65534", "--clear-groups", "curl", "-s", url])
    #expect(other.wait() != 0 && other.output.rest().isEmpty)
    let own = try Child("curl", ["-s", url])
    #expect(own.wait() == 0)
    #expect(door.child.errors.waits(for: "another user"))
  }
}
