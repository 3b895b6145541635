internal import CLinux
internal import EventLoop
internal import Glibc
internal import PlainText
internal import Screens
internal import UserService

/// The door for other tools: answers AnkiConnect's protocol, over HTTP, with calls of the service.
final class Door {
  /// How long nobody has to call before it ends; the next call starts it again.
  static let idleTime: Duration = .seconds(60)
  private static let largeBody = 1 << 16
  private static let largest = "\(HTTPServer.maximumBody >> 20) MB"

  private let socket: ListeningSocket
  private let idleTime: Duration
  private let log: Log
  private let loop: Loop
  private let server: HTTPServer
  private let callers: Callers
  private var exitCode: ExitCode?
  private var idleTimer: TimerID?
  /// What was logged of who was refused.
  private var refusals: Set<String> = []
  /// So that a page cannot fill the journal.
  private static let maximumRefusals = 20

  init(on socket: ListeningSocket, idleTime: Duration = idleTime, log: Log) throws {
    (self.socket, self.idleTime, self.log) = (socket, idleTime, log)
    loop = try Loop()
    server = try HTTPServer(loop: loop)
    callers = Callers(port: socket.port)
  }

  func run() throws(SystemError) -> ExitCode {
    Loop.ignoreBrokenPipes()
    let end = { [unowned self] in exitCode = .done }
    try loop.handleSignals([
      SIGTERM: end, SIGINT: end, SIGCHLD: { [log] in ShellCommand.reap(log) },
    ])
    server.admits = { [unowned self] in admits($0) }
    server.answerToHead = { [unowned self] in answer(to: $0) }
    server.answer = { [unowned self] in answer(to: $0, $1) }
    server.onUse = { [unowned self] in $0 ? cancelEnd() : endIfIdle() }
    try server.start(on: socket.descriptor)
    log.write(.info, "Listening on 127.0.0.1:\(socket.port).")
    endIfIdle()
    loop.run { exitCode != nil }
    server.stop()
    return exitCode ?? .failure
  }

  private func cancelEnd() {
    if let idleTimer { loop.cancel(idleTimer) }
    idleTimer = nil
  }

  private func endIfIdle() {
    // Without systemd nothing would start it again.
    guard socket.isPassed else { return }
    cancelEnd()
    idleTimer = loop.schedule(after: idleTime) { [unowned self] in exitCode = .done }
  }

  private func admits(_ peer: TCPTable.Address) -> Bool {
    if callers.isOwn(peer) { return true }
    refuse("A program of another user was refused.")
    return false
  }

  private func answer(to head: HTTPHead) -> HTTPAnswer? {
    if let reason = callers.refusal(ofHost: head.host) {
      refuse(reason)
      return HTTPAnswer(text: reason, .forbidden)
    }
    if let length = head.contentLength, length > HTTPServer.maximumBody {
      return HTTPAnswer(json: Envelope.failure("The request has more than \(Self.largest).").text)
    }
    return nil
  }

  private func answer(to head: HTTPHead, _ body: [UInt8]) -> HTTPAnswer {
    var answer: HTTPAnswer
    let isAllowed = callers.allows(origin: head.origin)
    switch head.method {
    case "OPTIONS" where isAllowed: answer = HTTPAnswer(headers: [])
    case "GET", "HEAD", "POST":
      let dialogue = Dialogue(caller: isAllowed ? .tool : .page, log: log)
      guard let result = dialogue.answer(body) else { return forbidden(page: head.origin) }
      answer = result
    case _ where !isAllowed: return forbidden(page: head.origin)
    case let method:
      return forbidden("The method \(method.printable(upTo: 20)) is not one of the protocol.")
    }
    answer.headers += callers.sharing(with: head)
    // JSON takes many times its bytes for a moment.
    if body.count > Self.largeBody { loop.enqueue { malloc_trim(0) } }
    return answer
  }

  private func forbidden(page origin: String?) -> HTTPAnswer {
    let page = (origin ?? "").printable(upTo: 100)
    return forbidden("The page \(page) may not call: only browser extensions may.")
  }

  private func forbidden(_ reason: String) -> HTTPAnswer {
    refuse(reason)
    return HTTPAnswer(text: reason, .forbidden)
  }

  private func refuse(_ reason: String) {
    guard refusals.count < Self.maximumRefusals, refusals.insert(reason).inserted else { return }
    log.write(.notice, reason)
  }
}
