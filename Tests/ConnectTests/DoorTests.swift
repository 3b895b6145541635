import EventLoop
import Foundation
import TestSupport
import Testing
import UserService

@testable import memorize_connect

/// The program around the protocol: its socket, its end, and callers that never finish.
@Suite(.timeLimit(.minutes(5))) struct DoorTests {
  private static func run(_ arguments: [String]) throws -> (code: Int32, text: String) {
    let child = try Child(Programs.connect, arguments)
    return (child.wait(), child.errors.rest())
  }

  @Test func wrongArgumentsAreExplained() throws {
    let nothing = try Self.run([])
    #expect(nothing.code == 2 && nothing.text.contains("systemctl --user enable --now"))
    for port in ["65536", "-1", "x", ""] {
      let (code, text) = try Self.run(["--port", port])
      #expect(code == 2 && text.contains("from 0 to 65535"))
    }
    let door = try OpenDoor()
    let (code, text) = try Self.run(["--port", "\(door.port)"])
    #expect(code == 2 && text.contains("Another program has port \(door.port)"))
    #expect(try Self.run(["--help", "x"]).code == 2)
  }

  @Test func itEndsWithASignal() throws {
    for signal in [SIGTERM, SIGINT] {
      let door = try OpenDoor()
      // Its end must not call what has ended before.
      let begun = try HTTPConnection(to: door.port)
      begun.send(Array("POST / HTTP/1.1\r\nHost: ".utf8))
      _ = try door.call("version")
      door.child.signal(signal)
      #expect(door.child.wait() == 0)
    }
  }

  /// No work is left for a processor once a tool has its answer.
  @Test func itSleepsBetweenCalls() throws {
    let door = try OpenDoor()
    _ = try door.add("a", "b")
    while !door.child.sleepsUntilCalled {}
    let before = contextSwitches(of: "\(door.child.identifier)")
    // Whatever else goes on on the bus.
    let other = try Child(
      Programs.memorize, ["practice", "stats"], environment: door.bus.environment)
    #expect(other.wait() == 0)
    #expect(contextSwitches(of: "\(door.child.identifier)") == before)
  }

  /// With systemd's socket nobody is missed when it ends.
  @Test func itEndsWhenNobodyCalls() throws {
    let own = try ListeningSocket(port: 0)
    let passed = ListeningSocket(own.descriptor, port: own.port, isPassed: true)
    let log = Log(program: "test", level: .error)
    let door = try Door(on: passed, idleTime: .milliseconds(20), log: log)
    #expect(try door.run() == .done)
  }

  @Test func aConnectionEndsInTimeHoweverSlowItIs() throws {
    let own = try ListeningSocket(port: 0)
    let loop = try Loop()
    let server = try HTTPServer(loop: loop, maximumAge: .milliseconds(50))
    var (uses, isOver) = (0, false)
    server.admits = { _ in true }
    server.onUse = {
      uses += $0 ? 1 : 0
      isOver = !$0
    }
    try server.start(on: own.descriptor)
    let slow = [
      "", "POST / HT", "POST / HTTP/1.1\r\nHost: x\r\n",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
    ]
    for begun in slow {
      let connection = try HTTPConnection(to: own.port)
      connection.send(Array(begun.utf8))
      loop.run { isOver }
      isOver = false
      #expect(try HTTPReply(connection.readToEnd()).status == 0)
    }
    #expect(uses == slow.count)
  }

  @Test func thousandConnectionsDelayNobodyForLong() throws {
    let door = try OpenDoor()
    var open: [HTTPConnection] = []
    for _ in 0..<1000 { open.append(try HTTPConnection(to: door.port)) }
    for connection in open { connection.send(Array("POST / ".utf8)) }
    open.removeAll()
    #expect(try door.call("version").result as? Int == 6)
  }

  @Test func aCallerThatLeavesStopsNothing() throws {
    let door = try OpenDoor()
    let body = Array(#"{"action":"version"}"#.utf8)
    for length in 0..<60 {
      let head =
        "POST / HTTP/1.1\r\nHost: 127.0.0.1:\(door.port)\r\nContent-Length: \(body.count)\r\n\r\n"
      let connection = try HTTPConnection(to: door.port)
      connection.send(Array((Array(head.utf8) + body).prefix(length * 2)))
    }
    #expect(try door.call("version").result as? Int == 6)
  }

  @Test func whatIsTooLargeOrTooDeepIsRefused() throws {
    let door = try OpenDoor()
    let large = try door.post(
      Array("x".utf8), ["Content-Length: \(HTTPServer.maximumBody + 1)"].map { $0 })
    #expect(large.status == 200 || large.status == 0 || large.status == 400)
    func nested(_ depth: Int) throws -> String {
      let lists = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      return try door.post(#"{"action":"version","params":\#(lists)}"#).text
    }
    #expect(try nested(63) == "6")
    #expect(try nested(64).contains("64 deep"))
    #expect(try nested(1_000_000).contains("64 deep"))
    // Brackets in texts are none.
    #expect(
      try door.post(#"{"action":"version","x":"\#(String(repeating: "[\\\"", count: 99))"}"#).text
        == "6")
  }

  /// The largest body that is taken.
  @Test func twentyMegabytesAreRead() throws {
    let door = try OpenDoor()
    let start = #"{"action":"version","x":""#
    let filler = String(repeating: "x", count: HTTPServer.maximumBody - start.utf8.count - 2)
    #expect(try door.post(start + filler + "\"}").text == "6")
    let chunked = Array(
      ("POST / HTTP/1.1\r\nHost: localhost:\(door.port)\r\nTransfer-Encoding: chunked\r\n\r\n").utf8
    )
    func chunk(_ text: String) -> [UInt8] {
      Array((String(text.utf8.count, radix: 16) + "\r\n" + text + "\r\n").utf8)
    }
    let end = chunk("")
    let whole = chunked + chunk(start) + chunk("\"}") + end
    #expect(try HTTPReply(door.exchange(whole)).text == "6")
    let connection = try HTTPConnection(to: door.port)
    connection.send(chunked)
    for _ in 0..<22 where connection.send(chunk(String(repeating: "x", count: 1 << 20))) {}
    _ = try connection.readToEnd()
    #expect(try door.call("version").result as? Int == 6)
  }
}
