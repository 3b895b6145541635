package import DBus

/// The notifier's name and path on the session bus, and its interface for the other programs.
package enum NotifierContract {
  package typealias Service = any NotifierService

  /// Owning this name keeps a second notifier of the session from showing each bubble again.
  package static let name: BusName = "org.memorized.MemorizeNotify1"
  /// Owned by a screen that shows the session's questions, which the notifier does not show beside it.
  ///
  /// Further screens wait in line for it, and the bus takes it from one that ends or is killed.
  package static let screenName: BusName = "org.memorized.PracticeScreen1"
  package static let path: ObjectPath = "/org/memorized/MemorizeNotify1"

  package static let showRefusal = Method(
    interface, "ShowRefusal",
    """
    Shows why a call was refused, if flips are shown: a command run by a key binding has no \
    terminal to print it on.
    """,
    in: "reason"
  ) { (notifier: Service, reason: String) in notifier.showRefusal(reason) }

  package static let interface: Interface<Service> = Interface(
    "org.memorized.MemorizeNotify1", "The notifier, for programs without a terminal."
  ) {
    showRefusal
  }
}

package protocol NotifierService: AnyObject {
  func showRefusal(_ reason: String)
}
