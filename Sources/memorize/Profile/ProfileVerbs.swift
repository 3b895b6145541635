import ArgumentParser
import MemorizeBus
import PlainText
import Screens
import TerminalKit
import Translation

extension Profile {
  func print(_ options: Options) throws {
    try options.print(json: ["profile": JSON(self)], plain: plain + "\n", text: text + "\n")
  }

  private var plain: String {
    guard isRegistered else { return "No profile yet. Create one: memorize profile register NAME" }
    return [name, isRemembered ? "remembered" : "not remembered"].tabbed
  }

  private var text: String {
    guard isRegistered else {
      return tr("No profile yet. Create one: memorize profile register NAME")
    }
    let text =
      isRemembered
      // Translators: {name} is the user's name, which is saved.
      ? tr("{name} (saved)", ["name": name])
      // Translators: {name} is the user's name, which is known until then.
      : tr("{name} (until the service exits)", ["name": name])
    return text.harmless
  }
}

struct ProfileVerb: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile", abstract: "Show, set or forget your name; a name is optional.",
    subcommands: [ProfileShowVerb.self, ProfileRegisterVerb.self, ProfileForgetVerb.self])
  static let examples = ["memorize profile register Ada", "memorize profile show"]
}

struct ProfileShowVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Print your name.",
    discussion: """
      With --plain, print the name, and “remembered” or “not remembered”, separated by a tab.
      """)
  static let examples = ["memorize profile show", "memorize profile show --json"]

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    try ServiceConnection(options).profile().print(options)
  }
}

struct ProfileRegisterVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "register", abstract: "Set your name.",
    discussion: "The name must have at least one visible character.")
  static let examples = [
    "memorize profile register Ada --remember", #"memorize profile register "Ada Lovelace""#,
  ]

  @Argument(help: "The name, in quotes if it has spaces.")
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
  static let examples = ["memorize profile forget", "memorize profile forget --reviews --yes"]

  @Flag(help: "Forget all reviews and the current session too, so that every card is new again.")
  var reviews = false

  @OptionGroup var confirmed: YesOption
  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    if reviews, !confirmed.isGiven {
      try Confirmation(
        loss: english("Every card becomes new again, and the reviews cannot be restored."),
        question: english("Forget all reviews?")
      ).ask(over: connection)
    }
    let hadName = try connection.profile().isRegistered
    try connection.ask(ProfileContract.forget, reviews)
    guard !options.isQuiet else { return }
    guard options.form != .json else { return try connection.profile().print(options) }
    try Output.results.write(
      options.form == .plain
        ? Self.plain(hadName: hadName, reviews) : Self.text(hadName: hadName, reviews) + "\n")
  }

  private static func plain(hadName: Bool, _ hadReviews: Bool) -> String {
    let forgotten = (hadName ? ["name"] : []) + (hadReviews ? ["reviews"] : [])
    if forgotten.isEmpty { return "no name to forget\n" }
    return "forgotten: \(forgotten.joined(separator: " and "))\n"
  }

  private static func text(hadName: Bool, _ hadReviews: Bool) -> String {
    switch (hadName, hadReviews) {
    case (false, false): tr("no name to forget")
    case (true, false): tr("forgotten: name")
    case (false, true): tr("forgotten: reviews")
    case (true, true): tr("forgotten: name and reviews")
    }
  }
}
