/// A request together with the options that came with it.
struct Invocation {
  /// What is asked for.
  let request: any Request
  /// The options for all verbs.
  let choices: Choices

  /// Does what is asked, and tells what failed: on stderr, and with `--json` on stdout too.
  ///
  /// - Parameter outer: what holds where the options say nothing; `MEMORIZE_OPTIONS` where there is
  ///   nothing outside.
  /// - Throws: the `ExitStatus` where there is no more to do than to end with it.
  func run(within outer: Options? = nil) throws {
    do {
      try request.perform(Options(choices, within: outer))
    } catch let error as ProgramError {
      let inherits = outer.map { choices.json || ($0.form == .json && !choices.plain) }
      if inherits ?? Options.printsJSON(json: choices.json, plain: choices.plain) {
        try? Output.results.write(error.json.text + "\n")
      }
      Output.messages.tell(error.line)
      throw error.status
    } catch let failure as Output.Failure {
      throw failure.told
    }
  }
}
