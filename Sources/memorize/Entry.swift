import ArgumentParser
import EventLoop
import Glibc

/// The program: reads the arguments, runs the verb, ends with its exit code.
@main
enum Entry {
  static func main() {
    StandardStreams.secure()
    // A reader that is gone is an error of write(2), which ends the program quietly.
    EventLoop.ignoreBrokenPipes()
    Interruption.endsTheProgram()
    let arguments = ArgumentOrder.verbFirst(Array(CommandLine.arguments.dropFirst()))
    exit(run(arguments).rawValue)
  }

  private static func run(_ arguments: [String]) -> ExitStatus {
    do {
      try VerbCheck.check(arguments)
      var command = try Memorize.parseAsRoot(arguments)
      try command.run()
      return .done
    } catch let status as ExitStatus {
      return status
    } catch {
      return report(error, arguments)
    }
  }

  /// Prints what ArgumentParser has to say: help and version on stdout, faults on stderr.
  private static func report(_ error: any Error, _ arguments: [String]) -> ExitStatus {
    let text = Memorize.fullMessage(for: error)
    guard !Memorize.exitCode(for: error).isSuccess else {
      do throws(Output.Failure) {
        try Output.results.write(text + "\n")
        return .done
      } catch {
        return error.told
      }
    }
    if Settings.printsJSON(arguments) {
      let fault = ProgramError(.usage, name: "Usage", Memorize.message(for: error))
      try? Output.results.write(fault.json.text + "\n")
    }
    Output.messages.tell(text)
    return .usage
  }
}
