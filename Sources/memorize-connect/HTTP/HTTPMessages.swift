internal import PlainText

/// What a request's first lines say.
struct HTTPHead {
  let method: String
  /// The header `Host`; nil without.
  var host: String?
  var origin: String?
  /// Whether a browser asks if a page from the network may call this machine.
  var asksForPrivateNetwork = false
  /// Nil if the length of the body is not known before its end.
  var contentLength: Int?
}

struct HTTPAnswer {
  enum Status: UInt32 {
    case done = 200
    case forbidden = 403
  }

  var status = Status.done
  var headers: [(name: String, value: String)] = []
  var body: [UInt8] = []

  /// An answer in JSON.
  init(json: String) {
    headers = [("Content-Type", "application/json")]
    body = Array(json.utf8)
  }

  init(text: String, _ status: Status = .done) {
    self.status = status
    headers = [("Content-Type", "text/plain; charset=utf-8")]
    body = Array(text.utf8)
  }

  init(headers: [(name: String, value: String)]) { self.headers = headers }
}
