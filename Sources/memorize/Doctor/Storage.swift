import Glibc
import UserFiles

/// Where the service keeps games and themes, and whether it can write there.
struct Storage {
  /// A directory that the service writes to.
  struct Place {
    let path: String
    /// The errno with which even this program cannot write there.
    var failure: Int32?
    /// Whether this program can write there and the service, in its sandbox, cannot.
    var isShutOff = false
    /// Whether the unit names it among the paths that the service may write to.
    var isNamed = false
  }

  /// Where games are stored; nil if the environment names no directory.
  var games: Place?
  var themes: Place?
  /// Directories that are not the same for this program as for the service.
  var differences: [Difference] = []

  struct Difference {
    let variable: String
    let here: String
    let there: String
  }
}

extension Storage {
  /// Looks at the directories of a process, or else of what the unit would start.
  init(process: RunningProcess?, unit: Unit?, variables: [String]?) {
    let ours = UserDirectories.current
    var theirs = ours
    if let variables, !variables.isEmpty {
      theirs = UserDirectories { name in
        variables.last { $0.hasPrefix(name + "=") }.map {
          String($0.dropFirst(name.utf8.count + 1))
        }
      }
    }
    for (variable, here, there) in [
      ("XDG_STATE_HOME", ours.state, theirs.state), ("XDG_DATA_HOME", ours.data, theirs.data),
    ] {
      guard let here, let there, here != there else { continue }
      differences.append(Difference(variable: variable, here: here, there: there))
    }
    func place(_ path: String, makesFile: Bool) -> Place {
      Place(path, process: process, unit: unit, makesFile: makesFile)
    }
    games = theirs.state.map { place($0 + "/memorize", makesFile: true) }
    // A file there would make the service read all themes again.
    themes = theirs.data.map { place($0 + "/memorize/themes", makesFile: false) }
  }
}

extension Storage.Place {
  init(_ path: String, process: RunningProcess?, unit: Unit?, makesFile: Bool) {
    self.path = path
    let (real, rest) = UserPath.resolve(path)
    let exists = rest.isEmpty
    failure =
      makesFile && exists ? FilePath.failureToMakeFile(in: real) : UserPath.failureToWrite(real)
    guard failure == nil else { return }
    isNamed =
      unit?.writablePaths.contains {
        (real + rest + "/").hasPrefix(UserPath.canonical($0) + "/")
      } ?? false
    if let process {
      isShutOff = UserPath.failureToWrite(process.view(of: real)) == EROFS
    } else if let unit, unit.isReadOnly {
      isShutOff = !isNamed
    }
  }
}

/// What the system says of paths.
enum FilePath {
  /// What a symbolic link points at; nil if it cannot be read.
  static func link(_ path: String) -> String? {
    var letters = [CChar](repeating: 0, count: 4096)
    let count = readlink(path, &letters, letters.count)
    guard count >= 0 else { return nil }
    return String(decoding: letters.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Whether it is a regular file that may be executed.
  static func isExecutable(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && access(path, X_OK) == 0
  }

  /// The errno of writing a file, which is removed at once; nil if it was written.
  static func failureToMakeFile(in directory: String) -> Int32? {
    var name = Array((directory + "/.doctor-XXXXXX").utf8CString)
    let file = mkstemp(&name)
    guard file >= 0 else { return errno }
    defer { close(file) }
    unlink(name)
    let block = [UInt8](repeating: 0, count: 4096)
    // A full disk may let a file be made, and nothing be written to it.
    return write(file, block, block.count) == block.count ? nil : errno
  }

  /// More than any file of `/proc`, and any unit, has.
  private static let limit = 1 << 20

  /// The text of a file; nil if it cannot be read.
  static func text(_ path: String) -> String? {
    (try? UserFile.read(path, limit: limit)).map { String(decoding: $0, as: UTF8.self) }
  }

  static func names(in directory: String, suffix: String) -> [String] {
    (try? UserFile.names(in: directory, suffix: suffix).names) ?? []
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
