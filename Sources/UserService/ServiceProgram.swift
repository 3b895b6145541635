internal import EventLoop
internal import Glibc

/// The options of a service, besides those that every service has.
package protocol ServiceOptions {
  static var help: ServiceHelp { get }
  /// The options without a value.
  static var flags: Set<String> { get }
  /// The options with a value.
  static var values: Set<String> { get }

  init()
  /// Reads one of the declared options; the value of a flag is empty.
  mutating func read(_ option: String, _ value: String) throws(OptionError)
}

/// The `main` function of every service.
package enum ServiceProgram {
  /// Prints the help or the version if requested, otherwise runs the service; `run` gets the
  /// options of the command line.
  package static func main<Options: ServiceOptions>(
    _ name: String, version: String, run: (Options, Log) throws -> ExitCode
  ) {
    StandardStreams.secure()
    let log = Log(program: name)
    do {
      let scanner = OptionScanner(
        flags: Options.flags.union(["--help", "-h", "--version"]),
        values: Options.values.union(["--log-level"]))
      var options = Options()
      var level = log.level
      for (option, value) in try scanner.scan(ProgramArguments.all.dropFirst()) {
        switch option {
        case "--help", "-h": return try StandardStreams.print(Options.help.text(name))
        case "--version": return try StandardStreams.print("\(name) \(version)")
        case "--log-level": level = try LogLevel(option: value)
        default: try options.read(option, value)
        }
      }
      log.level = level
      exit(try run(options, log).rawValue)
    } catch let error as OptionError {
      log.write(.error, "\(error) See \(name) --help.")
      exit(ExitCode.usage.rawValue)
    } catch {
      log.write(.error, "\(error)")
      exit(ExitCode.failure.rawValue)
    }
  }
}
