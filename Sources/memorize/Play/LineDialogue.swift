import EventLoop
import Glibc

/// A dialogue of lines over stdin and stdout: what is typed, and what there is to say.
final class LineDialogue {
  private let loop: Loop
  private let input: LineInput
  private let perform: (String) -> Void
  private var hasBegun = false
  private var end: Result<Void, any Error>?

  /// Prepares it.
  ///
  /// - Parameters:
  ///   - loop: what tells of lines.
  ///   - perform: does what a line asks for; the next is read when that is done, so that answers keep
  ///     their order.
  init(_ loop: Loop, perform: @escaping (String) -> Void) {
    self.loop = loop
    self.perform = perform
    input = LineInput(loop)
  }

  /// Goes on until the input ends, nobody reads any more or it is ended.
  ///
  /// - Parameter begin: called at the start.
  /// - Returns: success then; else what ended it.
  func run(_ begin: () -> Void) -> Result<Void, any Error> {
    // Nothing is awaited of stdout but its end. A regular file and /dev/null cannot be watched.
    _ = try? loop.watch(STDOUT_FILENO, for: []) { [unowned self] _ in end = .success(()) }
    begin()
    loop.run { end != nil }
    return end ?? .success(())
  }

  /// Ends it.
  func finish(_ result: Result<Void, any Error>) { end = result }

  /// Begins to read, where that has not begun.
  func beginToRead() {
    guard !hasBegun else { return }
    hasBegun = true
    readNext()
  }

  /// Reads the next line.
  func readNext() {
    input.next { [weak self] line in
      guard let self else { return }
      guard let line else { return end = .success(()) }
      perform(line)
    }
  }

  /// Writes lines.
  func say(_ lines: [String]) {
    guard end == nil, !lines.isEmpty else { return }
    do {
      try Output.results.write(lines.map { $0 + "\n" }.joined())
    } catch {
      end = .failure(error)
    }
  }

  /// Writes lines, and reads the next one.
  func answer(_ lines: [String]) {
    say(lines)
    readNext()
  }

  /// Says why something was refused, if it was, and reads the next line.
  func answer(_ refusal: ProgramError?) {
    answer(refusal.map { [Self.line($0)] } ?? [])
  }

  /// The line of a refusal.
  static func line(_ error: ProgramError) -> String {
    let card = error.card.map { "card \($0): " } ?? ""
    return "refused: " + (card + error.message).harmless
  }
}
