import DBus
import EventLoop
import Foundation
import MemorizeBus
import TestSupport
import Testing
import UserService

@testable import memorize_notify

@Suite struct ActionTests {
  private func id(_ stage: Stage) throws -> UInt64 {
    let game: GameState = try stage.player.wait { done in
      stage.game.state(of: GameContract.self, completion: done)
    }
    return game.id
  }

  private func bubble(_ stage: Stage) throws -> UInt32 {
    try stage.deal()
    try stage.flip(0, 6)
    return try stage.bubble(1).id
  }

  /// A server that repeats itself must not throw away game after game.
  @Test func aBubbleIsGoodForOneAction() throws {
    let stage = try Stage()
    let bubble = try bubble(stage)
    #expect(try id(stage) == 1)
    for _ in 0..<20 { try stage.theServer.invoke(bubble, "new-game") }
    try stage.settle()
    try stage.settle()
    #expect(try id(stage) == 2)
  }

  @Test func aNewGameStartsTheDaemon() throws {
    let stage = try Stage(activates: true)
    let bubble = try bubble(stage)
    stage.killDaemon()
    var owner: BusName?
    stage.player.followOwner(of: MemorizeContract.name) { owner = $0 }
    var begun: UInt64?
    stage.game.onChange(of: GameContract.interface) { begun = $0.values["Id"]?.get() ?? begun }
    try stage.settle()
    #expect(owner == nil)
    try stage.theServer.invoke(bubble, "new-game")
    // The daemon may have its name before the call reaches it.
    #expect(stage.player.loop.waits { begun == 2 })
  }

  @Test func aDaemonThatCannotBeStartedIsReported() throws {
    let stage = try Stage()
    let bubble = try bubble(stage)
    stage.killDaemon()
    try stage.theServer.invoke(bubble, "new-game")
    #expect(stage.notifier.errors.waits(for: "No game was started: "))
    let refusal = try stage.bubble(2)
    #expect(refusal.summary == "No game was started")
    #expect(refusal.body == "The service is not running; start it first.")
    #expect(stage.notifier.isRunning)
    // Once the server allows it, the same button works.
    try stage.startDaemon()
    var begun: UInt64?
    stage.game.onChange(of: GameContract.interface) { begun = $0.values["Id"]?.get() ?? begun }
    try stage.settle()
    try stage.theServer.invoke(refusal.id, "new-game")
    // The daemon reads its files first, and answers others meanwhile.
    #expect(stage.player.loop.waits { begun == 2 })
  }

  @Test func onlyOurBubbleOfOurServerCounts() throws {
    let stage = try Stage()
    let bubble = try bubble(stage)
    let server = try stage.theServer
    try server.invoke(bubble + 1, "new-game")
    try server.invoke(bubble, "other")
    try server.invoke(bubble, "play")
    try stage.player.emit(
      DesktopNotifications.path, NotificationsContract.interface.name,
      NotificationsContract.actionInvoked.name, bubble, "new-game")
    try stage.settle()
    try server.expire(bubble)
    try server.invoke(bubble, "new-game")
    try stage.settle()
    #expect(try id(stage) == 1)
  }

  private static let listing = "ls -l /proc/$$/fd | grep -oE '(socket|anon_inode):.*'"

