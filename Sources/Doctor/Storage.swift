import Glibc
import MemorizeFiles
import PlainText
package import Screens
import Translation
package import UserFiles

/// The service's directories of games and themes, and whether it can write there.
package struct Storage {
  struct Place {
    let path: String
    /// The errno if even this program cannot write there.
    var failure: Int32?
    /// Whether the sandbox keeps the service from writing where this program can.
    var isShutOff = false
    /// Whether the unit lists it among its writable paths.
    var isNamed = false
    /// The link that leads to a file in it; nil if it is one of the service's directories.
    var link: String?
  }

  /// Nil if the environment names no directory.
  var games: Place?
  /// The directories of themes and decks, then those to which links in them lead, each once.
  var places: [Place] = []
  /// The paths of databases that were set aside and that the user has not seen.
  var setAside: [String] = []
  /// Directories that differ between this program and the service.
  var differences: [(variable: String, here: String, there: String)] = []
}

extension Storage {
  /// Uses the directories of the process, else of what the unit would start.
  init(process: RunningProcess?, unit: Unit?, variables: [String]) {
    let (ours, theirs) = (UserDirectories.current, UserDirectories(variables: variables))
    for (variable, here, there) in [
      ("XDG_STATE_HOME", ours.state, theirs.state), ("XDG_DATA_HOME", ours.data, theirs.data),
    ] {
      guard let here, let there, here != there else { continue }
      differences.append((variable, here, there))
    }
    setAside =
      theirs.memorizeState.map { directory in
        SetAsideFiles(in: directory).unseen.map { directory + "/" + $0 }
      } ?? []
    games = theirs.memorizeState.map { Place($0, process, unit, makesFile: true) }
    // Creating a file there would make the service read all themes again.
    let directories = ThemeDirectory.all(in: theirs).filter { $0.kind != .shared }
    places = directories.map { Place($0.path, process, unit, makesFile: false) }
    // Only these files are changed: a new one is written beside the old one.
    let changed = directories.flatMap { directory in
      directory.kind == .own
        ? [directory.path + "/" + ThemeDirectory.added] : directory.files().files.map(\.path)
    }
    for path in changed where FilePath.isLink(path) {
      let target = UserFile.directory(of: FilePath.canonical(path))
      if places.contains(where: { $0.link != nil && $0.path == target }) { continue }
      var place = Place(target, process, unit, makesFile: false)
      place.link = path
      places.append(place)
    }
  }
}

extension UserDirectories {
  /// From the variables of a process, `NAME=value`; ours if there are none.
  init(variables: [String]) {
    if variables.isEmpty {
      self = .current
    } else {
      self.init { name in
        variables.last { $0.hasPrefix(name + "=") }.map {
          String($0.dropFirst(name.utf8.count + 1))
        }
      }
    }
  }
}

extension Storage {
  /// The sentence of `memorize` alone and of the first screen, for people; nil if nothing was set
  /// aside, or on another machine.
  package static func news(_ options: Options) -> String? {
    guard options.host == nil, let directory = UserDirectories.current.memorizeState else {
      return nil
    }
    let count = SetAsideFiles(in: directory).unseen.count
    guard count > 0 else { return nil }
    return tr(
      count, "1 database set aside: see “memorize doctor”.",
      "{n} databases set aside: see “memorize doctor”.")
  }

  package static func markSeen() throws(FileError) {
    guard let directory = UserDirectories.current.memorizeState else { return }
    try SetAsideFiles(in: directory).markSeen()
  }
}

extension Storage.Place {
  init(_ path: String, _ process: RunningProcess?, _ unit: Unit?, makesFile: Bool) {
    self.path = path
    let (real, rest) = FilePath.resolve(path)
    failure =
      makesFile && rest.isEmpty
      ? FilePath.failureToMakeFile(in: real) : FilePath.failureToWrite(real)
    guard failure == nil else { return }
    isNamed =
      unit?.writablePaths.contains {
        (real + rest + "/").hasPrefix(FilePath.canonical($0) + "/")
      } ?? false
    if let process {
      isShutOff = FilePath.failureToWrite(process.view(of: real)) == EROFS
    } else {
      isShutOff = unit?.isReadOnly == true && !isNamed
    }
  }

  /// Why the service cannot write there, and what to do.
  fileprivate func fault(isRunning: Bool) -> (text: String, fix: String)? {
    let (folder, link, unit) = (path.printable, link?.printable, Unit.name)
    if let failure {
      let reason = FileError.system(failure).reason
      return (
        english("Nothing can be stored in \(folder): \(reason)."),
        english("Make \(folder) writable; “touch \(folder)/test” tests that.")
      )
    }
    guard isShutOff else { return nil }
    if isRunning, isNamed {
      return (
        link.map { link in
          english(
            "The running service cannot write to \(folder), to which \(link) leads, although its "
              + "unit allows it: the directory or the unit has changed since it started.")
        }
          ?? english(
            "The running service cannot write to \(folder), although its unit allows it: the "
              + "directory or the unit has changed since it started."), Unit.restart
      )
    }
    let line = "ReadWritePaths=\(FilePath.canonical(path).printable)"
    let file = "~/.config/systemd/user/\(unit).d/storage.conf"
    let commands = "\(Unit.reload); \(Unit.restart)"
    guard let link else {
      return (
        english("The sandbox of \(unit) does not let the service write to \(folder)."),
        english(
          "Run “make install” again, or add the line \(line) below [Service] in \(file); then: "
            + "\(commands)")
      )
    }
    return (
      english(
        "The sandbox of \(unit) does not let the service write to \(folder), to which \(link) leads."
      ), english("Add the line \(line) below [Service] in \(file); then: \(commands)")
    )
  }
}

extension Findings {
  var storageChecks: [Check] {
    var checks = storage.differences.map { variable, here, there in
      let (here, there) = (here.printable, there.printable)
      return Check(
        .warning,
        english("The service uses \(there), but \(variable) of this shell names \(here)."),
        fix: english(
          "Set \(variable) for both, in a file below ~/.config/environment.d; log in again, run "
            + "“make install” again, then: \(Unit.restart)"))
    }
    if let fault = storage.games?.fault(isRunning: isRunning) {
      checks.append(Check(.fault(.unexpected), fault.text, fix: fault.fix))
    }
    // Themes managed by another program may be read-only on purpose.
    for place in storage.places where place.isShutOff {
      guard let fault = place.fault(isRunning: isRunning) else { continue }
      checks.append(Check(.warning, fault.text, fix: fault.fix))
    }
    if checks.isEmpty, let games = storage.games {
      checks.append(Check(.ok, english("Games are stored in \(games.path.printable).")))
    }
    return checks + storage.setAside.map(Self.check(ofSetAside:))
  }

  private static func check(ofSetAside path: String) -> Check {
    let isLog = path.hasSuffix(SetAside.logSuffix)
    let isDamaged = path.contains("\(StateDirectory.database).\(SetAside.damaged.rawValue)-")
    let file = path.printable
    let text =
      isLog
      ? english("Changes that belong to another copy of the database were set aside: \(file).")
      : isDamaged
        ? english("A damaged database was set aside: \(file).")
        : english(
          "Another database took the place of the one in use, which was set aside: \(file).")
    return Check(
      .warning, text,
      fix: isLog || isDamaged
        ? english("If you do not need it, remove it; “memorize doctor --seen” ends this warning.")
        : english(
          "To take it back: memorize restore \(file). If you do not need it, remove it; “memorize "
            + "doctor --seen” ends this warning."))
  }
}
