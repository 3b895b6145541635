import Foundation
import TestSupport
import Testing

/// A session: commands, each with what it prints and its exit code.
///
///     What is said about them.
///
///     $ memorize conceal --plain
///     ! memorize: There is no mismatch to turn face down.
///     [exit 5]
///
/// “! ” begins a line of stderr.
struct Transcript {
  struct Step: Equatable {
    /// What stands between the last step and this one.
    let remark: String
    let command: String
    let lines: String
    let code: Int32

    /// Whether each call asks for lines that are a contract.
    var isForScripts: Bool {
      let calls = command.matches(of: /\bmemorize [a-z]/).count
      // The words of a bar are for people, those of a template are not.
      return command.matches(of: /--(plain|json|format '?\{)/).count >= calls
    }

    /// Without what it prints on stderr, which people read.
    var output: [Substring] { lines.split(separator: "\n").filter { !$0.hasPrefix("! ") } }

    var text: String { "$ \(command)\n\(lines)[exit \(code)]\n" }
  }

  let name: String
  let steps: [Step]

  private static let directory = SourceTree.root.appendingPathComponent("Tests/FrozenLines")

  static func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
  }

  static func file(_ name: String) -> URL { directory.appendingPathComponent(name) }

  init(name: String, steps: [Step]) {
    self.name = name
    self.steps = steps
  }

  init(named name: String) throws {
    let text = try String(contentsOf: Self.file(name), encoding: .utf8)
    var steps: [Step] = []
    var (remark, lines, command) = ("", "", String?.none)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      if let begun = command, let code = line.wholeMatch(of: /\[exit (\d+)\]/) {
        steps.append(
          Step(remark: remark, command: begun, lines: lines, code: Int32(code.output.1) ?? 0))
        (remark, lines, command) = ("", "", nil)
      } else if command != nil {
        lines += line + "\n"
      } else if line.hasPrefix("$ ") {
        command = String(line.dropFirst(2))
      } else {
        remark += line + "\n"
      }
    }
    self.init(name: name, steps: steps)
    try #require(self.text == text, "\(name) is no session.")
  }

  /// What the programs print now, with more variables than those of a desk.
  ///
  /// `afterEach` is called for each command once it has ended.
  func run(
    with variables: [String: String] = [:], afterEach: (Step) throws -> Void = { _ in }
  ) throws -> Transcript {
    let day = Int(Date.now.timeIntervalSince1970) / 86400
    let session = try TranscriptSession(with: variables)
    let steps = try steps.map { step in
      let printed = try session.run(step)
      try afterEach(step)
      return printed
    }
    try JSONSchema.validate(session.printedJSON)
    // The daily game and streaks of a session are those of one day.
    let isOneDay = Int(Date.now.timeIntervalSince1970) / 86400 == day
    return isOneDay
      ? Transcript(name: name, steps: steps) : try run(with: variables, afterEach: afterEach)
  }

  var text: String { steps.map { $0.remark + $0.text }.joined() }
}

/// A desk on which lines of bash run one after the other, in a directory of their own.
final class TranscriptSession {
  private let desk: Desk

  /// `memorize` keeps the JSON that it prints; `following VERB COMMAND` prints the lines of a verb that follows, from before a command runs
  /// to the end of the verb.
  private static let preamble = """
    set -o pipefail
    memorize() {
      [[ " $* " == *" --json "* ]] || { command memorize "$@"; return; }
      local code=0 one line
      one=$(command memorize "$@") || code=$?
      while IFS= read -r line; do
        printf '%s\\t%s\\n' "$*" "$line" >>"$HOME/printed"
        printf '%s\\n' "$line"
      done <<<"$one"
      return "$code"
    }
    following() {
      coproc eval "timeout 60 memorize $1"
      local pid=$COPROC_PID output line
      exec {output}<&"${COPROC[0]}"
      read -r line <&"$output" && printf '%s\\n' "$line"
      "${@:2}" >/dev/null
      cat <&"$output"
      wait "$pid"
    }
    cd "$HOME"

    """

  private let variables: [String: String]

  /// `variables` are set besides those of a desk.
  init(with variables: [String: String]) throws {
    self.variables = variables
    desk = try Desk()
  }

  func run(_ step: Transcript.Step) throws -> Transcript.Step {
    if step.command == "win" {
      try Person(desk).win()
      return Transcript.Step(remark: step.remark, command: step.command, lines: "", code: 0)
    }
    let outcome = try desk.shell(
      Self.preamble + step.command,
      with: ["HOME": desk.bus.files.root, "LC_ALL": "C.UTF-8", "TZ": "UTC", "USER": "ada"]
        .merging(variables) { $1 })
    let errors = outcome.errors.split(separator: "\n").map { "! \($0)\n" }
    let lines = outcome.output.isEmpty ? "" : outcome.output + "\n"
    return Transcript.Step(
      remark: step.remark, command: step.command, lines: steady(lines + errors.joined()),
      code: outcome.code)
  }

  /// Each line of JSON with the arguments of the command line that printed it.
  var printedJSON: [(verb: String, json: String)] {
    get throws {
      guard let printed = try? desk.bus.files.text("printed") else { return [] }
      return printed.split(separator: "\n").compactMap { line in
        let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
        return parts.count == 2 ? (parts[0], parts[1]) : nil
      }
    }
  }

  /// “…” in place of what differs from run to run: times, numbers of cards, versions, and the order
  /// of choices.
  private func steady(_ text: String) -> String {
    text
      .replacing(desk.bus.files.root, with: "/home/ada")
      .replacing(/\b20\d\d-\d\d-\d\d([ T]\d\d:\d\d(:\d\d(\.\d+)?)?Z?)?/, with: "…")
      .replacing(/\b\d+\.\d+\.\d+(-dev)?\b/, with: "…")
      .replacing(/"(seconds|took)":[\d.e-]+/) { "\"\($0.output.1)\":…" }
      .replacing(/\t(\d+\.\d{3}|\d{16}\t\d+$)\b/.anchorsMatchLineEndings(), with: "\t…")
      .replacing(/\b\d{16}\b/, with: "…")
      .replacing(/"ids":\[\d+(,\d+)+\]/, with: #""ids":[…]"#)
      .replacing(/replaced-\w+/, with: "replaced-…")
      .replacing(/\bside-[abc]\b/, with: "side-…")
  }
}
