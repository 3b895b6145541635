import DBus

/// A service unit as the user manager of systemd tells it.
struct Unit: Equatable {
  /// `loaded`, `not-found`, `masked`, `bad-setting`, `error`.
  var loadState = ""
  /// `active`, `inactive`, `activating`, `deactivating`, `failed`.
  var activeState = ""
  /// The same in more detail: `running`, `dead`.
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
  /// Its main process; 0 where none runs.
  var mainProcess: UInt32 = 0

  /// The program that it starts; empty where it was not told.
  var program = ""
  /// Whether the program is there and may be executed.
  var hasProgram = true

  /// Whether it has failed, be it that systemd is about to start it once more.
  var hasFailed: Bool { activeState == "failed" || subState.hasPrefix("auto-restart") }

  /// Takes the properties of `org.freedesktop.systemd1.Unit`.
  mutating func take(unit properties: [String: Value]) {
    loadState = properties["LoadState"]?.get() ?? ""
    activeState = properties["ActiveState"]?.get() ?? ""
    subState = properties["SubState"]?.get() ?? ""
    path = properties["FragmentPath"]?.get() ?? ""
    dropIns = properties["DropInPaths"]?.get() ?? []
    needsReload = properties["NeedDaemonReload"]?.get() ?? false
    fileState = properties["UnitFileState"]?.get() ?? ""
  }

  /// Takes the properties of `org.freedesktop.systemd1.Service`.
  mutating func take(service properties: [String: Value]) {
    result = properties["Result"]?.get() ?? ""
    exitStatus = properties["ExecMainStatus"]?.get() ?? 0
    mainProcess = properties["MainPID"]?.get() ?? 0
    // Of each command that it starts the path comes first.
    if case .array(_, let commands)? = properties["ExecStart"],
      case .structure(let command)? = commands.first, case .string(let path)? = command.first
    {
      program = path
      hasProgram = SmallFile.isExecutable(path)
    }
  }
}
