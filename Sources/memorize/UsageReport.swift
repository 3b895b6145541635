import ArgumentParser

/// What ArgumentParser has to say: help and version on stdout, faults on stderr.
struct UsageReport {
  /// What was thrown.
  let error: any Error
  /// Whether a fault is told as JSON too.
  let printsJSON: Bool

  /// Prints it.
  ///
  /// - Returns: what the program ends with.
  func tell() -> ExitStatus {
    let text = Memorize.fullMessage(for: error)
    guard !Memorize.exitCode(for: error).isSuccess else {
      do throws(Output.Failure) {
        try Output.results.write(text + "\n")
        return .done
      } catch {
        return error.told
      }
    }
    if printsJSON {
      let fault = ProgramError(.usage, name: "Usage", Memorize.message(for: error))
      try? Output.results.write(fault.json.text + "\n")
    }
    Output.messages.tell(text)
    return .usage
  }
}
