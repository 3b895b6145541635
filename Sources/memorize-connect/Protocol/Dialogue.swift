internal import MemorizeFiles
internal import PlainText
internal import Screens
internal import UserService

/// The answer to one HTTP request.
struct Dialogue {
  enum Caller {
    /// A program, or an extension of a browser.
    case tool
    /// A page in a browser, which may only ask whether it may call.
    case page
  }

  let caller: Caller
  let log: Log

  /// Nil if the caller may not call.
  func answer(_ body: [UInt8]) -> HTTPAnswer? {
    let request: ToolRequest
    do throws(Refusal) {
      if caller == .tool, body.isEmpty {
        return HTTPAnswer(text: "AnkiConnect v.\(Envelope.version)")
      }
      request = try ToolRequest.read(body)
    } catch {
      return caller == .tool ? HTTPAnswer(json: Envelope.failure(error.message).text) : nil
    }
    if caller == .page, request.action != .requestPermission { return nil }
    return HTTPAnswer(json: answer(request).text)
  }

  private func answer(_ request: ToolRequest) -> JSON {
    let key: String?
    do throws(ConnectFileFault) {
      key = try ConnectFile.current.key
    } catch {
      log.write(.warning, error.message)
      return Envelope.failure(error.message)
    }
    if request.action == .requestPermission {
      let permission: JSON =
        caller == .page
        ? ["permission": .string("denied")] : ToolResponder.permission(requiresKey: key != nil)
      return Envelope.result(permission, version: request.version)
    }
    guard key == nil || key == request.key else { return Envelope.failure(Refusal.key.message) }
    return ToolResponder(requiresKey: key != nil).answer(request)
  }
}
