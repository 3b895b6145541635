import ArgumentParser
import EventLoop
import MemorizeBus
import MemoryGame
import PlainText
import Screens
import TerminalKit
import Translation
import UserFiles

/// Candidates for the last word of a command line, for shell completion.
///
/// Verbs, options and fixed values come from the declarations. Only the service knows the rest; it
/// is never started for that, and if it does not answer, those candidates are missing.
struct Completion {
  /// Only the shells' completion scripts use it.
  static let verb = "__complete"

  private typealias Candidate = (text: String, about: String)

  private var verb: any ParsableCommand.Type = Memorize.self
  private var path: [String] = []
  /// The positional arguments after the verb.
  private var arguments: [String] = []
  private var given: Set<String> = []
  /// Whether “--” has been read: only positional arguments follow.
  private var endsOptions = false
  /// The option whose value comes next.
  private var pending: DeclaredArgument?
  private var declared: [DeclaredArgument] = []
  /// The value of `--host`, if it is valid.
  private var host: RemoteHost?
  private let last: String

  /// The last of the words is to be completed.
  init(of words: [String]) throws {
    last = words.last ?? ""
    declared = try DeclaredArgument.all(of: verb)
    for word in RemoteHost.movingHostAfterVerb(words.dropLast()) { try parse(word) }
  }

  /// One candidate a line, its description after a tab.
  func print() throws {
    do {
      try Output.results.write(candidates.map { $0.text + "\t" + $0.about }.lines)
    } catch {
      throw ExitStatus.unexpected
    }
  }

  private mutating func parse(_ word: String) throws {
    if let option = pending {
      if option.words == ["--host"] { host = try? RemoteHost(argument: word) }
      pending = nil
    } else if word == "--", !endsOptions {
      endsOptions = true
    } else if isOption(word) {
      let name = String(word.prefix { $0 != "=" })
      given.insert(name)
      if name == "--host" { host = try? RemoteHost(argument: String(word.dropFirst(7))) }
      pending = option(word)
    } else if let next = verbs.first(where: { $0.configuration.commandName == word }) {
      path.append(word)
      verb = next
      if path.first != "help" { declared = try DeclaredArgument.all(of: next) }
    } else if path.isEmpty, word == "help" {
      path.append(word)
    } else {
      arguments.append(word)
    }
  }

  private func isOption(_ word: String) -> Bool {
    !endsOptions && word.hasPrefix("-") && word != "-"
  }

  /// `--host` may stand before the verb, too.
  private func option(_ name: String) -> DeclaredArgument? {
    let beforeVerb = path.isEmpty && name == "--host" ? Self.common : []
    return (declared + beforeVerb).first { $0.kind == "option" && $0.words.contains(name) }
  }

  private static var common: [DeclaredArgument] {
    (try? DeclaredArgument.all(of: CommonOptions.self)) ?? []
  }

  private var verbs: [any ParsableCommand.Type] { verb.configuration.subcommands }

  private var candidates: [Candidate] {
    if let pending { return values(of: pending) }
    if let end = last.firstIndex(of: "="), last.hasPrefix("--"), !endsOptions {
      guard let option = option(String(last[..<end])) else { return [] }
      return values(of: option).map { (last[...end] + $0.text, $0.about) }
    }
    if last.hasPrefix("-"), !endsOptions {
      let options = declared.filter { $0.isRepeating || given.isDisjoint(with: $0.words) }
      let version = declared.contains { $0.words.contains("--version") }
      return options.flatMap { option in
        option.words.filter { $0.hasPrefix("--") }.map { ($0, option.about) }
      } + (version ? [] : [("--version", tr("Print the version"))])
    }
    guard verbs.isEmpty else {
      let known = verbs.map {
        ($0.configuration.commandName ?? "", HelpPage.shown($0.configuration.abstract))
      }
      return known + (verb == Memorize.self ? [("help", tr("Print the help of a verb"))] : [])
    }
    let places = declared.filter { $0.kind == "positional" }
    guard path.first != "help", let final = places.last else { return [] }
    if arguments.count < places.count { return values(of: places[arguments.count]) }
    return final.isRepeating ? values(of: final) : []
  }

