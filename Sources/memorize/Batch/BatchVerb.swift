import ArgumentParser

/// The verb `batch`, for short `-`.
struct BatchVerb: Verb, Request {
  static let configuration = CommandConfiguration(
    commandName: "batch",
    abstract: "Does verbs from standard input, a line each; “memorize -” for short.",
    discussion: """
      A line is a verb and what follows it, in the quotes of a shell: flip 0 5. A # begins a \
      comment, and blank lines are skipped. All verbs share one connection to the bus; options of \
      this command hold for all lines, and a line may have its own.

      It stops at the first line that fails, with what that line ends with. With --keep-going it \
      goes on, and ends with what the first of them ended with. watch, play, practice play and \
      replay are not for batches; wait is.
      """)

  @Flag(name: .customLong("keep-going"), help: "Go on after a line that fails.")
  var keepsGoing = false

  @OptionGroup var board: BoardOptions
  @OptionGroup var common: CommonOptions
  var boardOptions: BoardOptions? { board }

  /// Those that end only when somebody ends them, or ask for a terminal, or read the same lines.
  private static let refused: Set = ["watch", "play", "practice play", "replay", "batch"]

  func perform(_ options: Options) throws {
    var lines = InputLines()
    var number = 0
    var failure: ExitStatus?
    while let line = try next(of: &lines) {
      number += 1
      do {
        try perform(line, options)
      } catch let status as ExitStatus {
        // Nobody reads what comes any more.
        guard status != .done else { throw status }
        let end = keepsGoing ? "." : ". Nothing after it was done."
        Output.messages.tell("memorize: That was line \(number) of the batch" + quote(line) + end)
        failure = failure ?? status
        if !keepsGoing { break }
      }
    }
    if let failure { throw failure }
  }

  private func next(of lines: inout InputLines) throws(ProgramError) -> InputLines.Line? {
    do throws(InputLines.Unreadable) {
      return try lines.next()
    } catch {
      throw ProgramError(.unexpected, name: "Input", error.message)
    }
  }

  /// A line as a message names it; nobody wants to read all of a long one.
  private func quote(_ line: InputLines.Line) -> String {
    guard case .whole(let text) = line else { return "" }
    let start = text.prefix(200)
    return ", “\(String(start).harmless)\(start.endIndex < text.endIndex ? "…" : "")”"
  }

  /// Does what a line says.
  ///
  /// - Throws: the `ExitStatus` of a line that failed; `done` where the reader has gone.
  private func perform(_ line: InputLines.Line, _ options: Options) throws {
    var words: [String] = []
    do {
      guard case .whole(let line) = line else {
        throw ValidationError("A line has more than \(InputLines.longest) bytes.")
      }
      words = try Self.words(line)
      if words.isEmpty { return }
      for length in 1...2 {
        let verb = words.prefix(length).joined(separator: " ")
        guard Self.refused.contains(verb) else { continue }
        throw ValidationError("“\(verb)” is not for batches; run it by itself.")
      }
      if let invocation = QuickReader.invocation(words) {
        return try invocation.run(within: options)
      }
      try VerbCheck.check(words)
      var command = try Memorize.parseAsRoot(words)
      if let verb = command as? any Verb {
        if verb.readsStandardInput {
          throw ValidationError("Standard input is the batch: name a file instead of “-”.")
        }
        try verb.invocation.run(within: options)
      } else {
        try command.run()
      }
    } catch let status as ExitStatus {
      throw status
    } catch {
      let asksForJSON = words.prefix { $0 != "--" }.contains("--json")
      let report = UsageReport(error: error, printsJSON: asksForJSON || options.form == .json)
      let status = report.tell()
      guard status == .done else { throw status }
    }
  }

  private static func words(_ line: String) throws -> [String] {
    do throws(ShellWords.Fault) {
      return ArgumentOrder.verbFirst(try ShellWords.split(line))
    } catch {
      throw ValidationError(error.message)
    }
  }
}
