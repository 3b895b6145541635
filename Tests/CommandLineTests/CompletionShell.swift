import Foundation
import TestSupport

/// A shell that completes command lines with our scripts, as if Tab were pressed.
enum CompletionShell: String, CaseIterable {
  case bash, zsh, fish

  static var directory: String { SourceTree.root.path + "/share/completions" }

  /// For each command line the possible last words, without quotes; all in one run of the shell,
  /// which keeps its files in the desk's directory.
  func complete(
    _ lines: [String], _ desk: Desk, programs: String = Programs.directory,
    with more: [String: String] = [:]
  ) throws -> [[String]] {
    let home = desk.bus.files.root
    let own = [
      "HOME": home, "ZDOTDIR": home, "TERM": "xterm", "LC_ALL": "C.UTF-8",
      "PATH": programs + ":/usr/local/bin:/usr/bin:/bin", "FILES": Self.directory,
      "LINES_TYPED": lines.joined(separator: "\n"), "RESULT": home + "/completed",
    ]
    let environment = desk.environment.merging(more) { $1 }.merging(own) { $1 }
    let outcome: Outcome
    switch self {
    case .bash:
      outcome = try Outcome("/bin/bash", ["-c", Self.bashScript], environment: environment)
    case .fish:
      outcome = try Outcome(
        "fish", ["--no-config", "-c", Self.fishScript], environment: environment)
    case .zsh:
      // Its completion works only on a terminal.
      try Self.zshScript.write(toFile: home + "/.zshrc", atomically: true, encoding: .utf8)
      try "".write(toFile: home + "/completed", atomically: true, encoding: .utf8)
      _ = try Outcome(
        "timeout", ["900", "script", "-qec", "zsh -d -i", "/dev/null"], environment: environment)
      outcome = try Outcome("cat", [home + "/completed"])
    }
    // Scripts are silent even if something is wrong.
    guard outcome.errors.isEmpty else { throw CompletionFailure(text: outcome.errors) }
    let answers = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
    guard answers.count == lines.count else { throw CompletionFailure(text: outcome.output) }
    return answers.map { $0.split(separator: "\u{1F}").map(Self.word) }
  }

  /// Some shells complete --option=value as one word, and some put the = there too.
  static func word(_ answer: Substring) -> String {
    guard let match = answer.wholeMatch(of: /(--[a-z-]+)=(.*)/) else { return String(answer) }
    return String(match.output.2.isEmpty ? match.output.1 : match.output.2)
  }

  /// Bash hands a function the words of the line; what it answers is quoted as the line needs it.
  private static let bashScript = #"""
    . "$FILES/memorize.bash"
    while IFS= read -r line; do
        IFS=' ' read -r -a COMP_WORDS <<<"$(sed 's/[=@]/ & /g' <<<"$line")"
        [[ $line == *' ' || $line == *= ]] && COMP_WORDS+=('')
        COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        spec=$(complete -p "${COMP_WORDS[0]}")
        [[ $spec =~ -F\ ([^ ]+) ]]
        "${BASH_REMATCH[1]}" "${COMP_WORDS[0]}" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        eval "words=(${COMPREPLY[*]})"
        (IFS=$'\x1f'; echo "${words[*]}")
    done <<<"$LINES_TYPED"
    """#

  private static let fishScript = #"""
    set fish_complete_path $FILES
    for line in (string split \n -- $LINES_TYPED)
        set -l words (complete -C $line | string split -f 1 \t)
        printf '%s\n' (string join \x1f -- $words)
    end
    """#

  /// Puts all matches into the line, as the completer _all_matches does, without a key being typed.
  private static let zshScript = #"""
    PROMPT= fpath=($FILES $fpath)
    autoload -Uz compinit && compinit -D -u
    queue=("${(@f)LINES_TYPED}")
    all-matches() { _main_complete; compstate[insert]=all compstate[list]= }
    zle -C all-matches complete-word all-matches
    zle-line-init() {
      (( $#queue )) || exit
      local typed=$queue[1]
      shift queue
      BUFFER=$typed CURSOR=$#BUFFER
      zle all-matches
      local -a before=(${(z)typed}) after=(${(Q)${(z)BUFFER}})
      [[ $typed == *' ' ]] || shift -p before
      [[ $BUFFER != $typed ]] || after=()
      print -r -- ${(pj:\x1f:)after[$#before+1,-1]} >>$RESULT
      BUFFER=
      zle accept-line
    }
    zle -N zle-line-init
    """#
}

/// A message of a shell that should have been silent.
struct CompletionFailure: Error {
  let text: String
}
