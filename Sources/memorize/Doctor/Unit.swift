import DBus

/// What systemd's user manager says of a unit.
enum UnitAnswer: Equatable {
  /// There is no such manager on the bus.
  case noManager
  /// It does not say; the reason.
  case mute(String)
  /// How the unit is, even if there is none of that name.
  case unit(Unit)
}

/// A service unit, by the properties of `org.freedesktop.systemd1`.
struct Unit: Equatable {
  static let name = "memorized.service"
  static let notifier = "memorize-notify.service"
  static let reload = "systemctl --user daemon-reload"
  static let restart = "systemctl --user restart memorized"

  /// `loaded`, `not-found`, `masked`, `bad-setting`, `error`.
  var loadState = ""
  /// `active`, `inactive`, `activating`, `deactivating`, `failed`.
  var activeState = ""
  /// The same in more detail: `running`, `dead`, `auto-restart`.
  var subState = ""
  /// The file that it was read from.
  var path = ""
  /// The files that change it.
  var dropIns: [String] = []
  /// Whether the files have changed since they were read.
  var needsReload = false
  /// `enabled`, `disabled`, `static`.
  var fileState = ""
  /// `success`, or how it failed: `exit-code`, `signal`, `watchdog`.
  var result = ""
  /// The exit code of its main process, or the signal that ended it.
  var exitStatus: Int32 = 0
  /// Its main process; 0 if none runs.
  var mainProcess: UInt32 = 0
  /// The program that it starts; empty if systemd did not say.
  var program = ""
  /// Its own environment, without what all units get: `NAME=value`.
  var environment: [String] = []
  /// Whether it may write nowhere but to its writable paths.
  var isReadOnly = false
  var writablePaths: [String] = []

  /// Whether it has failed, even if systemd is about to start it once more.
  var hasFailed: Bool { activeState == "failed" || subState.hasPrefix("auto-restart") }

  init() {}

  /// Takes the properties of the interfaces `Unit` and `Service`.
  init(_ properties: [String: Value]) {
    func read<T: BusType>(_ name: String, _ usual: T) -> T { properties[name]?.get() ?? usual }
    loadState = read("LoadState", "")
    activeState = read("ActiveState", "")
    subState = read("SubState", "")
    path = read("FragmentPath", "")
    dropIns = read("DropInPaths", [])
    needsReload = read("NeedDaemonReload", false)
    fileState = read("UnitFileState", "")
    result = read("Result", "")
    exitStatus = read("ExecMainStatus", 0)
    mainProcess = read("MainPID", 0)
    environment = read("Environment", [])
    isReadOnly = read("ProtectSystem", "") == "strict" || read("ProtectHome", "") == "read-only"
    // A dash before a path: it need not be there.
    writablePaths = read("ReadWritePaths", [String]()).map { String($0.drop { "-+".contains($0) }) }
    // Of each command and each mount the path comes first.
    writablePaths += Self.first(of: properties["BindPaths"])
    program = Self.first(of: properties["ExecStart"]).first ?? ""
  }

  /// The first member of each structure of an array.
  private static func first(of value: Value?) -> [String] {
    guard case .array(_, let structures)? = value else { return [] }
    return structures.compactMap {
      if case .structure(let members) = $0, case .string(let text)? = members.first {
        text
      } else {
        nil
      }
    }
  }
}
