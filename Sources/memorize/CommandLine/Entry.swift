import ArgumentParser
import EventLoop
import Glibc

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
      let fault = ProgramError(.usage, name: "Usage", Memorize.message(for: error))
      try? Output.results.write(fault.json.text + "\n")
    }
    Output.messages.print(text)
    return .usage
  }
}
