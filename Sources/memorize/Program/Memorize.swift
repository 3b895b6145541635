import ArgumentParser
import EventLoop
import Glibc
import MemorizeBus
import PlainText
import Screens
import TerminalKit
import UserService

/// The command line.
package enum CommandLineProgram {
  package static func main() {
    StandardStreams.secure()
    // Without a reader write(2) fails, and the program ends quietly.
    Interruption.ignoreFailedWrites()
    Interruption.exitOnInterrupt()
    exit(run(Array(ProgramArguments.all.dropFirst())).rawValue)
  }

  private static func run(_ arguments: [String]) -> ExitStatus {
    let arguments = RemoteHost.movingHostAfterVerb(arguments)
    do {
      if let verb = QuickReader.verb(arguments) {
        try verb.run()
      } else if arguments.isEmpty {
        var overview = Overview()
        overview.common = .unset
        try overview.run()
      } else if arguments.first == Completion.verb {
        try Completion(of: Array(arguments.dropFirst())).print()
      } else if arguments.first == RemoteHost.linkVerb, arguments.count > 1 {
        RemoteHost.becomeLink(CommandWords(last: arguments.count - 1))
      } else if let process = arguments.first.flatMap(JobProcess.init), arguments.count > 1 {
        process.run(CommandWords(last: arguments.count - 1))
      } else {
        try run(VerbLookup(arguments), arguments)
      }
      return .done
    } catch let status as ExitStatus {
      return status
    } catch let failure as Output.Failure {
      return failure.reported()
    } catch {
      let error =
        error as? ProgramError ?? ProgramError(.unexpected, name: "Unexpected", "\(error)")
      return error.reported(Options(), asJSON: Options.printsJSON(arguments))
    }
  }

  private static func run(_ lookup: VerbLookup, _ arguments: [String]) throws {
    if lookup.wantsHelp { return try Output.results.write(lookup.help.text) }
    var command: any ParsableCommand
    do {
      command =
        lookup.verb == Overview.self
        ? try Overview.parseAsRoot(arguments) : try Memorize.parseAsRoot(arguments)
    } catch {
      // A request, such as for the version, arrives as an error too.
      guard !Memorize.exitCode(for: error).isSuccess else {
        return try Output.results.write(Memorize.fullMessage(for: error) + "\n")
      }
      throw lookup.unknownOption() ?? lookup.wrongUsage(Memorize.message(for: error))
    }
    // ArgumentParser takes an unknown group of short options with an h in it for a request for help.
    guard command is any Verb else {
      throw lookup.unknownOption() ?? lookup.wrongUsage(english("An unknown option was given."))
    }
    try command.run()
  }
}

struct Memorize: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "memorize",
    abstract: "Play the memory game, and practice word cards.",
    version: "memorize " + MemorizeContract.version,
    groupedSubcommands: [
      CommandGroup(
        name: "Play",
        subcommands: [
          PlayVerb.self, NewVerb.self, ResumeVerb.self, FlipVerb.self, ConcealVerb.self,
          BoardVerb.self,
          BotVerb.self,
        ]),
      CommandGroup(
        name: "Practice", subcommands: [PracticeVerb.self, WhileVerb.self, DeckVerb.self]),
      CommandGroup(name: "Follow", subcommands: [StatusVerb.self, WatchVerb.self, WaitVerb.self]),
      CommandGroup(
        name: "Look back",
        subcommands: [
          HistoryVerb.self, StatsVerb.self, ShareVerb.self, ReplayVerb.self, LogVerb.self,
          VerifyVerb.self,
        ]),
      CommandGroup(
        name: "Set up",
        subcommands: [
          ThemeVerb.self, ProfileVerb.self, SyncVerb.self, BackupVerb.self, RestoreVerb.self,
          DoctorVerb.self,
        ]),
    ])
}

extension RemoteHost {
  /// Moves `--host` from before the verb to behind it, where all options stand; help needs none.
  static func movingHostAfterVerb(_ arguments: [String]) -> [String] {
    let host = arguments[..<end(ofHostAt: 0, in: arguments)]
    var words = arguments[host.endIndex...]
    guard !host.isEmpty, let first = words.first else { return arguments }
    if first == "help" { return Array(words) }
    var verb: any ParsableCommand.Type = Memorize.self
    var path: [String] = []
    while let next = verb.configuration.subcommands.first(where: {
      $0.configuration.commandName == words.first
    }) {
      verb = next
      path += words.prefix(1)
      words = words.dropFirst()
    }
    return path + host + words
  }
}
