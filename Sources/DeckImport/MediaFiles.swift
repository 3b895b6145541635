internal import UserFiles

/// Why a sound or a picture that a card names is not imported.
package enum MediaFault: Hashable, CaseIterable, Sendable {
  case missing
  case tooLarge
  case damaged
}

/// Where the sounds and pictures are that the cards of an import name.
package enum MediaFiles {
  case package(PackageMedia)
  /// Beside a table or a vocabulary: the names are relative to one of these directories, or URLs of
  /// files below it.
  case directories([String])

  /// Passes each file once; returns why others cannot be imported.
  package func read<Failure>(
    _ names: Set<String>, upTo limit: Int,
    _ body: (String, [UInt8]) throws(Failure) -> Void
  ) throws(Failure) -> [String: MediaFault] {
    switch self {
    case .package(let media): return try media.read(names, upTo: limit, body)
    case .directories(let directories):
      var faults: [String: MediaFault] = [:]
      for name in names.sorted() {
        guard let path = Self.path(of: name, in: directories) else {
          faults[name] = .missing
          continue
        }
        let read = Result { () throws(FileError) in try UserFile.read(path, limit: limit) }
        switch read {
        case .success(let bytes): try body(name, bytes)
        case .failure(.tooLarge): faults[name] = .tooLarge
        case .failure: faults[name] = .damaged
        }
      }
      return faults
    }
  }

  /// The path without links of a file below one of the directories: a table may come from anybody,
  /// and must not name others.
  private static func path(of name: String, in directories: [String]) -> String? {
    let isURL = name.hasPrefix("file:")
    let file = isURL ? String(name.dropFirst(name.hasPrefix("file://") ? 7 : 5)) : name
    for name in isURL ? [file.percentDecoded] : [file, file.percentDecoded] {
      for directory in directories {
        guard let above = FilePath.real(directory),
          let path = FilePath.real(name.hasPrefix("/") ? name : "\(directory)/\(name)")
        else { continue }
        if path.hasPrefix(above == "/" ? above : above + "/") { return path }
      }
    }
    return nil
  }
}

extension String {
  /// With each `%20` and the like as what it stands for; itself if it is not such a text.
  var percentDecoded: String {
    guard utf8.contains(UInt8(ascii: "%")) else { return self }
    var bytes: [UInt8] = []
    var rest = Array(utf8)[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), digits.utf8.count == 2, let code = UInt8(digits, radix: 16) {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self) ?? self
  }
}
