import ArgumentParser
import Screens

extension RemoteHost {
  /// Moves `--host` from before the verb to behind it, where all options stand; help needs none.
  static func behindVerb(_ arguments: [String]) -> [String] {
    let host = arguments[..<end(ofHostAt: 0, in: arguments)]
    var words = arguments[host.endIndex...]
    guard !host.isEmpty, let first = words.first else { return arguments }
    if first == "help" { return Array(words) }
    var verb: any ParsableCommand.Type = Memorize.self
    var path: [String] = []
    while let next = verb.configuration.subcommands.first(where: {
      $0.configuration.commandName == words.first
    }) {
      verb = next
      path += words.prefix(1)
      words = words.dropFirst()
    }
    return path + host + words
  }
}
