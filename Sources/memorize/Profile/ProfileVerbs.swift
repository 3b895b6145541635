import ArgumentParser
import DBus
import MemorizeBus
import PlainText
import Screens
import TerminalKit

extension Profile {
  func print(_ options: Options) throws {
    let fields = [name.harmless, isRemembered ? "remembered" : "not remembered"]
    try options.print(
      json: ["profile": JSON(self)],
      plain: (isRegistered ? fields.joined(separator: "\t") : line.harmless) + "\n",
      text: line.harmless + "\n")
  }

  private var line: String {
    guard isRegistered else {
      return "No profile yet. Create one: memorize profile register NAME"
    }
    return name + (isRemembered ? " (saved)" : " (until the service exits)")
  }
}

struct ProfileVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile", abstract: "Show, set or forget your name; a name is optional.",
    subcommands: [ProfileShowVerb.self, ProfileRegisterVerb.self, ProfileForgetVerb.self])
}

struct ProfileShowVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print your name.",
    discussion: """
      With --plain, print the name, and “remembered” or “not remembered”, separated by a tab.
      """)

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    try ServiceConnection(options).profile().print(options)
  }
}

struct ProfileRegisterVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "register", abstract: "Set your name.",
    discussion: "The name must have at least one visible character.")

  @ArgumentParser.Argument(help: "The name, in quotes if it has spaces.")
  var name: String

  @Flag(help: "Save the name, so that it is still set after the service has exited.")
  var remember = false

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    try connection.ask(ProfileContract.register, name, remember)
    guard !options.isQuiet else { return }
    try connection.profile().print(options)
  }
}

struct ProfileForgetVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "forget", abstract: "Forget your name.",
    discussion: "This erases the data from the disk; it cannot be undone.")

  @Flag(
    help: "Forget all reviews and the current session too, so that every card is new again.")
  var reviews = false

  @Flag(help: "Forget the reviews without asking.")
  var yes = false

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    if reviews, !yes {
      try Confirmation(
        loss: "Every card becomes new again, and the reviews cannot be restored.",
        question: "Forget all reviews?", option: "--yes"
      ).ask(over: connection)
    }
    let hadName = try connection.profile().isRegistered
    try connection.ask(ProfileContract.forget, reviews)
    guard !options.isQuiet else { return }
    guard options.form != .json else { return try connection.profile().print(options) }
    let forgotten = (hadName ? ["name"] : []) + (reviews ? ["reviews"] : [])
    try Output.results.write(
      forgotten.isEmpty
        ? "no name to forget\n" : "forgotten: \(forgotten.joined(separator: " and "))\n")
  }
}
