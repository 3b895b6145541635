import DBus

/// Who has a name on the bus.
enum NameOwner: Equatable {
  /// Nobody.
  case nobody
  /// A process; nil where the bus does not know which one.
  case process(RunningProcess?)
  /// The bus did not say.
  case unknown

  /// Takes the answer of `GetConnectionUnixProcessID`.
  init(_ answer: Result<UInt32, BusError>) {
    switch answer {
    case .success(let identifier): self = .process(.look(at: identifier))
    case .failure(let error):
      switch error.name.rawValue {
      case ErrorName.nameHasNoOwner.rawValue: self = .nobody
      case "org.freedesktop.DBus.Error.UnixProcessIdUnknown": self = .process(nil)
      default: self = .unknown
      }
    }
  }

  /// Whether somebody has it.
  var isThere: Bool {
    if case .process = self { true } else { false }
  }

  /// The process, where it is known.
  var process: RunningProcess? {
    if case .process(let process) = self { process } else { nil }
  }

  /// The process in words.
  var description: String { process?.description ?? "a process that the bus does not name" }
}
