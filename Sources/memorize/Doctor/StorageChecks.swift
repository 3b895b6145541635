import DBus
import UserFiles

extension Findings {
  var storageChecks: [Check] {
    var checks = storage.differences.map { difference in
      Check(
        .warning, .storage,
        "The service uses \(difference.there.printable), and by \(difference.variable) this shell "
          + "\(difference.here.printable).",
        fix: "Set \(difference.variable) for both, in a file below ~/.config/environment.d; log in "
          + "again, run “make install” again, and: \(Unit.restart)")
    }
    if let games = storage.games, let fault = fault(of: games) {
      checks.append(Check(.fault(.unexpected), .storage, fault.text, fix: fault.fix))
    }
    // Themes that another program keeps may be read-only on purpose.
    if let themes = storage.themes, themes.isShutOff, let fault = fault(of: themes) {
      checks.append(Check(.warning, .storage, fault.text, fix: fault.fix))
    }
    guard checks.isEmpty, let games = storage.games else { return checks }
    return [Check(.ok, .storage, "Games are stored in \(games.path.printable).")]
  }

  private func fault(of place: Storage.Place) -> (text: String, fix: String)? {
    let path = place.path.printable
    if let failure = place.failure {
      return (
        "Nothing can be stored in \(path): \(FileError.system(failure).reason).",
        "Once “touch \(path)/test” works, memorized works again."
      )
    }
    guard place.isShutOff else { return nil }
    if isRunning, place.isNamed {
      return (
        "The running service cannot write to \(path), although its unit names it: the directory or "
          + "the unit has changed since it started.", Unit.restart
      )
    }
    return (
      "The sandbox of \(Unit.name) does not let the service write to \(path).",
      "Run “make install” again, or write the line ReadWritePaths=\(UserPath.canonical(place.path).printable) "
        + "below [Service] to ~/.config/systemd/user/\(Unit.name).d/storage.conf; then: "
        + "\(Unit.reload); \(Unit.restart)"
    )
  }
}
