/// How a question is answered.
package enum PracticeMode: String, Hashable, Sendable, CaseIterable {
  /// One of up to three answers is chosen.
  case choices
  /// The answer is typed.
  case typed
  /// The answer is revealed, and the person says how well it was remembered.
  case recall
}
