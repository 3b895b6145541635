import ArgumentParser
import DBus
import EventLoop
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
    let connection = try ServiceConnection(following: options)
    let printer = watch.printer(
      of: GameLines(.init(options.form, format.format)), on: connection.bus.loop)
    let asksForDue = format.format?.asksForDue == true
    let watcher =
      asksForDue
      ? DueWatcher(connection, printer, starts: watch.start)
      : Watcher(connection, printer, starts: watch.start)
    guard try watcher.run(for: options.timeout) != .timeOver else { throw ExitStatus.timedOut }
  }
}
