import ArgumentParser
import EventLoop
import Glibc
import MemorizeBus

@main
enum Entry {
  static func main() {
    StandardStreams.secure()
    // Without a reader write(2) fails, and the program ends quietly.
    Loop.ignoreBrokenPipes()
    Interruption.endsTheProgram()
    exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  private static func run(_ arguments: [String]) -> ExitStatus {
    do {
      if let verb = QuickReader.verb(arguments) {
        try verb.run()
      } else if arguments.first == Completion.verb {
        try Completion(of: Array(arguments.dropFirst())).print()
      } else {
        try VerbCheck.check(arguments)
        var command = try Memorize.parseAsRoot(arguments)
        try command.run()
      }
      return .done
    } catch let status as ExitStatus {
      return status
    } catch {
      return report(error, asJSON: Options.printsJSON(arguments))
    }
  }

  /// Prints ArgumentParser's messages: help and version on stdout, errors on stderr.
  private static func report(_ error: any Error, asJSON: Bool) -> ExitStatus {
    let text = Memorize.fullMessage(for: error)
    guard !Memorize.exitCode(for: error).isSuccess else {
      do throws(Output.Failure) {
        try Output.results.write(text + "\n")
        return .done
      } catch {
        return error.reported()
      }
    }
    if asJSON {
      let fault = ProgramError.usage(Memorize.message(for: error))
      try? Output.results.write(fault.json.text + "\n")
    }
    Output.messages.print(text)
    return .usage
  }
}

struct Memorize: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "memorize",
    abstract: "Play memory (turn up two cards with the same face), and practise word cards.",
    usage: "memorize <verb> [<option> …]",
    discussion: """
      The service memorized runs the game, on the session bus; each verb calls it and prints the \
      result. Start with “memorize new”, then “memorize flip 0 5”.

      MEMORIZE_OPTIONS holds options for all verbs, such as “--plain --ascii”.

      Exit codes: 0 done, 1 unexpected, 2 wrong usage, 3 service not available, 4 timed out, \
      5 refused by the rules, or a fault in a file, 6 no such theme, game or deck, \
      7 incompatible versions, 130 interrupted. \
      “status --exit-code” exits with 10 if the game is won, 11 if there is no game; \
      “practice status --exit-code” with 10 if the session is finished, 11 if there is none.
      """,
    version: "memorize " + MemorizeContract.version,
    subcommands: [
      NewVerb.self, FlipVerb.self, ConcealVerb.self, BoardVerb.self, StatusVerb.self,
      PlayVerb.self, ThemeVerb.self, WatchVerb.self, WaitVerb.self, HistoryVerb.self,
      StatsVerb.self, LogVerb.self, ReplayVerb.self, VerifyVerb.self, ShareVerb.self,
      PracticeVerb.self, ProfileVerb.self, DoctorVerb.self,
    ])
}
