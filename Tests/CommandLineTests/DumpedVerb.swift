import Foundation
import TestSupport
import Testing

/// A verb and its options as ArgumentParser itself tells them, which is the one truth about them.
struct DumpedVerb {
  /// `theme list`; empty for what stands without a verb.
  let name: String
  /// The long ones, as `--theme`.
  let options: Set<String>
  /// The verbs below it.
  let verbs: [String]

  /// All verbs, the root first.
  static func all() throws -> [DumpedVerb] {
    let dump = try Outcome(Programs.memorize, ["--experimental-dump-help"])
    #expect(dump.code == 0)
    return flattened(dump.json.object("command"), path: [])
  }

  private static func flattened(_ command: [String: Any], path: [String]) -> [DumpedVerb] {
    let names = command.objects("arguments").flatMap { $0.objects("names") }
    let long = names.filter { $0.text("kind") == "long" }.compactMap { $0.text("name") }
    let below = command.objects("subcommands")
    let verb = DumpedVerb(
      name: path.joined(separator: " "), options: Set(long.map { "--" + $0 }),
      verbs: below.compactMap { $0.text("commandName") })
    return [verb] + below.flatMap { flattened($0, path: path + [$0.text("commandName") ?? ""]) }
  }
}

/// One of the programs that stay in memory, whose options its help lists.
enum ServiceProgram: String, CaseIterable {
  case memorized
  case notify = "memorize-notify"

  var path: String { self == .memorized ? Programs.memorized : Programs.notify }

  /// The options of its help.
  func options() throws -> Set<String> {
    let help = try Outcome(path, ["--help"])
    #expect(help.code == 0)
    return Set(help.output.matches(of: /(?m)^  (--[a-z-]+)/).map { String($0.output.1) })
  }
}
