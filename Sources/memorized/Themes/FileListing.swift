internal import Glibc

/// A file that is to be read, as its directory lists it.
struct FileListing: Hashable {
  /// The file that `Add` writes.
  static let added = "added.themes"
  /// Nobody has more, and all their names are sorted.
  static let maximumFiles = 4096
  /// How much of a path an error shows, in scalars.
  static let longestShown = 1000

  /// The directory.
  let place: ThemePlaces.Place
  /// The file's own name, which need not be UTF-8.
  private let name: [UInt8]

  /// The whole path as the C library takes it.
  var bytes: [CChar] {
    (Array(place.path.utf8) + [UInt8(ascii: "/")] + name + [0]).map(CChar.init(bitPattern:))
  }

  /// The whole path as text, to be made printable where it is shown.
  var path: String { place.path + "/" + String(decoding: name, as: UTF8.self) }

  /// The file's name without its suffix.
  var stem: String {
    String(decoding: name.dropLast(place.kind.suffix.utf8.count), as: UTF8.self)
  }

  var isAdded: Bool { place.kind == .own && name == Array(Self.added.utf8) }

  /// Lists a directory: in byte order of the names, but `added.themes` first.
  ///
  /// - Returns: the files, and what is wrong with the directory; one that is not there is empty.
  static func files(in place: ThemePlaces.Place) -> (files: [FileListing], faults: FaultList) {
    var faults = FaultList()
    guard let directory = opendir(place.path) else {
      if errno != ENOENT {
        faults.add(nil, "It cannot be read: \(FileContents.reason(errno)).")
      }
      return ([], faults)
    }
    defer { closedir(directory) }
    let suffix = Array(place.kind.suffix.utf8)
    // It counts among the most of them, wherever the directory lists it.
    let added = place.kind == .own ? Array(Self.added.utf8) : nil
    var status = stat()
    let hasAdded = added != nil && lstat(place.path + "/" + Self.added, &status) == 0
    let most = maximumFiles - (hasAdded ? 1 : 0)
    var names: [[UInt8]] = []
    while names.count <= most, let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      // A hidden one is what an editor left.
      guard name.first != UInt8(ascii: "."), name.suffix(suffix.count) == suffix[...] else {
        continue
      }
      if name != added { names.append(name) }
    }
    if names.count > most {
      faults.add(nil, "It has more than \(maximumFiles) files, and the rest is not read.")
    }
    names.sort { $0.lexicographicallyPrecedes($1) }
    names = Array(names.prefix(most))
    if hasAdded, let added { names.insert(added, at: 0) }
    return (names.map { FileListing(place: place, name: $0) }, faults)
  }
}
