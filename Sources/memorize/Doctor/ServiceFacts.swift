import DBus
import MemorizeBus

/// What is known of the service itself.
struct ServiceFacts {
  /// What the service answered when it was asked for its version.
  enum Version: Equatable {
    /// Its version.
    case told(String)
    /// It answers, and has none.
    case missing
    /// It did not answer in time.
    case mute
    /// The question failed.
    case failed(String)
  }

  /// Who has the service's name.
  var owner = NameOwner.unknown
  /// The version, where somebody was asked.
  var version: Version?
  /// Whether the bus can start it; nil where the bus did not say.
  var isActivatable: Bool?
  /// The main process of the unit, 0 where it has none.
  var unitProcess: UInt32 = 0

  /// Whether the unit started the process that has the name.
  var isOfUnit: Bool { unitProcess != 0 && owner.process?.identifier == unitProcess }

  /// Takes the answer to the question for the version, or why there was none.
  ///
  /// - Parameters:
  ///   - answer: the answer.
  ///   - isLate: whether the time that it was given is over.
  mutating func take(version answer: Result<Value, BusError>, isLate: Bool) {
    switch answer {
    case .success(let value): version = value.get(String.self).map { .told($0) } ?? .missing
    case .failure(let error) where ServiceConnection.hasNoVersion(error): version = .missing
    // It ended while it was asked.
    case .failure(let error) where error.name == .serviceUnknown: owner = .nobody
    case .failure(let error): version = isLate ? .mute : .failed(error.message)
    }
  }

  /// What is to be said of it.
  var checks: [Check] {
    switch owner {
    case .nobody where isActivatable == true:
      [.ok(.service, "It is not running; the first call starts it.")]
    case .nobody: [.note(.service, "It is not running.", fix: "Start “memorized”.")]
    case .unknown: [.note(.service, "The bus did not say who has the name \(MemorizeBus.name).")]
    case .process: [.ok(.service, runningText)] + versionChecks
    }
  }

  private var runningText: String {
    let starter =
      if isOfUnit {
        "the unit memorized.service"
      } else if owner.process?.isStartedByBus == true {
        "the bus"
      } else {
        "hand"
      }
    return "It is \(owner.description), started by \(starter)."
  }

  private var versionChecks: [Check] {
    switch version {
    case nil: []
    case .told(let version) where ServiceConnection.fits(version):
      [.ok(.version, "Service \(version.printable) and memorize \(MemorizeBus.version) fit.")]
    case .told(let version): [misfit("is version \(version.printable)")]
    case .missing: [misfit("tells no version")]
    case .failed(let reason):
      [
        .fault(
          .version, "The service could not be asked for its version: \(reason.printable)",
          fix: "Run “memorize doctor” again; where that stays, end it: \(endCommand).")
      ]
    case .mute: [mute]
    }
  }

  private func misfit(_ theirs: String) -> Check {
    .fault(
      .version,
      "The service \(theirs), and this is memorize \(MemorizeBus.version): they do not fit.",
      exit: .versions,
      fix: "Install both from one release, and end the old service: \(endCommand).")
  }

  private var mute: Check {
    guard let process = owner.process, process.isStopped else {
      return .fault(
        .version, "The service did not answer in time.", exit: .timedOut,
        fix: "Try again; where it stays mute, end it: \(endCommand).")
    }
    return .fault(
      .version, "The service did not answer in time: it is stopped.", exit: .timedOut,
      fix: "Let it go on: kill -CONT \(process.identifier).")
  }

  private var endCommand: String {
    if isOfUnit { return "systemctl --user restart memorized" }
    return owner.process.map { "kill \($0.identifier)" } ?? "kill it"
  }
}
