internal import Glibc
package import UserFiles

/// New files for the folder of media, which are not in it until their deck is written.
package final class MediaDraft {
  package static let maximumBytes = 16 << 20
  package static let maximumFiles = 100_000

  package enum Fault: Error {
    case full
    case file(FileError)
  }

  private let folder: String
  private let scratch: ScratchDirectory
  /// The files that the folder lacks.
  private var new: Set<String> = []
  private var count: Int

  /// In the folder at a path, which is created.
  package init(folder: String) throws(FileError) {
    self.folder = folder
    scratch = try ScratchDirectory(in: folder)
    count = try UserFile.names(in: folder).names.count
  }

  /// Adds a file under a name made from its content and the ending of its old name, and returns that.
  package func add(_ bytes: [UInt8], named old: String) throws(Fault) -> String {
    let name = Self.name(of: bytes, named: old)
    // One of another size was damaged.
    if new.contains(name) || (try? FileVersion(of: "\(folder)/\(name)").size) == bytes.count {
      return name
    }
    guard count < Self.maximumFiles else { throw .full }
    do throws(FileError) {
      try scratch.write(bytes, as: name)
    } catch {
      throw .file(error)
    }
    new.insert(name)
    count += 1
    return name
  }

  /// Removes the files that are not in the folder yet; nothing can be added then.
  package func discard() { scratch.discard() }

  /// Puts some of the files into the folder.
  package func publish(_ names: Set<String>) throws(FileError) {
    let names = names.intersection(new)
    if names.isEmpty { return }
    try scratch.publish(names)
    new.subtract(names)
  }

  /// No two files with different contents get the same name, and none tells what it contains.
  package static func name(of bytes: [UInt8], named old: String) -> String {
    let ending = old.lastIndex(of: ".").map { old[old.index(after: $0)...].lowercased() } ?? ""
    let isUsable =
      (1...10).contains(ending.utf8.count)
      && ending.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
    return SHA256.hex(bytes).prefix(40) + (isUsable ? ".\(ending)" : "")
  }
}
