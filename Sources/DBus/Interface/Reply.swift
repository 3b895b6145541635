internal import PlainText

/// The answer to one call, which a handler may give after it has returned.
///
/// Until then later calls of the same caller wait; other callers are answered. If it is released
/// unanswered, the call fails with `Failed`.
public struct Reply<each Output: BusType> {
  let pending: PendingReply
  /// Called before the answer is sent, unless it is an error.
  var beforeSending: (() -> Void)?

  init(_ pending: PendingReply) {
    self.pending = pending
  }

  /// Answers with the results of the body, or with the error that it throws, `Failed` for one that
  /// is not a `BusError`; only the first answer counts.
  public func answer(_ body: () throws -> (repeat each Output)) {
    pending.attempt {
      let results = try body()
      beforeSending?()
      pending.send { (writer: inout MessageWriter) throws(BusError) in
        for result in repeat each results { try result.write(to: &writer) }
      }
    }
  }
}

/// What sends the answers to calls.
protocol ReplySender: AnyObject {
  /// Calls the body as a part of handling the call.
  func withCurrentCall(_ call: Message, _ body: () throws -> Void) rethrows
  func send(_ reply: OutgoingMessage) throws(BusError)
  func didAnswer(_ call: Message, _ refusal: BusError?, isLate: Bool)
}

/// The answer to one call, without the types of its results.
final class PendingReply {
  /// Nil when it was answered.
  private var call: Message?
  private weak var sender: (any ReplySender)?
  var handlerHasReturned = false
  /// The types of the method's results.
  var signature = Signature(unchecked: "")

  init(to call: Message, from sender: any ReplySender) {
    self.call = call
    self.sender = sender
  }

  deinit {
    refuse(BusError(.failed, english("The service did not answer the call.")))
  }

  var isAnswered: Bool { call == nil }

  /// Calls the body as a part of handling the call; what it throws is the answer.
  func attempt(_ body: () throws -> Void) {
    guard let call, let sender else { return }
    do {
      try sender.withCurrentCall(call, body)
    } catch {
      refuse(error)
    }
  }

  func send(_ results: (inout MessageWriter) throws(BusError) -> Void) {
    guard let call else { return }
    do throws(BusError) {
      if !call.wantsNoReply {
        var reply = OutgoingMessage.reply(to: call)
        try reply.write(signature, results)
        try sender?.send(reply)
      }
      end(nil)
    } catch {
      refuse(error)
    }
  }

  func refuse(_ error: any Error) {
    guard let call else { return }
    let error =
      error as? BusError ?? BusError(.failed, english("The service could not handle the call."))
    // Fails only if the bus is gone or memory is exhausted.
    if !call.wantsNoReply { try? sender?.send(OutgoingMessage.reply(to: call, error: error)) }
    end(error)
  }

  private func end(_ refusal: BusError?) {
    guard let call else { return }
    self.call = nil
    sender?.didAnswer(call, refusal, isLate: handlerHasReturned)
  }
}
