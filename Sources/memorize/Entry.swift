import ArgumentParser
import EventLoop
import Glibc

/// The program: reads the arguments, runs the verb, ends with its exit code.
@main
enum Entry {
  static func main() {
    StandardStreams.secure()
    // A reader that is gone is an error of write(2), which ends the program quietly.
    Loop.ignoreBrokenPipes()
    Interruption.endsTheProgram()
    let arguments = ArgumentOrder.verbFirst(Array(CommandLine.arguments.dropFirst()))
    exit(run(arguments).rawValue)
  }

  private static func run(_ arguments: [String]) -> ExitStatus {
    do {
      if let invocation = QuickReader.invocation(arguments) {
        try invocation.run()
        return .done
      }
      try VerbCheck.check(arguments)
      var command = try Memorize.parseAsRoot(arguments)
      try command.run()
      return .done
    } catch let status as ExitStatus {
      return status
    } catch {
      return UsageReport(error: error, printsJSON: Options.printsJSON(arguments)).tell()
    }
  }
}
