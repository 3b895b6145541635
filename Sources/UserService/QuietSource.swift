package import DBus

/// One of the services that know whether notifications are held or the screen is locked.
struct QuietSource {
  private enum Question {
    /// `PropertiesChanged` announces a change.
    case property(MemberName)
    /// A method without arguments, and the signal that announces a change.
    case method(MemberName, MemberName)
    /// SwayNC's own switch, and whether an application inhibits it, as while the screen is shared.
    ///
    /// Its signal `SubscribeV2` has both; that of 0.7, `Subscribe`, has only the switch.
    case swayNC
    /// Mako's property `Modes`; before its version 1.10 only a method, and nothing is announced.
    case modes
  }

  /// How long a source may take to answer.
  static let timeout: Duration = .seconds(2)

  let service: BusName
  private let path: ObjectPath
  private let interface: InterfaceName
  private let question: Question
  let isOfSystem: Bool

  static let all = [
    // Plasma.
    QuietSource(
      DesktopNotifications.name, DesktopNotifications.path, DesktopNotifications.interface,
      .property("Inhibited")),
    QuietSource(
      DesktopNotifications.name, DesktopNotifications.path, "org.dunstproject.cmd0",
      .property("paused")),
    QuietSource(
      "org.erikreider.swaync.cc", "/org/erikreider/swaync/cc", "org.erikreider.swaync.cc", .swayNC),
    QuietSource(DesktopNotifications.name, "/fr/emersion/Mako", "fr.emersion.Mako", .modes),
    // Plasma and others; GNOME's has no GetActive.
    QuietSource(
      "org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver",
      "org.freedesktop.ScreenSaver", .method("GetActive", "ActiveChanged")),
    // The caller's session or that of the user's display: a user service has none of its own.
    QuietSource(
      "org.freedesktop.login1", "/org/freedesktop/login1/session/auto",
      "org.freedesktop.login1.Session", .property("LockedHint"), isOfSystem: true),
  ]

  /// The modes of mako that hide notifications: the one of its manual, and two common ones.
  private static let quietModes = ["do-not-disturb", "dnd", "away"]

  private init(
    _ service: BusName, _ path: ObjectPath, _ interface: InterfaceName, _ question: Question,
    isOfSystem: Bool = false
  ) {
    (self.service, self.path, self.interface) = (service, path, interface)
    (self.question, self.isOfSystem) = (question, isOfSystem)
  }

  /// The signal that announces a change.
  ///
  /// From any path: logind's objects for the caller send none.
  var signal: MatchRule {
    switch question {
    case .method(_, let signal):
      MatchRule(sender: service, interface: interface, member: signal)
    case .swayNC: MatchRule(sender: service, interface: interface)
    case .property, .modes:
      MatchRule(
        sender: service, interface: .properties, member: "PropertiesChanged",
        firstArgument: interface.rawValue)
    }
  }

  /// The answer in a signal; nil if it has none, so that the source is asked again.
  func answer(in signal: Message) -> QuietWatch.Answer? {
    guard case .swayNC = question,
      let (_, isOn, _, isInhibited) = try? signal.arguments(
        of: UInt32.self, Bool.self, Bool.self, Bool.self)
    else { return nil }
    return isOn || isInhibited ? .held : .free
  }

  func ask(_ connection: Connection, completion: @escaping (QuietWatch.Answer) -> Void) {
    switch question {
    case .property(let name):
      get(name, connection) { value in completion(value == .boolean(true) ? .held : .free) }
    case .method(let name, _):
      call(name, connection, returning: Bool.self) { isHeld in
        completion(isHeld == true ? .held : .free)
      }
    case .swayNC:
      call("GetDnd", connection, returning: Bool.self) { isOn in
        if isOn == true { return completion(.held) }
        call("IsInhibited", connection, returning: Bool.self) { isInhibited in
          completion(isInhibited == true ? .held : .free)
        }
      }
    case .modes:
      get("Modes", connection) { value in
        if let modes = value?.get([String].self) {
          return completion(Self.hold(modes) ? .held : .free)
        }
        call("ListModes", connection, returning: [String].self) { modes in
          completion(modes.map(Self.hold) == true ? .heldSilently : .free)
        }
      }
    }
  }

  private func get(
    _ property: MemberName, _ connection: Connection, completion: @escaping (Value?) -> Void
  ) {
    connection.call(
      service, path, .properties, "Get", interface.rawValue, property.rawValue,
      returning: Value.self, deadline: Self.timeout, startsService: false
    ) { answer in completion(try? answer.get()) }
  }

  private func call<T: BusType>(
    _ method: MemberName, _ connection: Connection, returning: T.Type,
    completion: @escaping (T?) -> Void
  ) {
    connection.call(
      service, path, interface, method, returning: T.self, deadline: Self.timeout,
      startsService: false
    ) { answer in completion(try? answer.get()) }
  }

  private static func hold(_ modes: [String]) -> Bool {
    for mode in modes where quietModes.contains(mode) { return true }
    return false
  }
}

/// The notification server of a desktop.
package enum DesktopNotifications {
  package static let name: BusName = "org.freedesktop.Notifications"
  package static let path: ObjectPath = "/org/freedesktop/Notifications"
  package static let interface: InterfaceName = "org.freedesktop.Notifications"
}
