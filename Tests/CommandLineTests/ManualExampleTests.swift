import Foundation
import TestSupport
import Testing

/// What the manual pages tell people to type works as it stands there.
@Suite(.timeLimit(.minutes(30))) struct ManualExampleTests {
  /// Each example runs in a session of its own, so that it needs no other one before it.
  @Test(arguments: ManualTests.pages) func theExamplesRun(page: String) throws {
    let examples = try ManualPage(page).examples.filter { $0.kind == .shell }
    #expect(examples.count > 1)
    for example in examples {
      // Those of memorized(8) start a service themselves.
      let desk = try Desk(runs: page != "memorized.8", activates: true)
      let outcome = try desk.shell(Self.preamble + example.text, with: desk.home)
      #expect(outcome.code == 0, "\(example.text)\n---\n\(outcome.output)\n\(outcome.errors)")
      // jq prints it for a key that does not exist.
      #expect(!outcome.output.contains("null"), "\(example.text)")
      #expect(desk.misused == "", "\(example.text)")
    }
  }

  /// A command that follows something without end is given a second, and may find nothing then.
  private static let preamble = """
    set -euo pipefail
    cd "$HOME"
    shorten() { timeout 1 "$@" || [[ $? == 124 ]]; }
    busctl() { if [[ " $* " == *" monitor "* ]]; then shorten busctl "$@"; else command busctl "$@"; fi; }
    gdbus() { if [[ " $* " == *" monitor "* ]]; then shorten gdbus "$@"; else command gdbus "$@"; fi; }
    memorized() { shorten memorized "$@"; }
    memorize-notify() { shorten memorize-notify "$@"; }
    memorize() {
        local code=0
        limited "$@" || code=$?
        ((code != 2)) || echo "memorize $*" >>"$HOME/misused"
        return "$code"
    }
    limited() {
        case " $* " in
        *" watch "*) command memorize "$@" --timeout 1 || [[ $? == 4 ]] ;;
        *" wait "*) command memorize "$@" --timeout 1 ;;
        *) command memorize "$@" ;;
        esac
    }

    """

  /// What a reader types must be found in the page: these characters would be typeset.
  @Test(arguments: ManualTests.pages) func theExamplesCanBeCopied(page: String) throws {
    let manual = try ManualPage(page)
    for example in manual.examples {
      #expect(!example.source.contains { $0.contains(#/(^|[^\\])[-'`^~]/#) }, "\(example.source)")
    }
    let printed = try Outcome("groff", ["-mdoc", "-Tascii", "-P-cbou", manual.path]).output
      .split(separator: "\n")
    for example in manual.examples {
      for line in example.text.linesWithoutIndents {
        #expect(printed.contains { $0.hasSuffix(" " + line) && $0.count <= 80 }, "\(line)")
      }
    }
  }

  /// An example for a bar or a desktop is part of a sample; what it has started works.
  @Test func theSamplesInThePagesAreTheInstalledOnes() throws {
    let directory = SourceTree.root.appendingPathComponent("share/samples")
    var lines: Set<String> = []
    for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
      lines.formUnion(try SourceTree.text("share/samples/" + name).linesWithoutIndents)
    }
    let examples = try ManualTests.pages.flatMap { try ManualPage($0).examples }
      .filter { $0.kind == .sample }
    #expect(examples.count > 2)
    let desk = try Desk(runs: false, activates: true)
    try desk.deal()
    for example in examples {
      for line in example.text.linesWithoutIndents {
        #expect(lines.contains(line), "\(line)")
      }
      let commands = example.text.matches(of: #/memorize [a-z][a-z0-9 -]*/#).map {
        String($0.output)
      }
      #expect(!commands.isEmpty, "\(example.text)")
      for command in commands {
        let outcome = try desk.shell(Self.preamble + command, with: desk.home)
        // 5: the rules may refuse what a key asks for. A click opens a terminal for a game.
        let wantsTerminal =
          command.hasPrefix("memorize play") && outcome.errors.contains("play needs a terminal")
        #expect([0, 5].contains(outcome.code) || wantsTerminal, "\(command): \(outcome.errors)")
      }
    }
  }

  @Test func theSubscriberInPythonPrintsWhatHappens() throws {
    let programs = try ManualPage("org.memorized.Memorize1.5").examples.filter {
      $0.kind == .python
    }
    #expect(programs.count == 1)
    for program in programs {
      let desk = try Desk()
      let subscriber = try Child(
        "/usr/bin/python3", ["-c", program.text], environment: desk.environment)
      #expect(subscriber.output.next() == "State no-game")
      try desk.deal()
      try desk.memorize("flip", "0", "--quiet")
      #expect(subscriber.output.waits(for: "GameStarted"))
      #expect(subscriber.output.waits(for: "CardsChanged"))
    }
  }
}

extension String {
  fileprivate var linesWithoutIndents: [String] {
    split(separator: "\n").map { String($0.drop { $0 == " " }) }
  }
}

extension Desk {
  /// A home, in which files may be written.
  fileprivate var home: [String: String] { ["HOME": bus.files.root] }
}

extension ManualPage.Example {
  enum Kind {
    case shell, python, sample, session
  }

  /// Shell scripts begin with a program or a variable; test_notifications.py runs those that need a
  /// session with systemd.
  var kind: Kind {
    if text.contains(#/(?m)^(systemctl|journalctl|dunstctl) /#) { return .session }
    if text.hasPrefix("from ") || text.hasPrefix("import ") { return .python }
    let isScript = text.contains(
      #/^(memorized?|memorize-notify|busctl|gdbus|dbus-send|printf|while|case) |^[a-z]+=/#)
    return isScript ? .shell : .sample
  }
}
