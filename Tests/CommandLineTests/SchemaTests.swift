import DBus
import Foundation
import MemorizeBus
import TestSupport
import Testing

/// The events that the verbs which follow print as JSON are those of the schema; what the other verbs
/// print is validated as the frozen sessions run.
@Suite(.timeLimit(.minutes(30))) struct SchemaTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  @Test func everyEventOfAGameIsInTheSchema() throws {
    let (watch, output) = try desk.watchWithRoom("--json")
    var lines = [("watch", try #require(output.next()))]
    try RandomMoves(count: 1_000, seed: 4).play(desk)
    desk.killDaemon()
    while parsed(lines.last?.1).text("event") != "offline" {
      lines.append(("watch", try #require(output.next())))
    }
    #expect(watch.isRunning)
    #expect(lines.count > 200)
    let events = Set(lines.compactMap { parsed($0.1).text("event") })
    #expect(
      events == [
        "state", "started", "turned-up", "matched", "mismatched", "concealed", "won", "offline",
      ])
    try JSONSchema.validate(lines)
  }

  @Test func everyEventOfPracticeIsInTheSchema() throws {
    try desk.addLetters()
    let watch = try desk.start(["practice", "watch", "--json"])
    let bar = try desk.start(["practice", "watch", "--format", "waybar"])
    var lines: [(String, String)] = []
    func follow(until event: String) throws {
      while lines.last.flatMap({ parsed($0.1).text("event") }) != event {
        lines.append(("practice watch", try #require(watch.output.next())))
      }
    }
    try follow(until: "state")
    try desk.memorize("practice", "start", "--deck", "Letters", "--questions", "2", "--quiet")
    try follow(until: "asked")
    try desk.answerRight("--quiet")
    try follow(until: "answered")
    try desk.answerRight("--quiet")
    try follow(until: "finished")
    try desk.memorize("practice", "undo", "--quiet")
    try follow(until: "asked")
    try desk.memorize("practice", "stop", "--quiet")
    try follow(until: "changed")
    desk.killDaemon()
    try follow(until: "offline")
    while let item = bar.output.next() {
      lines.append(("waybar", item))
      if item.contains("offline") { break }
    }
    try JSONSchema.validate(lines)
  }

  @Test func everyLineForABarIsInTheSchema() throws {
    for format in ["waybar", "i3blocks"] {
      let watch = try desk.watch("--format", format)
      var lines = [(format, try #require(watch.output.next()))]
      try RandomMoves(count: 60, seed: 7).play(desk)
      desk.killDaemon()
      while let line = watch.output.next() {
        lines.append((format, line))
        if line.contains("offline") { break }
      }
      try JSONSchema.validate(lines)
      try desk.startDaemon()
    }
  }

  @Test func recordsAreWrittenFromTheirFields() throws {
    let written = try JSONSchema.withDeclaredRecords()
    if ProcessInfo.processInfo.environment["MEMORIZE_WRITE_XML"] == "1" {
      try written.write(toFile: JSONSchema.path, atomically: true, encoding: .utf8)
    }
    let isUpToDate = try String(contentsOfFile: JSONSchema.path, encoding: .utf8) == written
    #expect(isUpToDate, "“make xml” writes the records of the schema anew.")
  }
}
