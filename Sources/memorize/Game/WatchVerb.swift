import ArgumentParser
import Screens

struct WatchVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Follow the game: print a line for each change.",
    discussion: """
      The first line is the state. “offline” means that the service is not running; when it is \
      back, the state is printed again. watch exits when its reader does.
      """)
  static let examples = ["memorize watch", "memorize watch --format polybar --coalesce 200"]

  @OptionGroup var watch: WatchOptions
  @OptionGroup var format: FormatOption<GamePlaceholder>
  @OptionGroup var common: CommonOptions

  func validate() throws { try format.check(common) }

  func perform(_ options: Options) throws {
    try watch.perform(
      printing: GameLines(style: .init(options.form, format.format)),
      by: format.format?.asksForDue == true ? DueWatcher.self : Watcher.self, options)
  }
}
