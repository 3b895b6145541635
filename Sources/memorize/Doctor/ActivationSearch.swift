import MemorizeBus

/// Finds the activation files for the service, where a session bus looks for them.
enum ActivationSearch {
  /// The directories, the one that wins first.
  ///
  /// - Parameter environment: reads one variable; nil where it is not set or empty.
  /// - Returns: absolute paths, none twice.
  static func directories(environment: (String) -> String?) -> [String] {
    var roots = [environment("XDG_RUNTIME_DIR")]
    roots.append(environment("XDG_DATA_HOME") ?? environment("HOME").map { $0 + "/.local/share" })
    let shared = environment("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
    roots += shared.split(separator: ":").map { String($0) }
    var directories: [String] = []
    for root in roots.compactMap({ $0 }) where root.hasPrefix("/") {
      let directory = (root.hasSuffix("/") ? String(root.dropLast()) : root) + "/dbus-1/services"
      if !directories.contains(directory) { directories.append(directory) }
    }
    return directories
  }

  /// The files for our name in the order of the directories, by whatever name they go.
  static func files(in directories: [String]) -> [ActivationFile] {
    directories.flatMap { directory in
      SmallFile.names(in: directory).compactMap { name in
        guard name.hasSuffix(".service"), let text = SmallFile.read(directory + "/" + name),
          var file = ActivationFile(path: directory + "/" + name, text: text)
        else { return nil }
        file.lookForProgram()
        return file
      }
    }
  }
}
