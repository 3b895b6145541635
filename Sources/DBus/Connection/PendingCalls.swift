internal import EventLoop
internal import PlainText

/// The calls that wait for their answers, each with its deadline.
final class PendingCalls {
  typealias Completion = (Result<Message, BusError>) -> Void

  private struct Call {
    let destination: BusName
    let timer: TimerID
    let completion: Completion
  }

  private let loop: Loop
  private var calls: [UInt32: Call] = [:]

  init(loop: Loop) {
    self.loop = loop
  }

  func add(
    serial: UInt32, to destination: BusName, deadline: Duration, completion: @escaping Completion
  ) {
    let timer = loop.schedule(after: deadline) { [weak self] in
      guard let call = self?.calls.removeValue(forKey: serial) else { return }
      let (service, time) = (call.destination, deadline.inSeconds)
      call.completion(
        .failure(BusError(.noReply, english("\(service) did not answer within \(time)."))))
    }
    calls[serial] = Call(destination: destination, timer: timer, completion: completion)
  }

  /// Completes the call; drops a reply that belongs to no call or has an unexpected sender.
  func resolve(_ answer: Message) {
    guard let call = calls[answer.replySerial], isFrom(call.destination, answer.sender) else {
      return
    }
    calls[answer.replySerial] = nil
    loop.cancel(call.timer)
    call.completion(answer.error.map { .failure($0) } ?? .success(answer))
  }

  func failAll(_ error: BusError) {
    let lost = calls
    calls.removeAll()
    for call in lost.sorted(by: { $0.key < $1.key }).map(\.value) {
      loop.cancel(call.timer)
      call.completion(.failure(error))
    }
  }

  /// The bus itself answers for a name without an owner.
  private func isFrom(_ destination: BusName, _ sender: BusName?) -> Bool {
    guard let sender, sender != .bus else { return true }
    return destination.isUnique ? sender == destination : destination != .bus
  }
}
