import ArgumentParser

/// The verb `profile show`.
struct ProfileShowVerb: Verb, Request {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Prints who practises.",
    discussion: """
      With --plain the name, and “remembered” or “not remembered”, separated by a tab.
      """)

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    try ServiceConnection(options).profile().tell(options)
  }
}
