import DBus

/// What is known of the message bus.
struct BusFacts {
  /// The address that is used; empty where there is none.
  var address = ""
  /// Why it cannot be used.
  var failure: BusError?
  /// The bus' own process.
  var broker = NameOwner.unknown

  /// What is to be said of it.
  var checks: [Check] {
    guard let failure else {
      let who = broker.isThere ? broker.description : "a broker that does not tell its process"
      return [.ok(.bus, "\(address.printable), served by \(who).")]
    }
    let isMute = failure.name == .timeout || failure.name == .noReply
    guard !isMute else {
      return [
        .fault(
          .bus, "\(address.printable) did not answer in time.", exit: .timedOut,
          fix:
            "Is it the right one? DBUS_SESSION_BUS_ADDRESS says which bus is used. If it is slow, "
            + "give it more time with --timeout; if it is stopped, let it go on by “kill -CONT”.")
      ]
    }
    return [
      .fault(
        .bus, failure.message, exit: .notAvailable,
        fix: "See that a session bus runs, and that DBUS_SESSION_BUS_ADDRESS names it.")
    ]
  }
}
