import DBus
import Foundation
import Glibc
import TestSupport
import Testing

@testable import Doctor
@testable import Screens

// What the sandbox of a unit keeps the service from, and where games, themes and decks are stored.
extension DiagnosisTests {
  @Test func aDirectoryThatTheServiceCannotWriteToIsAFault() {
    // The doctor said that all was well when the sandbox let nothing be stored.
    func expect(
      _ status: Check.Status, _ words: String, at location: SourceLocation = #_sourceLocation,
      if change: (inout Storage) -> Void
    ) {
      self.expect("storage", status, words, at: location) {
        $0.owner = process()
        $0.storage.games = .init(path: "/state/memorize")
        $0.storage.places = ["themes", "decks"].map { .init(path: "/data/memorize/" + $0) }
        change(&$0.storage)
      }
    }
    expect(.ok, "Games are stored in /state/memorize.") { _ in }
    expect(
      .fault(.unexpected), "“make install” again, or add the line ReadWritePaths=/state/memorize"
    ) { $0.games?.isShutOff = true }
    expect(.fault(.unexpected), "→ systemctl --user restart memorized") {
      $0.games?.isShutOff = true
      $0.games?.isNamed = true
    }
    expect(.fault(.unexpected), "no space is left") { $0.games?.failure = ENOSPC }
    expect(.warning, "/data/memorize/themes") { $0.places[0].isShutOff = true }
    expect(.warning, "/data/memorize/decks") { $0.places[1].isShutOff = true }
    // Themes may come from a read-only place.
    expect(.ok, "") { $0.places[0].failure = EROFS }
    expect(.warning, "/there, but XDG_DATA_HOME of this shell names /here") {
      $0.differences = [("XDG_DATA_HOME", here: "/here", there: "/there")]
    }
  }

  @Test func aUnitsWritablePathsLeadThroughLinks() throws {
    let directory = try TemporaryDirectory()
    let root = directory.root
    try directory.make("state/memorize")
    try directory.link("link", to: root + "/state")
    func isShutOff(_ path: String, _ writable: String...) -> Bool {
      let unit = Doctor.Unit(properties: [
        "ProtectSystem": .string("strict"),
        "ReadWritePaths": strings(writable.map { root + $0 }),
      ])
      return Storage.Place(root + path, nil, unit, makesFile: true).isShutOff
    }
    #expect(isShutOff("/state/memorize"))
    #expect(!isShutOff("/state/memorize", "/link/memorize"))
    #expect(!isShutOff("/link/memorize/later", "/state/memorize"))
    #expect(!isShutOff("/new/memorize", "/new/memorize"))
    #expect(isShutOff("/state/memorize", "/state/memo"))
    let place = Storage.Place(root + "/new/memorize", nil, nil, makesFile: true)
    #expect(place.failure == nil && !place.isShutOff)
    #expect(try FileManager.default.contentsOfDirectory(atPath: root + "/state/memorize") == [])
  }

  // A file that is a link out of the sandbox could not be changed, and the doctor found nothing.
  @Test func linksOutOfTheSandboxAreNamedWithTheLineToAdd() throws {
    let directory = try TemporaryDirectory()
    let root = directory.root
    for file in [
      "dotfiles/a.tsv", "dotfiles/b.tsv", "later/added.themes", "data/memorize/real.tsv",
    ] { try directory.write(file) }
    let data = "data/memorize"
    for folder in ["decks", "themes"] { try directory.make(data + "/" + folder) }
    for (link, target) in [
      ("decks/a.tsv", "/dotfiles/a.tsv"), ("decks/b.tsv", "/dotfiles/b.tsv"),
      ("decks/inside.tsv", "/data/memorize/real.tsv"), ("decks/note.txt", "/other/note.txt"),
      ("themes/added.themes", "/later/added.themes"), ("themes/other.themes", "/other/x.themes"),
    ] { try directory.link(data + "/" + link, to: root + target) }
    func storage(_ writable: String...) -> Storage {
      Storage(
        process: nil,
        unit: Doctor.Unit(properties: [
          "ProtectSystem": .string("strict"),
          "ReadWritePaths": strings(writable.map { root + $0 }),
        ]), variables: ["XDG_DATA_HOME=\(root)/data", "XDG_STATE_HOME=\(root)/data"])
    }
    var findings = Findings()
    findings.storage = storage("/data")
    // Only that of this shell's directories.
    findings.storage.differences = []
    let checks = findings.report.rows.filter { $0.subject == "storage" }.map(\.check)
    let texts = checks.map { "\($0.text) → \($0.fix)".replacing(root, with: "") }
    #expect(checks.allSatisfy { $0.status == .warning } && texts.count == 2, "\(texts)")
    for (text, (directory, link)) in zip(
      texts, [("/later", "/themes/added.themes"), ("/dotfiles", "/decks/a.tsv")])
    {
      for words in [
        "write to \(directory), to which /data/memorize\(link) leads.",
        "→ Add the line ReadWritePaths=\(directory) below [Service]",
      ] { #expect(text.contains(words), "\(text)") }
    }
    #expect(storage("/data", "/dotfiles", "/later").places.allSatisfy { !$0.isShutOff })
  }

  @Test func theSandboxIsJudgedByItsEffect() {
    let bound: [Restriction: Bool] = [.privileges: true, .calls: true, .users: true, .home: true]
    let free: [Restriction: Bool] = [.privileges: true, .calls: true, .users: false, .home: false]
    let with = unit([
      "DropInPaths": strings(["/etc/systemd/user/memorized.service.d/sandbox.conf"])
    ])
    let forbidden = UserNamespaces.forbidden("a setting")
    for (unit, restrictions, namespaces, status, words) in [
      (with, bound, .work, .ok, ""), (with, free, .work, .warning, "a writable home"),
      (with, free, forbidden, .warning, "a setting"), (with, nil, forbidden, .warning, ""),
      (with, [:], .work, .ok, ""), (unit(["MainPID": .uint32(99)]), bound, .work, .note, ""),
      (unit(), free, .work, .note, "→ Install sandbox.conf"), (unit(), free, forbidden, .ok, ""),
      (unit(), [.privileges: false], .work, .warning, ""), (.noManager, bound, .work, nil, ""),
    ] as [(UnitAnswer, [Restriction: Bool]?, UserNamespaces, Check.Status?, String)] {
      expect("sandbox", status, words) {
        ($0.unit, $0.namespaces) = (unit, namespaces)
        if let restrictions { $0.owner = process { $0.restrictions = restrictions } }
      }
    }
  }

  @Test func userNamespacesAreForbiddenByASettingOrByTrial() {
    func judge(_ settings: [String: String], _ trial: Bool?) -> UserNamespaces {
      UserNamespaces(trial: trial) { settings[$0] }
    }
    #expect(judge([:], true) == .work)
    #expect(judge([:], false) == .forbidden("“unshare -U true” fails"))
    #expect(judge([:], nil) == .unknown)
    let count = "user.max_user_namespaces"
    #expect(judge([count: "0"], nil) == .forbidden("\(count) is 0"))
    let appArmor = "kernel.apparmor_restrict_unprivileged_userns"
    #expect(judge([appArmor: "1"], true) == .work)
    #expect(judge([appArmor: "1"], false) == .forbidden("\(appArmor) is 1"))
  }
}
