/// What a command line asks for, whoever has read it.
protocol Request {
  /// Does it.
  ///
  /// - Parameter settings: the options for all verbs.
  /// - Throws: `ProgramError`, `Output.Failure`, or an `ExitStatus` where all has been said.
  func perform(_ settings: Settings) throws
}
