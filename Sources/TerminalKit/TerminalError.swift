/// Why a program cannot have its terminal, in a full sentence.
package enum TerminalError: Error {
  /// Its kind is unknown, or lacks what a screen needs; the sentence says what to do.
  case incompleteReply(String)
  /// The system refused something that usually works.
  case system(String)
}
