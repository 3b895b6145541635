import ArgumentParser
import DBus
import MemorizeBus

/// The verb `profile forget`.
struct ProfileForgetVerb: Verb, Request {
  static let configuration = CommandConfiguration(
    commandName: "forget", abstract: "Forgets who practises.",
    discussion: "Nothing of what is forgotten stays on the disk, and nothing brings it back.")

  @Flag(help: "Forget all reviews too: every card is new again.")
  var reviews = false

  @OptionGroup var common: CommonOptions

  func perform(_ settings: Settings) throws {
    let connection = try ServiceConnection(settings)
    try connection.wait {
      $0.call(ProfileContract.forget, of: ProfileContract.interface, reviews, completion: $1)
    }
    guard !settings.isQuiet else { return }
    switch settings.form {
    case .json: try connection.profile().tell(settings)
    case .plain, .text:
      try Output.results.write(reviews ? "forgotten: name and reviews\n" : "forgotten: name\n")
    }
  }
}
