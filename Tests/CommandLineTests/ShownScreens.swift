import Foundation
import TestSupport

/// The screens on the pages, each from the programs themselves, on a bus of its own.
enum ShownScreens {
  /// What makes each, by the name that marks it on a page.
  ///
  /// None shows a time, which would differ from run to run.
  static let makers: [String: @Sendable () throws -> String] = [
    "board": board, "board-ko": boardInKorean, "play": play, "dialogue": dialogue, "plain": plain,
    "watch": watch,
    "code": code, "waybar": waybar, "practice": practice, "theme-check": themeCheck,
    "doctor": doctor,
  ]

  static func all() throws -> [String: String] {
    try makers.mapValues { try $0() }
  }

  private static func board() throws -> String {
    let desk = try deskWithMismatch()
    return try desk.memorize("board", with: ["COLUMNS": "64", "LINES": "10"]).output
  }

  private static func boardInKorean() throws -> String {
    let (desk, korean) = (try deskWithMismatch(), try TestLanguage("ko"))
    defer { withExtendedLifetime(korean) {} }
    let size = ["COLUMNS": "64", "LINES": "10"]
    return try desk.memorize("board", with: korean.environment.merging(size) { $1 }).output
  }

  private static func play() throws -> String {
    let desk = try Desk()
    try desk.deal()
    let screen = try TmuxScreen(desk, columns: 60, rows: 16)
    try screen.run("memorize play --color never")
    // Digits choose a card only once the board is there.
    try screen.waitFor("Enter turn up")
    try screen.press("0", "Enter", "6", "Enter")
    try screen.waitFor("A match: lollipop")
    try screen.press("1", "Enter", "2", "Enter")
    return try screen.waitFor { $0.contains("2 moves") && $0.contains("No match: 1 red apple, 2") }
  }

  /// What is typed, and what the end of its answer holds.
  private static let exchanges = [
    ("memorize play --plain", "0 moves"), ("0 6", "1 of 4, score"), ("1 2", "miss: "),
    ("hide", "concealed"), ("row 1", "3 down"), ("2 4 1 5 3 7", "won: "), ("quit", "$"),
  ]

  private static func dialogue() throws -> String {
    let desk = try Desk()
    try desk.deal()
    let screen = try TmuxScreen(desk, columns: 100, rows: 30)
    for (line, answer) in exchanges {
      try screen.run(line)
      try screen.waitFor { text in
        guard let typed = text.firstRange(of: line + "\n") else { return false }
        return text[typed.upperBound...].contains(answer)
      }
    }
    // The shell's next prompt is no part of it.
    let lines = try screen.text.split(separator: "\n")
    return lines.dropLast().joined(separator: "\n")
  }

  private static func plain() throws -> String {
    let desk = try Desk()
    try desk.deal()
    return try transcript(
      desk, "memorize flip 0 6 --plain", "memorize flip 1 2 --plain", "memorize status")
  }

  private static func code() throws -> String {
    try transcript(try Desk(runs: false), "memorize verify M1E00F111T00M9EFZ47MT")
  }

  private static func watch() throws -> String {
    let desk = try Desk()
    let watch = try desk.watch("--timeout", "300")
    var lines = ["$ memorize watch", watch.output.next() ?? ""]
    // From its first line on it misses nothing.
    try desk.deal()
    try desk.memorize("flip", "0", "6", "1", "2", "--quiet")
    try desk.memorize("conceal", "--quiet")
    while lines.last != "concealed", let line = watch.output.next() { lines.append(line) }
    return lines.joined(separator: "\n")
  }

  private static func practice() throws -> String {
    let desk = try Desk()
    try desk.addDeck(
      "First words",
      [("はい", "yes", "hai"), ("いいえ", "no", "iie"), ("ありがとう", "thank you", "arigatō")])
    try desk.memorize("practice", "start", "--deck", "First words", "--quiet")
    // Chance draws questions and choices, until they are those of the page: one time in 36.
    var tries = 0
    while try !desk.asksForNo(), tries < 2000 {
      try desk.memorize("practice", "restart", "--quiet")
      tries += 1
    }
    try desk.memorize("practice", "undo", "--quiet")
    let screen = try TmuxScreen(desk, columns: 60, rows: 12)
    try screen.run("memorize practice play --color never")
    let text = try screen.waitFor("1-3 answer")
    let yes = text.firstMatch(of: /([1-3]) +yes/).map { String($0.output.1) } ?? ""
    try screen.press(yes)
    return try screen.waitFor { $0.contains("✓ はい = yes") && $0.contains("2 of 3") }
  }

  private static func waybar() throws -> String {
    try transcript(try deskWithMismatch(), "memorize watch --count 1 --format waybar")
  }

  private static func themeCheck() throws -> String {
    let desk = try Desk(runs: false)
    try desk.bus.files.write(
      "my.themes", "Under water\t🐙\t\t4\t🐙🦑🦐🐡🐠🐬\nPond\t🐸\t\tmany\t🐸🦆🐟🐢\n")
    let root = desk.bus.files.root
    let outcome = try desk.shell("cd '\(root)' && memorize theme check my.themes")
    let lines = ["$ memorize theme check my.themes", outcome.output, outcome.errors]
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The checks that do not depend on the machine, with the paths and numbers of a usual session.
  private static func doctor() throws -> String {
    let desk = try Desk()
    let root = desk.bus.files.root
    let file = "org.memorized.Memorize1.service"
    try desk.bus.files.write(
      "data/dbus-1/services/\(file)",
      "[D-BUS Service]\nName=org.memorized.Memorize1\nExec=\(Programs.memorized)\n")
    let text = try desk.memorize("doctor", with: ["COLUMNS": "1000"]).output
      .replacing(/unix:path=[^ ]*, (served by process) .*/) {
        "unix:path=/run/user/1000/bus, \($0.output.1) 812 (/usr/bin/dbus-daemon --session)."
      }
      .replacing(
        /Running as process [0-9]+ \([^)]*\)/, with: "Running as process 4711 (/usr/bin/memorized)"
      )
      .replacing(root + "/data", with: "/home/ada/.local/share")
      .replacing(root + "/state", with: "/home/ada/.local/state")
    var shown = ["$ memorize doctor"]
    var isShown = false
    for line in text.split(separator: "\n") {
      let isCheck = line.first != " "
      let checks = ["bus", "service", "activation", "storage", "reviews"]
      isShown = isCheck ? checks.contains { line.contains(" \($0): ") } : isShown
      if isShown { shown.append(String(line)) }
    }
    return shown.joined(separator: "\n")
  }

  /// A game with a pair that is found and two cards that differ.
  private static func deskWithMismatch() throws -> Desk {
    let desk = try Desk()
    try desk.deal()
    try desk.memorize("flip", "0", "6", "1", "2", "--quiet")
    return desk
  }

  /// Commands as somebody types them, each with what it prints.
  private static func transcript(_ desk: Desk, _ commands: String...) throws -> String {
    try commands.flatMap { command in
      let outcome = try desk.shell(command)
      return ["$ " + command] + [outcome.output, outcome.errors].filter { !$0.isEmpty }
    }.joined(separator: "\n")
  }
}

extension Desk {
  /// Answers the first question, where it is はい, and looks whether the second is いいえ, with its
  /// choices in one order.
  fileprivate func asksForNo() throws -> Bool {
    guard try practice().text("question") == "はい" else { return false }
    let next = try memorize("practice", "answer", "yes", "--json").json.object("practice")
    return next.text("question") == "いいえ"
      && next["choices"] as? [String] == ["thank you", "no", "yes"]
  }
}
