import ArgumentParser
import DBus
import MemorizeBus

/// The verb `profile register`.
struct ProfileRegisterVerb: Verb, Request {
  static let configuration = CommandConfiguration(
    commandName: "register", abstract: "Says who practises.",
    discussion: "The name has 3 characters at least.")

  @ArgumentParser.Argument(help: "The name, in quotes where it has spaces.")
  var name: String

  @Flag(help: "Keep the name when the service ends.")
  var remember = false

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    try connection.wait {
      $0.call(
        ProfileContract.register, of: ProfileContract.interface, name, remember, completion: $1)
    }
    guard !options.isQuiet else { return }
    try connection.profile().tell(options)
  }
}
