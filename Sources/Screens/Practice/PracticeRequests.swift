import DBus
import MemorizeBus
import PlainText

extension ServiceConnection {
  /// Says that the session's questions are on a screen from now on, or no longer.
  ///
  /// Before a session starts, or the notifier would show its first question for a moment.
  package func showsQuestions(_ areShown: Bool) {
    if areShown {
      bus.requestName(NotifierContract.screenName, queues: true) { _ in }
    } else {
      bus.releaseName(NotifierContract.screenName) { _ in }
    }
  }

  /// Asks for a change of the session, and reports a refusal, if the service is running.
  ///
  /// If not, this only starts the service: the effect of a request would be published before
  /// anybody listens, and an answer could reach another question.
  func make(
    _ call: PracticeCall, by client: PracticeClient, isRunning: Bool,
    then: @escaping (ProgramError?) -> Void
  ) {
    guard !isRunning else {
      return request {
        client.make(call, by: $0, completion: $1)
      } then: {
        then($0.failure)
      }
    }
    request {
      $0.state(of: PracticeContract.self, completion: $1)
    } then: {
      then($0.failure ?? .practiceWasAway)
    }
  }
}

extension ProgramError {
  /// The service had to be started first.
  fileprivate static let practiceWasAway = ProgramError(
    .notAvailable, name: "ServiceUnknown",
    english(
      "The memorized service was not running and has been started; nothing was done. Check the "
        + "question, then try again."))
}
