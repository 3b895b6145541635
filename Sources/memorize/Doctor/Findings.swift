import DBus

/// All that was found; what the doctor says follows from it alone.
struct Findings {
  /// What the service answered when it was asked for its version.
  enum Version: Equatable {
    case known(String)
    /// It answers, and has none.
    case missing
    /// It did not answer in time.
    case mute
    /// The question failed, for this reason.
    case failed(String)
  }

  /// The address of the bus; empty if there is none.
  var address = ""
  /// Why the bus cannot be used.
  var busFailure: BusError?
  /// The bus's own process.
  var broker = NameOwner.unknown

  /// Who has the service's name.
  var owner = NameOwner.unknown
  /// Nil if nobody was asked.
  var version: Version?
  /// Whether the bus can start the service; nil if it did not say.
  var isActivatable: Bool?
  /// The files by which the bus starts the service; the first one counts.
  var files: [ActivationFile] = []

  /// What systemd says of `memorized.service`.
  var unit = UnitAnswer.noManager
  /// What systemd says of `memorize-notify.service`.
  var notifierUnit = UnitAnswer.noManager
  var namespaces = UserNamespaces.unknown
  var storage = Storage()

  var notifications = Notifications()
  var terminal = TerminalState()

  /// All checks in the order in which they are printed; most say nothing without a bus.
  var report: Report {
    var checks = [busCheck]
    if busFailure == nil {
      checks += [serviceCheck, versionCheck] + activationChecks + unitChecks + [sandboxCheck]
    }
    checks += storageChecks
    if busFailure == nil { checks += [notificationCheck, notifierCheck] }
    return Report(checks: (checks + [terminalCheck, localeCheck]).compactMap { $0 })
  }

  var isRunning: Bool { owner.exists }

  /// The unit, if systemd has read it.
  var loadedUnit: Unit? {
    if case .unit(let unit) = unit, unit.loadState == "loaded" { unit } else { nil }
  }

  /// Whether the unit started the process that has the service's name.
  var isOfUnit: Bool {
    guard case .unit(let unit) = unit, unit.mainProcess != 0 else { return false }
    return owner.process?.identifier == unit.mainProcess
  }

  /// Whether the bus leaves starting the service to its unit.
  var asksForUnit: Bool { files.first?.unit == Unit.name }
}
