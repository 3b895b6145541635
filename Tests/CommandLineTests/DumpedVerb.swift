import Foundation
import TestSupport
import Testing

/// A verb and its arguments from ArgumentParser's own dump.
struct DumpedVerb {
  /// `theme list`; empty for the root.
  let name: String
  /// The long options, as `--theme`, with the names of their values.
  ///
  /// That is `theme`, or `classic | timed`; empty for a flag.
  let values: [String: String]
  /// The names of the other arguments: `card ...` may be repeated.
  let places: [String]
  let verbs: [String]

  var options: Set<String> { Set(values.keys) }

  /// All verbs, the root first.
  static func all() throws -> [DumpedVerb] {
    let dump = try Outcome(Programs.memorize, ["--experimental-dump-help"])
    #expect(dump.code == 0)
    return flattened(dump.json.object("command"), path: [])
  }

  private static func flattened(_ command: [String: Any], path: [String]) -> [DumpedVerb] {
    var values: [String: String] = [:]
    var places: [String] = []
    for argument in command.objects("arguments") {
      // A hidden one is for the programs themselves, but --help of “help”, which is nothing else.
      let name = argument.objects("names").last?.text("name")
      guard argument["shouldDisplay"] as? Bool == true || name == "help" else { continue }
      let called = argument.text("valueName") ?? ""
      if argument.text("kind") == "positional" {
        places.append(called + (argument["isRepeating"] as? Bool == true ? " ..." : ""))
      }
      let fixed = argument["allValues"] as? [String]
      for name in argument.objects("names") where name.text("kind") == "long" {
        values["--" + (name.text("name") ?? "")] =
          argument.text("kind") == "flag" ? "" : fixed?.joined(separator: " | ") ?? called
      }
    }
    let below = command.objects("subcommands")
    let verb = DumpedVerb(
      name: path.joined(separator: " "), values: values, places: places,
      verbs: below.compactMap { $0.text("commandName") })
    return [verb] + below.flatMap { flattened($0, path: path + [$0.text("commandName") ?? ""]) }
  }
}

/// A service program, whose options its help lists.
enum ServiceProgram: String, CaseIterable {
  case memorized
  case notify = "memorize-notify"
  case connect = "memorize-connect"

  var path: String {
    switch self {
    case .memorized: Programs.memorized
    case .notify: Programs.notify
    case .connect: Programs.connect
    }
  }

  /// The file of its manual page.
  var page: String { rawValue + (self == .memorized ? ".8" : ".1") }

  func options() throws -> Set<String> {
    let help = try Outcome(path, ["--help"])
    #expect(help.code == 0)
    return Set(help.output.matches(of: /(?m)^  (--[a-z-]+)/).map { String($0.output.1) })
  }
}
