internal import DBus
internal import MemorizeBus
internal import MemoryGame
internal import Practice
internal import ThemeFiles
internal import UserFiles

/// The file of a deck of the user's own, of which a change leaves every other byte as it is.
struct OwnDeckFile {
  private let file: ThemePath
  /// The name that a new file gets in its header.
  private let newName: ThemeName?
  private var shown: String { file.path.printable(upTo: LibraryFile.longestShown) }

  init(_ file: ThemePath, newName: ThemeName? = nil) {
    (self.file, self.newName) = (file, newName)
  }

  /// The file for a deck that there is not yet: a new one, or one whose last card was removed.
  init(begun name: ThemeName, in directory: String) throws(BusError) {
    let (start, suffix) = (
      directory + "/" + DeckFile.fileName(of: name), ThemeDirectory.Kind.decks.suffix
    )
    let emptied = ThemePath(kind: .decks, path: start + suffix)
    let content = (try? emptied.read()).map(DeckFile.read)
    if let content, content.cards.isEmpty, content.faults.isEmpty,
      content.name ?? (try? ThemeName(emptied.stem)) == name
    {
      self.init(emptied)
      return
    }
    self.init(
      ThemePath(kind: .decks, path: UserPath.firstFree(start, suffix)), newName: name)
    do throws(FileError) {
      try UserFile.makeDirectory(directory)
    } catch {
      throw fault(error)
    }
  }

  func change(_ body: (inout DeckEdit) throws(BusError) -> Void) throws(BusError) {
    try UserFile.rewrite(
      file.path, limit: file.kind.maximumBytes, waitsForDisk: false, failure: fault
    ) { bytes throws(BusError) in
      var edit = DeckEdit(
        bytes.isEmpty ? Array((newName.map { DeckFile.text(of: [], name: $0) } ?? "").utf8) : bytes)
      try body(&edit)
      let changed: [UInt8]
      do throws(DeckEdit.Refusal) {
        changed = try edit.applied()
      } catch {
        throw BusError(error)
      }
      guard changed.count <= file.kind.maximumBytes, (try? file.kind.checkLines(changed)) != nil
      else {
        throw BusError(
          .limitsExceeded,
          "\(shown) is full: its limit is \(file.kind.maximumBytes >> 20) MB and "
            + "\(file.kind.maximumLines) lines. Begin another deck.")
      }
      return changed
    }
  }

  private func fault(_ error: FileError) -> BusError {
    BusError(.storageFailed, "\(shown) could not be written: \(error.reason).")
  }
}

extension BusError {
  init(_ refusal: DeckEdit.Refusal) {
    let name: ErrorName =
      switch refusal {
      case .exists: .cardExists
      case .full: .limitsExceeded
      case .fault: .invalidCard
      }
    self.init(name, refusal.message.printable)
  }
}
