import Foundation
import TestSupport
import Testing

/// What the README tells people to type works as it stands there.
@Suite struct ReadmeTests {
  @Test func shellAndPythonExamplesRun() throws {
    let session = try ReadmeSession()
    let examples = try Readme.blocks().filter { ["sh", "python"].contains($0.language) }
    #expect(examples.count > 5)
    for example in examples {
      let outcome = try session.run(example)
      #expect(
        outcome.code == 0, "\(example.text)\n---\n\(outcome.output)\n\(outcome.errors)")
    }
  }

  /// The files of samples hold what the README shows, and their commands are understood.
  @Test func samplesAreThere() throws {
    let directory = SourceTree.root.appendingPathComponent("share/samples")
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
    let files = try names.map { try SourceTree.text("share/samples/" + $0) }
    let texts = files.map { Self.withoutIndents($0) }
    for block in try Readme.blocks()
    where block.language == "conf" || block.text.contains("gsettings set") {
      let text = Self.withoutIndents(block.text)
      #expect(texts.contains { $0.contains(text) }, "\(block.text)")
    }
    let session = try ReadmeSession()
    for (name, text) in zip(names, files) {
      if name.hasSuffix(".sh") {
        let outcome = try session.run(Readme.Block(language: "sh", text: text))
        #expect(outcome.code == 0, "\(name): \(outcome.errors)")
        continue
      }
      let commands = Set(Readme.Block(language: "conf", text: text).ownCommands).sorted()
      #expect(!commands.isEmpty, "\(name)")
      for command in commands {
        let outcome = try session.run(Readme.Block(language: "sh", text: command))
        // 5: the rules may refuse what a key asks for, as they do for a player.
        #expect([0, 5].contains(outcome.code), "\(name): \(command): \(outcome.errors)")
      }
    }
  }

  private static func withoutIndents(_ text: String) -> String {
    text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
  }

  @Test func makeAndContinuousIntegrationKnowItsTargets() throws {
    let makefile = try SourceTree.text("Makefile")
    let integration = try SourceTree.text(".ci/run")
    let all = makefile.matches(of: /\$\(MAKE\) (.*)/).flatMap { $0.output.1.split(separator: " ") }
    #expect(integration.contains("make test-all\n"))
    let targets = Set(try Readme.blocks().flatMap(\.makeTargets))
    #expect(targets.isSuperset(of: ["run", "test"]))
    for target in targets {
      #expect(makefile.contains("\n\(target):"), "make \(target)")
      let isChecked = integration.contains("make \(target)\n") || all.contains(target[...])
      #expect(isChecked, ".ci/run and make test-all: make \(target)")
    }
  }
}

private enum Readme {
  struct Block {
    let language: String
    let text: String

    /// Our command lines within a sample for another program.
    var ownCommands: [String] {
      text.matches(of: /memorize (new|flip|conceal|board|status|watch|wait|theme)( [a-z0-9-]+)*/)
        .map { String($0.output.0) }
    }

    var makeTargets: [String] {
      guard language == "console" else { return [] }
      return text.matches(of: /(?m)^\$ make ([a-z-]+)/).map { String($0.output.1) }
    }
  }

  static func blocks() throws -> [Block] {
    try SourceTree.text("README.md").matches(of: /(?ms)^```([a-z]+)\n(.*?)^```$/)
      .map { Block(language: String($0.output.1), text: String($0.output.2)) }
  }
}

/// A session that runs examples one after the other, with a daemon started by the first call.
private struct ReadmeSession {
  private let bus: PrivateBus

  /// What follows something without end is given a second; of a desktop's settings the commands
  /// that they bind are run; the rest is what it is.
  private static let preamble = """
    set -euo pipefail
    shorten() { timeout 1 "$@" || [[ $? == 124 ]]; }
    call() { if [[ " $* " == *" monitor "* || " $* " == *" watch "* ]]; then shorten "$@"; else command "$@"; fi; }
    busctl() { call busctl "$@"; }
    gdbus() { call gdbus "$@"; }
    memorize() { call memorize "$@"; }
    gsettings() { if [[ $3 == command ]]; then eval "$4" || (($? == 5)); fi; }
    kwriteconfig6() { [[ $* == *"--key _launch "* ]]; }

    """

  init() throws {
    bus = try PrivateBus(activates: true)
  }

  func run(_ example: Readme.Block) throws -> Outcome {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let environment = bus.environment.merging([
      "HOME": bus.files.root, "PATH": "\(Programs.directory):\(path)", "LC_ALL": "C.UTF-8",
    ]) { $1 }
    switch example.language {
    case "python":
      return try Outcome("/usr/bin/python3", ["-c", example.text], environment: environment)
    default:
      let text = "cd '\(SourceTree.root.path)'\n" + Self.preamble + example.text
      return try Outcome("/bin/bash", ["-c", text], environment: environment)
    }
  }
}
