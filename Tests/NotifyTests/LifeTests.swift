import DBus
import EventLoop
import Foundation
import MemorizeBus
import TestSupport
import Testing

@testable import memorize_notify

@Suite struct LifeTests {
  /// What a server sends must not write lines and priorities of its own into the log.
  @Test func aServersWordsStayOnTheirLine() throws {
    let stage = try Stage()
    try stage.theServer.onNotify = { _ in
      throw BusError("org.example.Error.Bad", "bad\n<0>memorize: forged \u{1B}[31m")
    }
    try stage.deal()
    try stage.bubble(1, flipping: 0, 6)
    #expect(stage.notifier.errors.waits(for: "badU+000A<0>memorize: forged U+001B[31m"))
  }

  @Test func aSecondOneSaysWhoWasFirstAndExitsWithFour() throws {
    let stage = try Stage()
    let second = try Outcome(Programs.notify, environment: stage.bus.environment)
    #expect(second.code == 4)
    #expect(second.errors.contains("process \(stage.notifier.identifier)"), "\(second.errors)")
    #expect(second.errors.contains(Programs.notify), "\(second.errors)")
    try stage.deal()
    try stage.bubble(1, flipping: 0, 6)
    #expect(try stage.theServer.requests.count == 1)
  }

  /// The name is free as soon as the process has ended, so that a restart never meets itself.
  @Test func aRestartGetsTheNameBack() throws {
    let stage = try Stage()
    for _ in 0..<5 { try stage.restart() }
    #expect(stage.end().code == 0)
  }

  @Test func itEndsWithTheBus() throws {
    let (stage, _) = try Stage.dealt("--show-flips")
    try stage.bubble(1, flipping: 0)
    stage.bus.kill()
    #expect(stage.notifier.codeInTime == 1)
    #expect(stage.notifier.errors.rest().contains("The connection to the bus was lost."))
  }

  /// A subscription that the bus refused once left the notifier there, showing nothing for ever.
  @Test(arguments: [1, 4, 8])
  func aBusThatDeliversNoSignalsEndsIt(matchRules: Int) throws {
    let bus = try PrivateBus(matchRules: matchRules)
    let outcome = try Outcome(Programs.notify, environment: bus.environment)
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("The bus does not deliver signals"), "\(outcome.errors)")
  }

  @Test func withoutABusItSaysSo() throws {
    let outcome = try Outcome(
      Programs.notify, environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere/bus"])
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("Cannot connect to a message bus"), "\(outcome.errors)")
  }

  @Test func theDaemonComesAndGoes() throws {
    let stage = try Stage(hasDaemon: false)
    let server = try stage.theServer
    for round in 1...3 {
      try stage.startDaemon()
      try stage.settle()
      try stage.deal()
      try stage.bubble(round, flipping: 0, 6)
      stage.killDaemon()
      try stage.settle()
    }
    #expect(server.summaries == ["Match: 🍭", "Match: 🍭", "Match: 🍭"])
    #expect(server.closed.isEmpty)
    // The notifier never starts it.
    let hasOwner = try stage.player.wait { (done: @escaping (Result<Bool, BusError>) -> Void) in
      stage.player.bus(
        "NameHasOwner", MemorizeContract.name.rawValue, returning: Bool.self, completion: done)
    }
    #expect(!hasOwner)
  }

  /// A daemon that does not answer at first must not be lost for good.
  @Test func aDaemonThatStoodStillIsFollowedAgain() throws {
    let stage = try Stage()
    stage.daemon?.signal(SIGSTOP)
    try stage.restart()
    let said = stage.notifier.errors.lines
    #expect(said.contains { $0.contains("could not be read; trying again") }, "\(said)")
    stage.daemon?.signal(SIGCONT)
    try stage.deal()
    try stage.settle()
    try stage.bubble(1, flipping: 0, 6)
    #expect(try stage.theServer.summaries == ["Match: 🍭"])
  }

  @Test func anIdleNotifierIsNotWoken() throws {
    let stage = try Stage(["--show-flips", "--questions", "--tray"])
    let panel = try FakePanel(on: stage.bus, loop: stage.loop)
    try stage.waits { panel.items.count == 1 }
    _ = try panel.layout()
    _ = try stage.game.callAndWait(PracticeContract.start, [:])
    try stage.deal()
    try stage.flip(0, 6)
    let server = try stage.theServer
    try stage.waits {
      server.summaries.last == "Match: 🍭" && server.requests.contains { $0.body.contains(", 1/5") }
    }
    try stage.settle()
    // Some things are put right soon after a notification.
    #expect(stage.loop.waits(forRestOf: stage.notifier))
    let before = contextSwitches(of: "\(stage.notifier.identifier)")
    for _ in 0..<100 { try stage.player.roundTrip() }
    #expect(stage.notifier.sleepsUntilCalled)
    #expect(contextSwitches(of: "\(stage.notifier.identifier)") == before)
  }

  @Test func itNotifiesTheServiceManager() throws {
    let manager = try ManagerSocket()
    let stage = try Stage(server: nil, environment: ["NOTIFY_SOCKET": manager.path])
    #expect(manager.next() == "READY=1\nSTATUS=Waiting for a notification server")
    try stage.startServer()
    #expect(manager.next() == "STATUS=Showing notifications")
    stage.notifier.signal(SIGTERM)
    #expect(manager.next() == "STOPPING=1\nSTATUS=Ending")
    #expect(stage.notifier.codeInTime == 0)
  }

  @Test func helpAndVersionNeedNoBus() throws {
    let help = try Outcome(Programs.notify, ["-h"])
    #expect(help.code == 0 && help.output.contains("--show-flips"))
    #expect(try Outcome(Programs.notify, ["--help"]).output == help.output)
    let version = try Outcome(Programs.notify, ["--version"])
    #expect(version.code == 0 && version.output == "memorize-notify \(MemorizeContract.version)")
  }

  /// By this entry, desktops find the name and the icon for our notifications.
  @Test func theDesktopEntryOfNotificationsIsThatOfTheGame() throws {
    let path = "share/applications/\(Notification.desktopEntry).desktop.in"
    let entry = try SourceTree.text(path).split(separator: "\n")
    #expect(entry.contains("Name=\(Notification.appName)"))
    #expect(entry.contains("Icon=\(Notification.icon)"))
  }

  private typealias Notification = memorize_notify.Notification
}
