import CDBus
import DBus
import EventLoop
import Foundation
import TestSupport
import Testing

/// A bus that does not read, and an idle connection.
@Suite struct CongestionTests {
  private static let mebibyte = 1 << 20

  @Test func callsToAStoppedBusAreRefusedBeforeTheyFillTheMemory() throws {
    let bench = try Bench()
    let text = String(repeating: "x", count: 64 << 10)
    var outcomes: [ErrorName?] = []
    let calls = 200
    bench.bus.signal(SIGSTOP)
    for _ in 0..<calls {
      bench.client.callForAnything(try bench.serviceName, Bench.path, "a.b", "C", text) {
        outcomes.append($0.error?.name)
      }
    }
    #expect(bench.client.outgoingSize > 4 * Self.mebibyte)
    #expect(bench.client.outgoingSize < 5 * Self.mebibyte)
    #expect(bench.loop.waits { !outcomes.isEmpty })
    #expect(Set(outcomes) == [.limitsExceeded])
    bench.bus.signal(SIGCONT)
    #expect(bench.loop.waits { outcomes.count == calls })
    #expect(Set(outcomes) == [.limitsExceeded, .unknownInterface])
    #expect(bench.client.outgoingSize == 0)
    #expect(try bench.one() == "one")
  }

  @Test func signalsToAStoppedBusAreRefusedBeforeTheyFillTheMemory() throws {
    let bench = try Bench()
    bench.bus.signal(SIGSTOP)
    let text = String(repeating: "x", count: Self.mebibyte)
    expectError(.limitsExceeded) {
      for _ in 0..<40 { try bench.service.emit("/", "a.b", "C", text) }
    }
    #expect(bench.service.outgoingSize < 20 * Self.mebibyte)
    bench.bus.signal(SIGCONT)
    #expect(bench.loop.waits { bench.service.outgoingSize == 0 })
    try bench.service.emit("/", "a.b", "C", text)
    #expect(try bench.one() == "one")
  }

  /// While nobody reads its replies, a service leaves calls with the bus, and answers them later.
  @Test func aServiceThatNobodyReadsFromReadsNoMoreEither() throws {
    let (loop, bus, connection) = try fakeBench()
    connection.objects.export(Desk.interface, of: Desk(), at: "/desk")
    var answers: [UInt32] = []
    bus.onMessage = { answers.append(dbus_message_get_reply_serial($0)) }
    bus.reads = false
    let calls = 60
    // So large that the calls of a single read from the socket are already too many.
    for _ in 0..<calls { bus.call("/desk", "org.example.Desk", "Text", 512 << 10) }
    #expect(loop.waits { connection.outgoingSize > 4 * Self.mebibyte })
    for _ in 0..<100 {
      let signal = dbus_message_new_signal("/", "a.b", "C")
      FakeBus.append(String(repeating: "x", count: 64 << 10), to: signal)
      bus.send(signal)
    }
    let waits = loop.waits
    loop.passes(.milliseconds(20))
    #expect(loop.waits - waits < 200)
    #expect(connection.outgoingSize < 5 * Self.mebibyte)
    #expect(bus.unsent > 5 * Self.mebibyte)
    bus.reads = true
    #expect(loop.waits { answers.count == calls })
    #expect(answers == answers.sorted())
    #expect(loop.waits { bus.unsent == 0 })
  }

  /// Sending alone can clear the way, without an event of the loop.
  @Test func aServiceReadsAgainWhenSendingHasClearedTheWay() throws {
    let (loop, bus, connection) = try fakeBench()
    connection.objects.export(Desk.interface, of: Desk(), at: "/desk")
    var answers = 0
    bus.onMessage = { message in
      if dbus_message_get_reply_serial(message) != 0 { answers += 1 }
    }
    bus.reads = false
    bus.call("/desk", "org.example.Desk", "Text", UInt32(6 * Self.mebibyte))
    #expect(loop.waits { connection.outgoingSize > 4 * Self.mebibyte })
    loop.passes(.milliseconds(5))
    for _ in 0..<10_000 where connection.outgoingSize > 0 {
      bus.receive()
      try connection.emit("/", "a.b", "C")
    }
    #expect(connection.outgoingSize == 0)
    bus.reads = true
    bus.call("/desk", "org.freedesktop.DBus.Peer", "Ping")
    #expect(loop.waits { answers == 2 })
  }

  /// Messages held until a handler returns must not count as a bus that does not read.
  @Test func aHandlerMaySendMuchToABusThatReads() throws {
    let bench = try Bench()
    let text = String(repeating: "x", count: 256 << 10)
    let service = try bench.serviceName
    var refused: [ErrorName] = []
    var answered = 0
    bench.client.bus("GetId", returning: String.self) { _ in
      for _ in 0..<80 {
        // If the bus is slower than the handler, wait for it, as any handler has to.
        if bench.client.outgoingSize > 3 * Self.mebibyte {
          bench.loop.run { bench.client.outgoingSize == 0 }
        }
        bench.client.callForAnything(service, Bench.path, "a.b", "C", text) {
          if let name = $0.error?.name, name != .unknownInterface { refused.append(name) }
          answered += 1
        }
      }
    }
    #expect(bench.loop.waits { answered == 80 })
    #expect(refused.isEmpty)
  }

  /// Messages sent before the bus has let us in must not keep its reply from being read.
  @Test func muchMayBeSentBeforeAuthentication() throws {
    let bench = try Bench()
    let connection = try Connection(to: BusAddress(bench.bus.address), loop: bench.loop)
    var outcome: ErrorName?
    let text = String(repeating: "x", count: 5 * Self.mebibyte)
    connection.callForAnything(try bench.serviceName, Bench.path, "a.b", "C", text) {
      outcome = $0.error?.name
    }
    #expect(bench.loop.waits { outcome != nil })
    #expect(outcome == .limitsExceeded || outcome == .unknownInterface)
    #expect(connection.isOpen)
  }

  /// A watch that libdbus has disabled must not be polled: the socket is always writable.
  @Test func anIdleConnectionSleeps() throws {
    let bench = try Bench()
    #expect(try bench.one() == "one")
    bench.loop.passes(.milliseconds(20))
    let waits = bench.loop.waits
    bench.loop.passes(.milliseconds(20))
    // One wait, ended by the timer.
    #expect(bench.loop.waits - waits <= 2)
  }
}
