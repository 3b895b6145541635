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

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    try connection.wait {
      $0.call(ProfileContract.forget, of: ProfileContract.interface, reviews, completion: $1)
    }
    guard !options.isQuiet else { return }
    switch options.form {
    case .json: try connection.profile().tell(options)
    case .plain, .text:
      try Output.results.write(reviews ? "forgotten: name and reviews\n" : "forgotten: name\n")
    }
  }
}
