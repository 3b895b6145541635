import DBus

/// The user manager of systemd, as far as it is on the bus.
final class UserManager {
  /// What it says of a unit.
  enum Answer: Equatable {
    /// It is not there.
    case absent
    /// It is there and does not say; the reason.
    case mute(String)
    /// How the unit is, be it that there is none.
    case unit(Unit)
  }

  /// The manager's name.
  static let name: BusName = "org.freedesktop.systemd1"
  private static let path: ObjectPath = "/org/freedesktop/systemd1"
  private static let manager: InterfaceName = "org.freedesktop.systemd1.Manager"

  private var paths: [String: Result<ObjectPath, BusError>] = [:]
  private var units: [String: Result<Unit, BusError>] = [:]

  /// Asks where units are, and loads what is not yet loaded; nothing is started.
  func load(_ names: [String], _ inquiry: Inquiry, within limit: Duration) {
    for name in names {
      inquiry.ask(
        Self.name, Self.path, Self.manager, "LoadUnit", name, returning: ObjectPath.self,
        within: limit
      ) { [self] in paths[name] = $0 }
    }
  }

  /// Asks how the loaded units are.
  func read(_ inquiry: Inquiry) {
    for (name, path) in paths {
      guard case .success(let path) = path else { continue }
      units[name] = .success(Unit())
      read("org.freedesktop.systemd1.Unit", of: name, path, inquiry) { $0.take(unit: $1) }
      read("org.freedesktop.systemd1.Service", of: name, path, inquiry) { $0.take(service: $1) }
    }
  }

  /// What is known of a unit that was loaded and read.
  func answer(for name: String) -> Answer {
    switch (paths[name], units[name]) {
    case (.failure(let error), _), (_, .failure(let error)): .mute(error.message)
    case (_, .success(let unit)): .unit(unit)
    case (_, nil): .absent
    }
  }

  private func read(
    _ interface: String, of name: String, _ path: ObjectPath, _ inquiry: Inquiry,
    take: @escaping (inout Unit, [String: Value]) -> Void
  ) {
    inquiry.ask(
      Self.name, path, .properties, "GetAll", interface, returning: [String: Value].self,
      within: inquiry.remaining
    ) { [self] answer in
      guard case .success(var unit) = units[name] else { return }
      switch answer {
      case .success(let properties):
        take(&unit, properties)
        units[name] = .success(unit)
      case .failure(let error): units[name] = .failure(error)
      }
    }
  }
}
