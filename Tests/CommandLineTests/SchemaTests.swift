import DBus
import Foundation
import MemorizeBus
import TestSupport
import Testing

/// The schema has the records, and what is printed of practice and for bars; AgreementTests validates
/// the events of a game, and FrozenLinesTests what all other verbs print.
@Suite(.timeLimit(.minutes(30))) struct SchemaTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

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
