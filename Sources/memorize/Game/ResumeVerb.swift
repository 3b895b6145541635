import ArgumentParser
import MemorizeBus
import PlainText
import Screens

struct ResumeVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "resume", abstract: "Resume the game that was abandoned last.",
    discussion: """
      The game goes on as it was left, if no later game was won; a daily game that counts can be \
      resumed only on its day. The game in progress is abandoned, and the next resume takes it up \
      again. A game in which no card was turned up comes after all others. A resumed game never \
      counts as a best score, because “log” shows the cards of an abandoned one. If it is a game \
      against a bot, the bot plays again.
      """)
  static let examples = ["memorize resume", "memorize resume --json"]

  @OptionGroup var confirmed: YesOption
  @OptionGroup var board: BoardOptions
  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    let connection = try ServiceConnection(options)
    let before = try connection.game()
    if !confirmed.isGiven, before.isScoredDaily, !before.isOfToday {
      try before.abandonment(english("Resume the other game?")).ask(over: connection)
    }
    try connection.ask(GameContract.resume)
    let game = try connection.game()
    try Duel(game)?.startBot(over: connection)
    guard !options.isQuiet else { return }
    try game.printBeginning(instead: before, options.showing(board))
  }
}