  private func values(of argument: DeclaredArgument) -> [Candidate] {
    if argument.followsDashes, !endsOptions { return [("--", argument.about)] }
    if argument.takesFile { return [("", "files")] }
    if !argument.values.isEmpty { return argument.values.map { ($0, "") } }
    return (try? live(argument.valueName ?? "")) ?? []
  }

  /// Values that only the service knows; `name` is the argument's.
  private func live(_ name: String) throws -> [Candidate] {
    var options = Options()
    (options.timeout, options.startsService) = (.seconds(2), false)
    options.host = host ?? (try? Options.inherited())?.host
    options.host?.asksNothing = true
    switch name {
    case "card":
      // Only cards that can be turned up, and none twice.
      return try ServiceConnection(options).game().board
        .filter { $0.state == .down && !arguments.contains(String($0.number)) }
        .map { (String($0.number), "") }
    case "theme":
      let themes = try ServiceConnection(options).themes()
      return themes.filter { path != ["theme", "remove"] || !$0.isBuiltIn }.map {
        ($0.name, $0.icon)
      }
    case "deck" where path == ["deck", "add"]:
      return try ServiceConnection(options).ownDecks().map { ($0, "") }
    case "deck":
      return try ServiceConnection(options).decks().filter { !arguments.contains($0.name) }
        .map { ($0.name, Self.about($0)) }
    case "answer":
      let connection = try ServiceConnection(options)
      let question = try connection.questionText(of: connection.practice(), wantsChoices: false)
      return question.numbered.map { ($0.number, $0.text) }
    case "id" where path.first == "deck":
      let connection = try ServiceConnection(options)
      return try decks(over: connection) + cards(over: connection)
    case "id", "game":
      return try ServiceConnection(options).pastGames(20).filter { $0.phase != .playing }
        .map { (String($0.id), $0.theme) }
    case "name" where path == ["bot"]:
      return try ServiceConnection(options).game().players.map { ($0.name, "\($0.score)") }
    case "command": return (arguments.isEmpty ? Self.programs : []) + [("", "files")]
    case "value":
      return (UserSettings.fields.first { $0.name == arguments.last }?.choices ?? []).map {
        ($0, "")
      }
    default: return []
    }
  }

  /// The decks that a verb takes beside cards.
  private func decks(over connection: ServiceConnection) throws -> [Candidate] {
    guard ["suspend", "resume"].contains(path.last) else { return [] }
    return try connection.decks().filter {
      $0.isSuspended == (path.last == "resume") && !arguments.contains($0.name)
    }.map { ($0.name, Self.about($0)) }
  }

  private static func about(_ deck: DeckSummary) -> String {
    // Translators: how many cards of a deck are due.
    tr(deck.due, "1 due", "{n} due")
  }

  /// The cards that a verb takes, with their sides.
  private func cards(over connection: ServiceConnection) throws -> [Candidate] {
    let changesTexts = ["edit", "remove"].contains(path.last)
    let decks = try changesTexts ? connection.ownDecks() : connection.decks().map(\.name)
    let cards = try connection.cards(of: decks, until: { $0.count >= Self.mostCards })
    return cards.filter {
      (changesTexts || $0.isSuspended == (path.last == "resume"))
        && !arguments.contains(String($0.id))
    }.map { (String($0.id), "\($0.front) = \($0.back)".harmless) }
  }

  /// The commands in `PATH`.
  private static var programs: [Candidate] {
    let directories = (environment("PATH") ?? "").split(separator: ":")
    let names = directories.flatMap { (try? UserFile.names(in: String($0)).names) ?? [] }
    return Set(names).sorted().map { ($0, "") }
  }

  /// About as many as anyone would look through.
  private static let mostCards = 500
}
