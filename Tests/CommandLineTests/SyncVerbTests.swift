import TestSupport
import Testing

@Suite struct SyncVerbTests {
  /// What a check finds must not be followed by an error of the program.
  @Test func aCheckThatFindsFaultsExitsWithOne() throws {
    let desk = try Desk()
    try desk.bus.files.write("data/memorize/log/abcdefghijklmnop/2026-01.log", "1\tdamaged\n2\t\n")
    let outcome = try desk.memorize("sync", "check", "--json")
    #expect(outcome.code == 1 && outcome.errors == "")
    #expect(outcome.json.number("faults") == 1)
    let text = try desk.memorize("sync", "check")
    #expect(text.code == 1 && text.errors == "")
    #expect(text.output == "1 line of the logs cannot be read; the log of the service names it.")
  }

  @Test func aMachineIsShownByItsName() throws {
    let desk = try Desk()
    #expect(try desk.memorize("sync").output.contains("To begin with a second machine"))
    #expect(try desk.memorize("sync", "name", "my desk").output == "named: my desk")
    let shown = try desk.memorize("sync").output
    #expect(shown.contains("my desk") && shown.contains("this machine"))
    try desk.bus.files.write("data/memorize/log/merged/German.sync-conflict-1.tsv")
    #expect(try desk.memorize("sync").output.contains("of a deck was merged; it lies in"))
  }
}
