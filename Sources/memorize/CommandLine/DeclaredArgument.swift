import ArgumentParser
import FoundationEssentials

/// An argument of a verb, decoded from ArgumentParser's description.
struct DeclaredArgument: Decodable {
  /// `positional`, `option` or `flag`.
  let kind: String
  let isRepeating: Bool
  let isOptional: Bool
  let valueName: String?
  let abstract: String?
  let discussion: String?
  private let parsingStrategy: String?
  private let allValues: [String]?
  private let names: [Name]?
  private let completionKind: CompletionKind?
  private let shouldDisplay: Bool

  private struct Name: Decodable {
    let kind: String
    let name: String
  }

  private struct CompletionKind: Decodable {
    let list: Values?
    let file: Values?

    struct Values: Decodable {
      let values: [String]?
    }
  }

  private struct Dump: Decodable {
    let command: Command

    struct Command: Decodable {
      let arguments: [DeclaredArgument]?
    }
  }

  /// In the order of declaration, with `--help`.
  static func all(
    of verb: any ParsableArguments.Type, withHidden: Bool = false
  ) throws -> [DeclaredArgument] {
    let dump = try JSONDecoder().decode(Dump.self, from: Data(verb._dumpHelp().utf8))
    return (dump.command.arguments ?? []).filter { $0.shouldDisplay || withHidden }
  }

  var isPositional: Bool { kind == "positional" }

  var takesValue: Bool { kind == "option" }

  /// Whether it stands after “--”, so that it may look like an option.
  var followsDashes: Bool { parsingStrategy == "postTerminator" }

  /// As typed: `--quiet` and `-q`.
  var words: [String] {
    (names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name }
  }

  /// Empty if there is no fixed list.
  var values: [String] { completionKind?.list?.values ?? [] }

  var takesFile: Bool { completionKind?.file != nil }

  /// The first part of its help, short enough for a list.
  var about: String {
    String(HelpPage.shown(abstract ?? "").prefix { !";:.；：。".contains($0) })
  }

  /// For the help: `<card> …`, `-q, --quiet` and `--scoring classic|timed`.
  var label: String {
    let value = allValues?.joined(separator: "|") ?? "<\(valueName ?? "")>"
    if isPositional {
      return (allValues == nil ? value : "<\(valueName ?? "")>") + (isRepeating ? " …" : "")
    }
    let typed = words.sorted { $0.count < $1.count }.joined(separator: ", ")
    return takesValue ? "\(typed) \(value)" : typed
  }
}
