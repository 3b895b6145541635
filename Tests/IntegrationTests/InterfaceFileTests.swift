import DBus
import Foundation
import MemorizeBus
import TestSupport
import Testing

/// The files in `dbus/`, which clients are generated from, say what the programs say of themselves.
@Suite struct InterfaceFileTests {
  /// The product's interfaces by name, as declared.
  static let documents = [
    MemorizeContract.interface.name.rawValue: MemorizeContract.interface.document,
    GameContract.interface.name.rawValue: GameContract.interface.document,
    SettingsContract.interface.name.rawValue: SettingsContract.interface.document,
    ThemesContract.interface.name.rawValue: ThemesContract.interface.document,
    HistoryContract.interface.name.rawValue: HistoryContract.interface.document,
    PracticeContract.interface.name.rawValue: PracticeContract.interface.document,
    DecksContract.interface.name.rawValue: DecksContract.interface.document,
    ProfileContract.interface.name.rawValue: ProfileContract.interface.document,
    StorageContract.interface.name.rawValue: StorageContract.interface.document,
    NotifierContract.interface.name.rawValue: NotifierContract.interface.document,
  ]

  @Test func filesTellWhatTheProgramsTell() throws {
    if ProcessInfo.processInfo.environment["MEMORIZE_WRITE_XML"] == "1" { try writeFiles() }
    let bus = try PrivateBus()
    let daemon = try bus.startDaemon()
    let notifier = try Child(Programs.notify, environment: bus.environment)
    try #require(notifier.errors.waits(for: "Ready"), "\(notifier.errors.lines)")
    let said =
      try introspection(MemorizeContract.name, MemorizeContract.path, bus)
      + introspection(NotifierContract.name, NotifierContract.path, bus)
    let written = try SourceTree.interfaceFiles().flatMap { try interfaces(of: $0) }
    #expect(
      written.sorted() == interfaces(in: said).sorted(), "“make xml” writes the files anew.")
    #expect(daemon.isRunning && notifier.isRunning)
  }

  private func introspection(
    _ name: BusName, _ path: ObjectPath, _ bus: PrivateBus
  ) throws -> String {
    let outcome = try Outcome(
      "busctl", ["--user", "introspect", "--xml-interface", name.rawValue, path.rawValue],
      environment: bus.environment)
    #expect(outcome.code == 0, "\(outcome.errors)")
    return outcome.output
  }

  @Test func eachFileIsNamedAfterItsInterface() throws {
    let names = try SourceTree.interfaceFiles().map { $0.deletingPathExtension().lastPathComponent }
    #expect(names.sorted() == Self.documents.keys.sorted())
    for file in try SourceTree.interfaceFiles() {
      let name = file.deletingPathExtension().lastPathComponent
      let found = try interfaces(of: file)
      #expect(found.count == 1 && found[0].hasPrefix("<interface name=\"\(name)\">"))
    }
  }

  @Test func allTextsAreValidAndDocumented() throws {
    let bus = try PrivateBus()
    let daemon = try bus.startDaemon()
    let paths: [ObjectPath] = [
      "/", "/org", "/org/memorized", MemorizeContract.path, "/org/memorized/Memorize1/Runner",
      "/org/memorized/Memorize1/SearchProvider",
    ]
    let introspected = try paths.enumerated().map { number, path in
      try bus.files.write("\(number).xml", introspection(MemorizeContract.name, path, bus))
    }
    let files = try introspected + SourceTree.interfaceFiles().map(\.path)
    let dtd = "/usr/share/xml/dbus-1/introspect.dtd"
    let outcome = try Outcome("xmllint", ["--nonet", "--noout", "--dtdvalid", dtd] + files)
    #expect(outcome.code == 0, "\(outcome.errors)")
    for interface in try files.flatMap({ try interfaces(of: URL(fileURLWithPath: $0)) }) {
      let members = interface.matches(of: /<(interface|method|signal|property) name=/)
      let documented = interface.matches(
        of:
          #/
          <(interface|method|signal|property)\ name=[^>]*>\s*
          <annotation\ name="org\.gtk\.GDBus\.DocString"\ value="\w
        /#)
      #expect(members.count == documented.count, "\(interface)")
      #expect(!interface.contains(/<arg (?!name="\w)/), "\(interface)")
      let changing = interface.matches(
        of:
          #/
          name="org\.freedesktop\.DBus\.Property\.EmitsChangedSignal"\ 
          value="(true|invalidates|const|false)"
        /#)
      #expect(changing.count == members.count { $0.output.1 == "property" }, "\(interface)")
    }
    #expect(daemon.isRunning)
  }

  /// The product's interfaces in a document.
  private func interfaces(in document: String) -> [Substring] {
    document.matches(of: /(?s)<interface name="org\.memorized\..*?<\/interface>/).map(\.output)
  }

  private func interfaces(of file: URL) throws -> [Substring] {
    interfaces(in: try String(contentsOf: file, encoding: .utf8))
  }

  private func writeFiles() throws {
    for (name, document) in Self.documents {
      let file = SourceTree.root.appendingPathComponent("dbus/\(name).xml")
      let origin =
        "<!-- Written by “make xml” from the declaration in Sources/MemorizeBus. -->\n"
      let text = document.replacing("<node>", with: origin + "<node>", maxReplacements: 1)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
  }
}
