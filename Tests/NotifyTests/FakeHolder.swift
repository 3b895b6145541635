import DBus
import EventLoop
import MemorizeBus
import TestSupport
import Testing
import UserService

@testable import memorize_notify

/// The services that hold notifications or lock the screen, by their published interfaces.
enum Holding {
  case plasma, dunst, swayNC, swayNCInhibitor, mako, screenSaver, logind
  /// Before its version 1.10.
  case oldMako
  /// Version 0.7 of Debian 12.
  case oldSwayNC

  /// Those that announce their changes.
  static let announced: [Holding] = [
    .plasma, .dunst, .swayNC, .swayNCInhibitor, .oldSwayNC, .mako, .screenSaver, .logind,
  ]
}

/// A double of one of them, controlled by a test.
final class FakeHolder {
  let kind: Holding
  private let server: FakeServer
  let connection: Connection
  /// Set alone, nobody is told.
  var holds = false
  /// The calls to SwayNC, and the reads of mako's modes.
  fileprivate(set) var timesAsked = 0
  private var publish: () throws -> Void = {}

  /// Dunst, SwayNC and mako are the notification server themselves.
  init(_ kind: Holding, _ server: FakeServer, on bus: BusAddress, loop: Loop) throws {
    self.kind = kind
    self.server = server
    connection =
      [.screenSaver, .logind].contains(kind)
      ? try Connection(to: bus, loop: loop) : server.connection
    switch kind {
    case .plasma: break
    case .dunst:
      let interface = Interface<FakeHolder>("org.dunstproject.cmd0", "Dunst's own.") {
        Property<FakeHolder, Bool>("paused", "Notifications are held.", .value) { $0.holds }
      }
      let export = connection.objects.export(interface, of: self, at: DesktopNotifications.path)
      publish = { try export.publishChanges() }
    case .mako:
      let export = connection.objects.export(Mako.interface, of: self, at: "/fr/emersion/Mako")
      publish = { try export.publishChanges() }
    case .oldMako:
      let interface = Interface<FakeHolder>("fr.emersion.Mako", "Mako's own.") { Mako.listModes }
      _ = connection.objects.export(interface, of: self, at: "/fr/emersion/Mako")
    case .swayNC, .swayNCInhibitor:
      let export = connection.objects.export(
        SwayNC.interface, of: self, at: "/org/erikreider/swaync/cc")
      publish = { [unowned self] in
        try export.emit(
          SwayNC.changed, 0, holds && kind == .swayNC, false, holds && kind != .swayNC)
      }
      try own("org.erikreider.swaync.cc")
    case .oldSwayNC:
      let export = connection.objects.export(
        OldSwayNC.interface, of: self, at: "/org/erikreider/swaync/cc")
      publish = { [unowned self] in try export.emit(OldSwayNC.changed, 0, holds, false) }
      try own("org.erikreider.swaync.cc")
    case .screenSaver:
      let export = connection.objects.export(
        ScreenSaver.interface, of: self, at: "/org/freedesktop/ScreenSaver")
      publish = { [unowned self] in try export.emit(ScreenSaver.changed, holds) }
      try own("org.freedesktop.ScreenSaver")
    case .logind:
      let session: InterfaceName = "org.freedesktop.login1.Session"
      let interface = Interface<FakeHolder>(session, "A session.") {
        Property<FakeHolder, Bool>("LockedHint", "Whether it is locked.", .value) { $0.holds }
      }
      _ = connection.objects.export(
        interface, of: self, at: "/org/freedesktop/login1/session/auto")
      // The object for the caller sends no signals, only that of the session itself.
      publish = { [unowned self] in
        try connection.emit(
          "/org/freedesktop/login1/session/_32", "org.freedesktop.DBus.Properties",
          "PropertiesChanged", session.rawValue, ["LockedHint": Value.boolean(holds)], [String]())
      }
      try own("org.freedesktop.login1")
    }
  }

  func hold(_ holds: Bool) throws {
    self.holds = holds
    if kind == .plasma { try server.inhibit(holds) }
    try publish()
  }

  private func own(_ name: BusName) throws {
    _ = try connection.wait { connection.requestName(name, completion: $0) }
  }

  fileprivate var modes: [String] { holds ? ["default", "do-not-disturb"] : ["default"] }
}

private enum Mako {
  static let listModes = Method(interface, "ListModes", "The modes.", out: "modes") {
    (holder: FakeHolder) in
    holder.timesAsked += 1
    return holder.modes
  }

  static let interface: Interface<FakeHolder> = Interface("fr.emersion.Mako", "Mako's own.") {
    listModes
    Property<FakeHolder, [String]>("Modes", "The modes.", .invalidates) {
      $0.timesAsked += 1
      return $0.modes
    }
  }
}

private enum SwayNC {
  static let changed = Signal<UInt32, Bool, Bool, Bool>(
    interface, "SubscribeV2", "Something has changed.", "count", "dnd", "cc_open", "inhibited")

  static let interface: Interface<FakeHolder> = Interface(
    "org.erikreider.swaync.cc", "SwayNC's own."
  ) {
    Method(interface, "GetDnd", "Do not disturb.", out: "state") { (holder: FakeHolder) in
      holder.timesAsked += 1
      return holder.holds && holder.kind == .swayNC
    }
    Method(interface, "IsInhibited", "The screen is shared.", out: "state") {
      (holder: FakeHolder) in
      holder.timesAsked += 1
      return holder.holds && holder.kind == .swayNCInhibitor
    }
    changed
  }
}

private enum OldSwayNC {
  static let changed = Signal<UInt32, Bool, Bool>(
    interface, "Subscribe", "Something has changed.", "count", "dnd", "cc_open")

  static let interface: Interface<FakeHolder> = Interface(
    "org.erikreider.swaync.cc", "SwayNC's own."
  ) {
    Method(interface, "GetDnd", "Do not disturb.", out: "state") { (holder: FakeHolder) in
      holder.holds
    }
    changed
  }
}

private enum ScreenSaver {
  static let changed = Signal<Bool>(
    interface, "ActiveChanged", "The screen was locked or unlocked.", "active")

  static let interface: Interface<FakeHolder> = Interface(
    "org.freedesktop.ScreenSaver", "The screen's lock."
  ) {
    Method(interface, "GetActive", "Whether it is locked.", out: "active") {
      (holder: FakeHolder) in holder.holds
    }
    changed
  }
}
