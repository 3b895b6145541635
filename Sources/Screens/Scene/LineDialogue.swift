import DBus
import EventLoop
import Glibc
import MemorizeBus
import PlainText
import TerminalKit

/// A dialogue of lines for screen readers and pipes: commands, and everything that happens.
final class LineDialogue {
  private let connection: ServiceConnection
  private let loop: Loop
  private let input: LineInput
  private let help: [String]
  private var perform: ([String]) -> Bool = { _ in false }
  private var hasBegun = false
  private var end: Result<Void, any Error>?

  /// `help` has a line for each command; if the bus is lost the dialogue ends with `error`.
  init(_ connection: ServiceConnection, help: [String], lost error: ProgramError) {
    self.connection = connection
    self.help = help
    loop = connection.bus.loop
    input = LineInput(loop)
    connection.bus.onDisconnect = { [weak self] _ in self?.end = .failure(error) }
  }

  /// Performs each line, given as its words, until the input ends, nobody reads any more or the user
  /// leaves.
  ///
  /// `perform` returns false for an unknown line. The next line is read after the answer to one, so
  /// that answers keep their order.
  func run(_ perform: @escaping ([String]) -> Bool, begin: () -> Void) throws {
    self.perform = perform
    // Only to notice the end of stdout. A regular file and /dev/null cannot be watched.
    _ = try? loop.watch(STDOUT_FILENO, for: []) { [unowned self] _ in end = .success(()) }
    begin()
    loop.run { end != nil }
    try end?.get()
  }

  /// Writes what has happened, and reads the first line after the first news.
  func report<T>(
    _ news: Follower<T>.News, state: (T.Source.State) -> [String],
    transition: (T, T.Source.State) -> [String]
  ) {
    switch news {
    case .absent: say(["offline"])
    case .failure(let error):
      say(refusal: connection.explain(error, asksVersion: false, isRead: true))
    case .state(let new): say(state(new))
    case .transition(let change, let new): say(transition(change, new))
    case .update: return
    }
    guard !hasBegun else { return }
    hasBegun = true
    readNext()
  }

  func readNext() {
    input.next { [weak self] line in
      guard let self else { return }
      guard let line else { return end = .success(()) }
      handle(line)
    }
  }

  private func handle(_ line: String) {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    switch (words.first?.lowercased(), words.count) {
    case (nil, _): readNext()
    case ("help", 1), ("?", 1): answer(help)
    case ("quit", 1), ("q", 1): end = .success(())
    default: if !perform(words) { answer(["unknown: “\(line.harmless)”; try “help”"]) }
    }
  }

  func say(_ lines: [String]) {
    guard end == nil, !lines.isEmpty else { return }
    do {
      try Output.results.write(Output.results.wrapped(lines.lines))
    } catch {
      end = .failure(error)
    }
  }

  private func say(refusal error: ProgramError) {
    let card = error.card.map { "card \($0): " } ?? ""
    say(["refused: " + (card + error.message).harmless])
  }

  /// Writes lines, then reads the next one.
  func answer(_ lines: [String]) {
    say(lines)
    readNext()
  }

  /// Prints the reason of a refusal, if there is one, and reads the next line.
  func answer(_ refusal: ProgramError?) {
    if let refusal { say(refusal: refusal) }
    readNext()
  }
}

extension Options {
  /// Whether a verb that would take the screen becomes a dialogue of lines; throws if neither is
  /// possible.
  ///
  /// `noJSON` says what else programs can use.
  package func isDialogue(of verb: String, noJSON: String) throws(ProgramError) -> Bool {
    guard form != .json else { throw ProgramError.usage(noJSON) }
    let isPlain = form == .plain || Terminal.isDumb
    guard isPlain || (isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1) else {
      throw ProgramError.usage(
        english(
          "\(verb) needs a terminal for stdin and stdout; with pipes, use “\(verb) --plain”."))
    }
    return isPlain
  }
}
