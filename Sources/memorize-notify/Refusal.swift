internal import DBus

extension BusError {
  /// Why a call was refused, as people read it in a bubble: what the bus says of a service that has
  /// gone or does not start is about messages and processes.
  var reason: String {
    switch name {
    case .noReply, .timeout, .disconnected: "memorized did not answer: try again"
    case .serviceUnknown, .nameHasNoOwner: "memorized is not running: start it first"
    case _ where name.isOfStarting: "memorized did not start: see its log"
    default: message
    }
  }
}
