/// What a command line asks for, whoever has read it.
protocol Request {
  /// Does it.
  ///
  /// - Parameter options: the options for all verbs.
  /// - Throws: `ProgramError`, `Output.Failure`, or an `ExitStatus` where all has been said.
  func perform(_ options: Options) throws
}
