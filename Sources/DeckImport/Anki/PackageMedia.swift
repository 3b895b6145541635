internal import Glibc
internal import PlainText
internal import ThemeFiles

/// The sounds and pictures of a package, by the names that its notes use.
package struct PackageMedia {
  /// Why there is no list of names, if it cannot be read.
  private(set) var fault: LineError?
  private let path: String
  /// The archive's member of each name.
  private var members: [String: String] = [:]
  /// Whether each member is compressed by itself.
  private var isCompressed = false

  /// The most bytes of the list of names.
  private static let maximumBytes = 16 << 20
  private static let maximumNames = 200_000
  /// What Zstandard adds to data that it cannot compress, at most.
  private static let maximumOverhead = 1 << 17
  private static let zstandard: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]

  /// Without any.
  init(path: String) { self.path = path }

  /// Reads the list of names: its older form with SQLite, which knows JSON.
  init(path: String, _ database: CollectionDatabase) {
    self.path = path
    do throws(LineError) {
      try readNames(database)
    } catch {
      fault = Self.damaged
    }
  }

  private mutating func readNames(_ database: CollectionDatabase) throws(LineError) {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    defer { close(file) }
    let archive = try ArchiveReader(.zip, file: file)
    while let name = try archive.next() {
      guard name == "media" else { continue }
      var list = try Self.list(try archive.content(upTo: Self.maximumBytes))
      isCompressed = list.starts(with: Self.zstandard)
      if isCompressed {
        list = try Self.list(try ArchiveReader.unpacked(list, upTo: Self.maximumBytes))
        addEntries(list)
        if members.isEmpty, !list.isEmpty { throw Self.damaged }
      } else if !list.isEmpty {
        try database.rows(
          "SELECT key, value FROM json_each(?) WHERE type = 'text'", of: list,
          upTo: Self.maximumNames
        ) { add($0.text(1), member: $0.text(0)) }
      }
      return
    }
  }

  private static func list(_ content: ArchiveReader.Content) throws(LineError) -> [UInt8] {
    guard case .bytes(let list) = content else { throw damaged }
    return list
  }

  private static let damaged = LineError(
    english("The list of sounds and pictures is damaged or too long."))

  /// Anki's `MediaEntries { repeated MediaEntry { name = 1 } = 1 }`: the place is the member's name.
  private mutating func addEntries(_ list: [UInt8]) {
    var place = 0
    ProtobufFields.forEach(list[...]) { field, value in
      guard field == 1, case .bytes(let entry) = value, place < Self.maximumNames else { return }
      add(ProtobufFields(entry).text(1), member: "\(place)")
      place += 1
    }
  }

  private mutating func add(_ name: String, member: String) {
    // Of two files with one name the first counts.
    if members[name] == nil { members[name] = member }
  }

  private func member(_ name: String) -> String? {
    // Older versions of Anki wrote the names of pictures as parts of a URL.
    members[name] ?? members[name.percentDecoded]
  }

  /// Passes the files with these names, in the order of the archive; returns why others are not
  /// there.
  func read<Failure>(
    _ names: Set<String>, upTo limit: Int,
    _ body: (String, [UInt8]) throws(Failure) -> Void
  ) throws(Failure) -> [String: MediaFault] {
    var wanted: [String: [String]] = [:]
    var faults: [String: MediaFault] = [:]
    for name in names {
      if let member = member(name) {
        wanted[member, default: []].append(name)
      } else {
        faults[name] = .missing
      }
    }
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
    defer { close(file) }
    let archive = try? ArchiveReader(.zip, file: file)
    while !wanted.isEmpty, let member = try? archive?.next() {
      guard let found = wanted.removeValue(forKey: member) else { continue }
      switch archive.flatMap({ content(of: $0, upTo: limit) }) ?? .damaged {
      case .bytes(let bytes): for name in found { try body(name, bytes) }
      case .tooLarge: for name in found { faults[name] = .tooLarge }
      case .damaged: for name in found { faults[name] = .damaged }
      }
    }
    for name in wanted.values.joined() { faults[name] = .missing }
    return faults
  }

  private func content(of archive: ArchiveReader, upTo limit: Int) -> ArchiveReader.Content {
    do throws(LineError) {
      guard isCompressed else { return try archive.content(upTo: limit) }
      let packed = try archive.content(upTo: limit + Self.maximumOverhead)
      guard case .bytes(let bytes) = packed else { return packed }
      return try ArchiveReader.unpacked(bytes, upTo: limit)
    } catch {
      return .damaged
    }
  }
}
