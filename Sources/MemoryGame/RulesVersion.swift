/// The version of the rules that deals, scores and the daily deal depend on.
public enum RulesVersion {
  /// The version that new games are dealt by.
  public static let current = 1
}
