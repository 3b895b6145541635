import DBus
import EventLoop
import Glibc
import PlainText
import Screens
import UserFiles
import UserService

/// A verb that reads or writes files of the other machine, which no bus carries: `memorize` runs
/// there, over ssh.
struct RemoteVerb {
  private let host: RemoteHost
  private let options: Options

  init(on host: RemoteHost, _ options: Options) { (self.host, self.options) = (host, options) }

  /// Keeps a file in a directory while the verb reads it: its name may be the deck's.
  ///
  /// The size shows whether the connection broke before its end.
  private static let receive = #"""
    echo "$1"; size=$2; shift 2
    for end in HUP:129 INT:130 PIPE:141 TERM:143; do trap "exit ${end#*:}" "${end%:*}"; done
    directory=$(mktemp -d) && trap 'rm -r "$directory"' EXIT && cd "$directory" &&
    cat >"$0" && [ "$(wc -c <"$0")" -eq "$size" ] && "$@"
    """#

  /// Runs a command without a file.
  private static let run = #"echo "$0"; exec "$@""#

  /// Runs the verb of this command line there, and ends as it does.
  func run(sending file: InputFile? = nil) throws -> Never {
    try RemoteHost.checkSSH()
    var arguments = RemoteHost.removingHost(from: Array(ProgramArguments.all.dropFirst()))
    var command = ["sh", "-c", Self.run, RemoteOutput.mark]
    // ssh would consume the input of a script's next command.
    var input = file == nil ? "/dev/null" : nil
    if let file, !file.isStandardInput {
      let size: Int
      do throws(FileError) {
        size = try FileVersion(of: file.path).size
      } catch {
        guard case .notAFile = error else { throw Self.fault(file, error.sentence) }
        throw Self.fault(
          file, english("This is not a regular file. With --host, import - and pipe it in."))
      }
      let name = file.path.split(separator: "/").last.map(String.init) ?? file.path
      let place = name.hasPrefix("-") ? "./" + name : name
      arguments = arguments.map { $0 == file.path ? place : $0 }
      command = ["sh", "-c", Self.receive, place, RemoteOutput.mark, "\(size)"]
      input = file.path
    }
    // Other options for all verbs are in the environment here, not there.
    let inherited = RemoteHost.removingHost(from: Options.inheritedWords).joined(separator: " ")
    command += ["env", "MEMORIZE_OPTIONS=" + inherited, "memorize"] + arguments
    let limit = min(options.timeout ?? Options.usualTimeout, .seconds(86_400))
    let (process, output) = try start(
      [
        "memorize", RemoteHost.linkVerb, "ssh", "-x", "-T", "-o",
        "ConnectTimeout=\(Int(limit / .seconds(1)) + 1)", "-o", "ServerAliveInterval=1", "-o",
        "ServerAliveCountMax=3", "--", host.name,
        command.map(\.quotedForShell).joined(separator: " "),
      ], reading: input)
    guard try output.pass(beginningBefore: .now + limit) else {
      _ = RemoteLink(process)
      throw ProgramError.noBus(BusError(.timeout, ""), of: host, within: limit)
    }
    let end = ProcessEnd(of: process)
    try output.passRest()
    // The status of ssh's own errors, which it has printed.
    guard end != .exited(255) else { throw disconnected }
    end?.endProgram()
    exit(ExitStatus.unexpected.rawValue)
  }

  private static func fault(_ file: InputFile, _ sentence: String) -> ProgramError {
    ProgramError(.usage, name: "Input", "\(file.name): \(sentence)")
  }

  private func start(
    _ words: [String], reading input: String?
  ) throws(ProgramError) -> (pid_t, RemoteOutput) {
    let start = ProcessStart(ProcessStart.ourProgram, words)
    if let input {
      let file = open(input, O_RDONLY | O_CLOEXEC | O_NOCTTY)
      guard file >= 0 else {
        throw Self.fault(InputFile(path: input), FileError.system(errno).sentence)
      }
      start.pass(file, as: STDIN_FILENO)
    }
    do throws(SystemError) {
      let output = try RemoteOutput()
      defer { output.closeWriters() }
      start.pass(output.results.writer, as: STDOUT_FILENO)
      start.pass(output.messages.writer, as: STDERR_FILENO)
      return (try start.start(), output)
    } catch {
      throw ProgramError(
        .unexpected, name: "Unexpected", english("ssh could not be started: \(error.reason)."))
    }
  }

  private var disconnected: ProgramError {
    ProgramError(
      .notAvailable, name: "Disconnected",
      english(
        "\(host.name) cannot be reached over ssh, or the connection to it was lost. Find out why "
          + "with “ssh \(host.name) memorize doctor”."))
  }
}

extension String {
  /// As one word for any shell.
  fileprivate var quotedForShell: String { "'" + replacing("'", with: #"'\''"#) + "'" }
}
