import ArgumentParser

/// The verb `watch`.
struct WatchVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Follows the game, a line for each change.",
    discussion: """
      The first line is the state. “offline” stands for a service that is not there; the state \
      comes again when it is back. It ends when its reader does.
      """)

  @Flag(help: "Start the service where it is not there.")
  var start = false

  @OptionGroup var common: CommonOptions

  func perform(_ settings: Settings) throws {
    // Here --timeout is the whole duration; to connect there are 5 s, or less where that is less.
    let session = try Session(settings, limit: min(settings.timeout ?? .seconds(5), .seconds(5)))
    // Any call starts it; StartServiceByName would fail for one that was started by hand.
    if start { _ = try session.game() }
    let watcher = Watcher(session, settings)
    switch watcher.run(for: settings.timeout) {
    case .success: return
    case .failure(let error): throw error
    }
  }
}
