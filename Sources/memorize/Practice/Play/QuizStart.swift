import DBus
import MemorizeBus

/// What a session is started with, as far as the command line says.
struct QuizStart {
  var deck: String?
  var questions: UInt32?
  var direction: String?
  var mode: String?
  var isDue = false

  /// Whether the command line says nothing of it, so that a session that is on is taken up.
  var isEmpty: Bool {
    deck == nil && questions == nil && direction == nil && mode == nil && !isDue
  }

  /// The options of `Start`.
  ///
  /// - Parameter last: the session before, whose deck and kind hold where nothing is said.
  /// - Returns: the options.
  func options(after last: PracticeFacts? = nil) -> [String: Value] {
    func known(_ text: String?) -> String? { text?.isEmpty == true ? nil : text }
    var options: [String: Value] = [:]
    options["deck"] = (deck ?? known(last?.deck)).map { Value($0) }
    options["questions"] = questions.map { Value($0) }
    options["direction"] = (direction ?? known(last?.direction)).map { Value($0) }
    options["mode"] = (mode ?? known(last?.mode)).map { Value($0) }
    if isDue { options["due"] = Value(true) }
    return options
  }
}

extension ServiceConnection {
  /// Takes up the session that is on, or starts one; what is wrong is told before anything is shown.
  func enterQuiz(_ start: QuizStart) throws(ProgramError) {
    let properties = try wait { $0.properties(of: PracticeContract.interface, completion: $1) }
    let facts: PracticeFacts
    do throws(BusError) {
      facts = try PracticeFacts(of: properties)
    } catch {
      throw explain(error)
    }
    guard !start.isEmpty || !facts.isOn else { return }
    _ = try wait {
      $0.call(
        PracticeContract.start, of: PracticeContract.interface, start.options(), completion: $1)
    }
  }
}

extension ProgramError {
  /// There is nothing to be practised with any more.
  static let practiceIsGone = ProgramError(
    .notAvailable, name: "Disconnected",
    "The connection to the session bus was lost; without it there is no practice.")

  /// The service had to be started first.
  static let practiceWasAway = ProgramError(
    .notAvailable, name: "ServiceUnknown",
    "The service memorized was gone and is started again; nothing was done. Look at the question, "
      + "and answer again.")
}
