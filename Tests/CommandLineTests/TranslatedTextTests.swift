import Foundation
import TestSupport
import Testing

/// The sessions of `Tests/FrozenLines` in a language in which each text for people is another.
@Suite(.timeLimit(.minutes(30))) struct TranslatedTextTests {
  /// Lines for scripts are the same, and no command that prints nothing else opens the catalogue: lists
  /// of decks and changes of cards did, for texts that nobody read.
  @Test(arguments: try Transcript.names()) func languagesChangeNothingForScripts(
    name: String
  ) throws {
    let language = try TestLanguage()
    defer { withExtendedLifetime(language) {} }
    let frozen = try Transcript(named: name)
    let opened = try Opened(language.path)
    let shown = try frozen.run(with: language.environment) { step in
      let isForScripts =
        step.isForScripts && !step.command.contains("following") && step.code == 0
        && !step.lines.contains("! ")
      let hasNews = opened.hasNews
      #expect(!isForScripts || !hasNews, "\(step.command) opens the catalogue.")
    }
    let pairs = zip(frozen.steps, shown.steps)
    #expect(pairs.allSatisfy { $0.code == $1.code })
    let forScripts = pairs.filter { $0.0.isForScripts }
    #expect(forScripts.count > frozen.steps.count / 2)
    for (before, now) in forScripts {
      #expect(before.output == now.output, "\(now.text)")
    }
    // Messages on stderr, and what a command without such an option prints, are for people.
    #expect(shown.steps.contains { $0.lines.contains("⟦") })
  }

  /// What the same commands print for people has no word of English: each word is a value, which is in
  /// the lines for scripts too, or typed, as a verb is.
  @Test(arguments: try Transcript.names()) func peopleReadNoEnglish(name: String) throws {
    let language = try TestLanguage()
    defer { withExtendedLifetime(language) {} }
    let frozen = try Transcript(named: name)
    var known = try Self.typedWords()
    for step in frozen.steps {
      known.formUnion((step.command + "\n" + step.output.joined(separator: "\n")).words)
    }
    // Some wait for what is left out here, or read JSON.
    let steps = frozen.steps.filter { !$0.command.contains(/wait|following|jq/) }.map {
      Transcript.Step(remark: "", command: $0.forPeople, lines: "", code: 0)
    }
    let shown = try Transcript(name: name, steps: steps).run(with: language.environment)
    for step in shown.steps where step.command != "win" {
      for line in step.lines.split(separator: "\n") {
        let left = String(line).outsideBrackets.words.subtracting(known)
        #expect(left.isEmpty, "\(left.sorted()) in “\(line)”, printed by \(step.command)")
      }
    }
  }

  @Test(arguments: [Programs.memorized, Programs.notify, Programs.connect])
  func helpOfServicesIsTranslated(program: String) throws {
    let language = try TestLanguage()
    let help = try Outcome(program, ["--help"], environment: language.environment)
    #expect(help.code == 0 && help.output.contains("⟦"))
    let name = program.split(separator: "/").last.map(String.init) ?? ""
    let known: Set<String> = Set([
      "memorize", "option", "port", "level", "log", "help", "version", "show", "flips", "questions",
      "tray", "play", "practice", "command", "replace", "idle", "exit", "seconds", "error",
      "warning", "notice", "info", "debug",
    ]).union(name.words)
    let left = help.output.outsideBrackets.words.subtracting(known)
    #expect(left.isEmpty, "\(left.sorted()) in \(help.output)")
    withExtendedLifetime(language) {}
  }

  /// Verbs, options and settings.
  private static func typedWords() throws -> Set<String> {
    var words: Set<String> = ["memorize"]
    for verb in try DumpedVerb.all() {
      words.formUnion(([verb.name] + verb.options + verb.values.values).flatMap(\.words))
    }
    return words
  }
}

extension Transcript.Step {
  /// The command without what asks for lines for scripts.
  fileprivate var forPeople: String {
    command.replacing(#/ --(plain|json|quiet)\b/#, with: "")
  }
}

extension String {
  /// What is not in ⟦…⟧.
  fileprivate var outsideBrackets: String {
    var (depth, result) = (0, "")
    for character in self {
      if character == "⟦" { depth += 1 }
      if depth == 0 { result.append(character) }
      if character == "⟧" { depth = max(depth - 1, 0) }
    }
    return result
  }

  fileprivate var words: Set<String> {
    Set(matches(of: /[A-Za-z][a-z]+/).map { $0.output.lowercased() })
  }
}
