internal import MemorizeFiles
internal import ThemeFiles
internal import UserFiles

/// A large deck's file, read in steps before it is changed: doing both in one turn of the loop would
/// keep other clients waiting.
final class DeckFileReading: Preparation.Need {
  private enum Phase {
    case unread
    case reading(DeckReading, FileVersion?)
    /// Nil if it cannot be read; the call then reports why.
    case read(DeckEdit?, FileVersion?)
  }

  /// In bytes; a smaller file takes only some milliseconds.
  static let smallest = 1 << 20

  private let file: ThemePath
  private var phase = Phase.unread

  /// Nil for a small file, and for one that cannot be read.
  init?(_ file: ThemePath, smallest: Int = smallest) {
    guard let version = try? FileVersion(of: file.path), version.size >= smallest else {
      return nil
    }
    self.file = file
  }

  /// Whether the file still is what was read: another call may have changed it.
  var isMet: Bool {
    guard case .read(_, let version) = phase else { return false }
    return version == (try? FileVersion(of: file.path))
  }

  func advance(while mayContinue: () -> Bool) -> Bool {
    switch phase {
    case .unread, .read:
      let version = try? FileVersion(of: file.path)
      phase =
        (try? file.read()).map { .reading(DeckReading($0), version) } ?? .read(nil, version)
      return true
    case .reading(var reading, let version):
      // With a second reference, each step would copy all cards.
      phase = .unread
      let isLeft = reading.advance(while: mayContinue)
      phase = isLeft ? .reading(reading, version) : .read(DeckEdit(reading), version)
      return isLeft
    }
  }

  /// What was read, once, if the file still has this content.
  func edit(of bytes: [UInt8]) -> DeckEdit? {
    guard case .read(let edit?, let version) = phase, edit.bytes.isSame(as: bytes) else {
      return nil
    }
    phase = .read(nil, version)
    return edit
  }
}