  /// The command writes lines to a pipe, whose reading end is opened when it runs.
  @Test func playRunsTheCommandAsADesktopWould() throws {
    let report = """
      { echo "token=$XDG_ACTIVATION_TOKEN" "x11=$DESKTOP_STARTUP_ID"
        echo "notify=${NOTIFY_SOCKET-none} watchdog=${WATCHDOG_USEC-none}${WATCHDOG_PID-none}"
        echo "session=$(($$ == $(cut -d' ' -f6 /proc/$$/stat)))"
        echo "input=$(readlink /proc/$$/fd/0)"
        grep -E '^Sig(Blk|Ign)' /proc/$$/status | tr -d '\\t\\n'; echo
        echo open: $(\(Self.listing))
        echo "mine=$MINE"
      } > "$XDG_RUNTIME_DIR/report"; exit 3
      """
    let stage = try Stage(
      ["--play-command", report],
      environment: [
        "NOTIFY_SOCKET": "/nowhere", "WATCHDOG_USEC": "900000000", "WATCHDOG_PID": "1",
        "MINE": "kept", "XDG_ACTIVATION_TOKEN": "old",
      ])
    let path = stage.bus.files.path("report")
    try #require(mkfifo(path, 0o600) == 0)
    let bubble = try bubble(stage)
    let server = try stage.theServer
    try server.invoke(bubble + 1, "play", token: "foreign")
    try server.invoke(bubble, "play", token: "t0k'en")
    let lines = try written(to: path).split(separator: "\n")
    try #require(lines.count == 7, "\(lines)")
    #expect(lines[0] == "token=t0k'en x11=t0k'en")
    #expect(lines[1] == "notify=none watchdog=nonenone")
    #expect(lines[2] == "session=1" && lines[3] == "input=/dev/null")
    // The C library ignores its own two, 32 and 33, in every child.
    #expect(lines[4] == "SigBlk:0000000000000000SigIgn:0000000180000000")
    // Inherited from the tests' runner, not from us.
    let handedDown = try Outcome("/bin/sh", ["-c", "echo open: $(\(Self.listing))"]).output
    #expect(lines[5] == handedDown, "\(lines[5])")
    #expect(lines[6] == "mine=kept")
    #expect(stage.notifier.errors.waits(for: "exited with status 3"))

    // A token is valid for one action, a bubble until its content changes.
    try stage.deal()
    try stage.flip(0, 6)
    let again = try stage.bubble(2)
    // A click on the bubble itself plays as well.
    try server.invoke(again.id, "default")
    let second = try written(to: path)
    #expect(second.hasPrefix("token= x11=\n"), "\(second)")
    #expect(stage.notifier.errors.waits(for: "exited with status 3"))
    let process = stage.notifier.identifier
    let children = try String(
      contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
    #expect(children.isEmpty)
  }

  /// Without xdg-terminal-exec, which Debian 12 has not, no button opened anything.
  @Test(arguments: [
    (["xdg-terminal-exec", "mine", "x-terminal-emulator", "foot"], "xdg-terminal-exec: "),
    (["mine", "x-terminal-emulator", "foot"], "mine: --title=a -e "),
    (["x-terminal-emulator", "foot"], "x-terminal-emulator: -e "), (["foot"], "foot: "),
  ])
  func theFirstTerminalThatIsThereIsOpened(installed: [String], words: String) throws {
    let files = try TemporaryDirectory()
    let pipe = files.path("opened")
    try #require(mkfifo(pipe, 0o600) == 0)
    for name in installed {
      let script = "#!/bin/sh\necho \"${0##*/}: $*\" >\(pipe)\n"
      try Child.writeProgram(script, to: files.path(name))
    }
    let stage = try Stage(
      environment: ["PATH": files.root, "TERMINAL": "mine --title=a"])
    let bubble = try bubble(stage)
    try stage.theServer.invoke(bubble, "play")
    let lines = try written(to: pipe)
    #expect(lines.hasPrefix(words) && lines.hasSuffix("memorize play"), "\(lines)")
  }

  /// The reminder counts the cards of all decks; without a session, “practice play” lists decks.
  @Test func theTerminalPracticesAllThatIsDue() throws {
    let files = try TemporaryDirectory()
    let pipe = files.path("opened")
    try #require(mkfifo(pipe, 0o600) == 0)
    try Child.writeProgram("#!/bin/sh\necho \"$*\" >\(pipe)\n", to: files.path("foot"))
    let stage = try PracticeStage("--questions", terminal: nil, environment: ["PATH": files.root])
    try stage.practice.begin([0, 1])
    try stage.server.invoke(stage.bubble(1).id, "default")
    let line = try written(to: pipe)
    #expect(line.hasSuffix("memorize practice"), "\(line)")
  }

  @Test(arguments: [([], false, false), (["--play-command", ""], true, false), ([], true, true)])
  func playIsThereIfItCanRun(options: [String], hasTerminal: Bool, isThere: Bool) throws {
    let files = try TemporaryDirectory()
    if hasTerminal {
      try Child.writeProgram("", to: files.path("xdg-terminal-exec"))
    }
    let stage = try Stage(options, environment: ["PATH": files.root])
    _ = try bubble(stage)
    let (click, play) = isThere ? (["default", "Play"], ["play", "Play"]) : ([], [])
    #expect(try stage.theServer.requests[0].actions == click + ["new-game", "New game"] + play)
  }
}
