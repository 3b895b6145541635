import ArgumentParser
import DBus
import Glibc
import MemorizeBus
import MemorizeFiles
import PlainText
import Screens
import Translation
import UserFiles

struct BackupVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Save all data in a file, for “restore”.",
    discussion: """
      The file has all games, reviews and settings as they are now; the service keeps running. \
      Themes and decks are files of their own: copy them yourself. With --plain, print only the path \
      of the file.
      """)
  static let examples = [
    "memorize backup memorize.backup", "memorize backup ~/memorize-2026.sqlite",
  ]

  @Argument(help: "The new file.", completion: .file())
  var file: String

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    try options.refuseHost(of: "backup", file)
    let path = FilePath.absolute(file)
    guard access(path, F_OK) != 0 else {
      throw ProgramError(
        .refused, name: "FileExists",
        english("\(file) exists. Choose another name, or remove it first."))
    }
    let connection = try ServiceConnection(options)
    let copy = try connection.storagePlace
    defer { unlink(copy) }
    try connection.ask(StorageContract.backup, copy)
    try Result { () throws(FileError) in
      let bytes = try UserFile.read(copy, limit: FilePath.maximumBackup)
      try UserFile.replace(path, with: bytes, overwrites: false)
    }.mapError { FilePath.failure(of: file, $0) }.get()
    try options.print(
      json: ["file": .string(path)], plain: path.harmless + "\n",
      text: tr("saved in {file}", ["file": file.harmless]) + "\n")
  }
}

struct RestoreVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Restore all games, reviews and settings from a file of “backup”.",
    discussion: """
      The file is checked first. The data from before is kept beside the database, and its path is \
      printed; after “memorize doctor --seen” it is mentioned no more. With --plain, print only that \
      path.
      """,
    shouldDisplay: false)
  static let examples = [
    "memorize restore memorize.backup", "memorize restore ~/memorize-2026.sqlite",
  ]

  @Argument(help: "A file that “backup” has written.", completion: .file())
  var file: String

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    try options.refuseHost(of: "restore", file)
    let bytes = try Result { () throws(FileError) in
      try UserFile.read(FilePath.absolute(file), limit: FilePath.maximumBackup)
    }.mapError { FilePath.failure(of: file, $0) }.get()
    let connection = try ServiceConnection(options)
    let copy = try connection.storagePlace
    defer { unlink(copy) }
    try Result { () throws(FileError) in
      try UserFile.replace(copy, with: bytes, overwrites: false)
    }.mapError { FilePath.failure(of: copy, $0) }.get()
    let kept = try connection.ask(StorageContract.restore, copy)
    try options.print(
      json: ["file": .string(FilePath.absolute(file)), "kept": .string(kept)],
      plain: kept.harmless + "\n",
      // Translators: {kept} is a file too.
      text: tr(
        "restored from {file}; what was there before is in {kept}",
        ["file": file.harmless, "kept": kept.harmless]) + "\n")
  }
}

extension Options {
  /// The file belongs to the machine on which the service runs.
  fileprivate func refuseHost(of verb: String, _ file: String) throws(ProgramError) {
    guard let host else { return }
    let command = "ssh \(host.name) memorize \(verb) \(file)"
    throw .usage(english("\(verb) works where the service runs: \(command)"))
  }
}

extension ServiceConnection {
  /// A path for a copy that both the service, in its sandbox, and this program can read and write.
  fileprivate var storagePlace: String {
    get throws(ProgramError) {
      let values = try wait {
        $0.properties(of: StorageContract.interface, completion: $1)
      }.values
      guard let directory = values["Directory"]?.get(String.self), directory.hasPrefix("/") else {
        throw ProgramError(
          .unexpected, name: "StorageFailed",
          english("The service has no directory for its database."))
      }
      let place = directory + "/\(StateDirectory.database).copy-\(getpid())"
      unlink(place)
      return place
    }
  }
}

extension FilePath {
  /// Larger than any database of the service.
  fileprivate static let maximumBackup = 1 << 32

  fileprivate static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let here = getcwd(nil, 0) else { return path }
    defer { free(here) }
    return String(cString: here) + "/" + path
  }

  fileprivate static func failure(of path: String, _ error: FileError) -> ProgramError {
    ProgramError(.unexpected, name: "File", "\(path): \(error.sentence)")
  }
}
