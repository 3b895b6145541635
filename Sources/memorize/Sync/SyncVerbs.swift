import ArgumentParser
import CellDrawing
import DBus
import Doctor
import MemorizeBus
import PlainText
import Screens
import Translation
import UserFiles

struct SyncVerb: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync", abstract: "Show which machines share your memory.",
    discussion: """
      Everything you practice and every finished game is written into the folder of your data, \
      $XDG_DATA_HOME/memorize, a log for each machine. Share that folder with another machine, by \
      Syncthing, git or a stick, and both know what either does. Nothing has to be turned on.
      """,
    subcommands: [SyncShowVerb.self, SyncNameVerb.self, SyncCheckVerb.self],
    defaultSubcommand: SyncShowVerb.self)
  static let examples = ["memorize sync", "memorize sync check"]
}

struct SyncShowVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "List the machines, this one first; the default verb.",
    discussion: """
      Print the name of each machine, how many reviews it gave, when it wrote last, and what is \
      wrong with its log; then how the folder is shared, and how many copies of decks were merged. \
      With --plain, print the name of its log, its name, “this” or “other”, the number of its \
      events, its reviews, and when it wrote last in microseconds since 1970, separated by tabs.
      """)
  static let examples = ["memorize sync show", "memorize sync show --plain"]

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let machines = try ServiceConnection(options).ask(StorageContract.machines)
    let folder = options.host == nil ? SharedFolder.current : nil
    try options.print(
      json: [
        "machines": .array(machines.map { JSON($0) }),
        "folder": folder.map { .string($0.path) } ?? .null,
        "shared_by": .array((folder?.means ?? []).map { .string($0.rawValue) }),
      ],
      plain: machines.map(\.fields).tabbed,
      text: SyncText.table(machines).text(options) + SyncText.notes(machines, folder).lines)
  }
}

struct SyncNameVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "name", abstract: "Give this machine a name that all machines show.")
  static let examples = ["memorize sync name desktop", "memorize sync name \"my laptop\""]

  @Argument(help: ArgumentHelp("The name.", valueName: "name"))
  var name: String

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    try ServiceConnection(options).ask(StorageContract.nameMachine, name)
    if options.isQuiet { return }
    let shown = name.harmless
    try options.print(
      json: ["name": .string(name)], plain: "named: \(shown)\n",
      // Translators: {name} is the new name of this machine.
      text: tr("named: {name}", ["name": shown]) + "\n")
  }
}

struct SyncCheckVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Read all logs anew, and compare them with the database.",
    discussion: """
      Print how many events the logs have, how many of them the database lacks, how many of its \
      events are in no log, which are written into this machine's then, and how many lines cannot \
      be read; exit with 1 if there are any. With --plain, print events, missing, unwritten and \
      faults, each with its number, separated by tabs.
      """)
  static let examples = ["memorize sync check", "memorize sync check --json"]

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let check = try ServiceConnection(options).ask(StorageContract.checkLog)
    if !options.isQuiet {
      try options.print(
        json: JSON(check), plain: check.numbers.map { [$0.0, "\($0.1)"] }.tabbed,
        text: SyncText.found(check).lines)
    }
    if !check.isWell { throw ExitStatus.unexpected }
  }
}

extension LogMachine {
  fileprivate var fields: [String] {
    [id, name, isOwn ? "this" : "other", "\(events)", "\(reviews)", "\(lastAt)"]
  }
}

extension LogCheck {
  fileprivate var numbers: [(String, UInt64)] {
    [
      ("events", events), ("missing", missing), ("unwritten", unwritten), ("faults", faults),
    ]
  }
}

/// The folder of the user's data, and what shares it with other machines.
private struct SharedFolder {
  enum Means: String, CaseIterable {
    case syncthing, git

    /// What it puts into the folder that it shares.
    var mark: String {
      switch self {
      case .syncthing: ".stfolder"
      case .git: ".git"
      }
    }

    var name: String {
      switch self {
      case .syncthing: "Syncthing"
      case .git: "git"
      }
    }
  }

  let path: String
  /// By a mark in the folder or in one above it.
  let means: [Means]

  static var current: SharedFolder? {
    guard let data = UserDirectories.current.data else { return nil }
    let path = data + "/memorize"
    var above = [path]
    while let last = above.last, last != ".", !last.isEmpty {
      above.append(UserFile.directory(of: last))
    }
    return SharedFolder(
      path: path,
      means: Means.allCases.filter { means in
        above.contains { FilePath.kind(of: "\($0)/\(means.mark)") != nil }
      })
  }
}

private enum SyncText {
  static func table(_ machines: [LogMachine]) -> TextTable {
    TextTable(
      columns: [
        .init(heading: tr("machine", context: "column"), isCut: true),
        .init(heading: tr("reviews", context: "column"), isRight: true),
        .init(heading: tr("last event", context: "column")), .init(heading: ""),
      ],
      rows: machines.map { machine in
        [
          machine.title, "\(machine.reviews)",
          // Translators: stands instead of a time.
          machine.lastAt == 0 ? tr("never", context: "time") : machine.lastAt.localTime,
          machine.isOwn ? tr("this machine") : "",
        ]
      })
  }

  static func notes(_ machines: [LogMachine], _ folder: SharedFolder?) -> [String] {
    var notes = machines.flatMap(\.notes).map(translatedSentence)
    guard let folder else { return notes }
    let path = folder.path.printable
    if machines.count < 2 {
      notes.append(
        tr(
          "To begin with a second machine, share {path} with it, by Syncthing, git or a stick.",
          ["path": path]))
    } else if !folder.means.isEmpty {
      notes.append(
        // Translators: {programs} is as Syncthing and git.
        tr(
          "{path} is shared by {programs}.",
          ["path": path, "programs": folder.means.map(\.name).enumerationText]))
    }
    if let merged = DeckCopies(in: .current).mergedNote { notes.append(translatedSentence(merged)) }
    return notes
  }

  static func found(_ check: LogCheck) -> [String] {
    if check.isWell {
      return [
        tr(
          check.events, "The logs have 1 event, and the database has it too.",
          "The logs have {n} events, and the database has them all.")
      ]
    }
    var lines: [String] = []
    if check.missing > 0 {
      lines.append(
        tr(
          check.missing, "The database lacks 1 event of the logs.",
          "The database lacks {n} events of the logs."))
    }
    if check.unwritten > 0 {
      let unwritten = tr(
        check.unwritten, "1 event of the database is in no log.",
        "{n} events of the database are in no log.")
      lines.append(
        check.missing > 0
          ? unwritten
          : [
            unwritten, tr("This machine's log is written anew as soon as it can be."),
          ].sentencesText)
    }
    if check.faults > 0 {
      lines.append(
        tr(
          check.faults, "1 line of the logs cannot be read; the log of the service names it.",
          "{n} lines of the logs cannot be read; the log of the service names the files."))
    }
    return lines
  }
}
