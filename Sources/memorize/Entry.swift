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
    var text = Memorize.fullMessage(for: error)
    guard !Memorize.exitCode(for: error).isSuccess else {
      return (try? Output.results.write(text + "\n")) == nil ? .unexpected : .done
    }
    var message = Memorize.message(for: error)
    if let suggestion = VerbSuggestion.sentence(for: arguments) {
      message += ". " + suggestion
      text = "Error: \(message)\n" + text.drop { $0 != "\n" }.dropFirst()
    }
    if arguments.prefix(while: { $0 != "--" }).contains("--json") {
      let fault = ProgramError(.usage, name: "Usage", message)
      try? Output.results.write(fault.json.text + "\n")
    }
    Output.messages.tell(text)
    return .usage
  }
}
