/// The version of the rules that deals, scores and the daily deal depend on.
package enum RulesVersion {
  /// The version that new games are dealt by.
  package static let current = 1
}
