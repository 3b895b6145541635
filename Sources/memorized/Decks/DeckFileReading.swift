internal import MemorizeBus
internal import MemorizeFiles
internal import ThemeFiles
internal import UserFiles

/// A large deck's file, read before the call that changes it: reading and changing it in one turn of
/// the loop would make others wait for too long.
final class DeckFileReading: PreparedWork {
  private enum Phase {
    case unread
    case reading(DeckReading)
    /// Nil if it cannot be read: the call says why.
    case read(DeckEdit?)
  }

  /// In bytes; a smaller file is read within some milliseconds.
  private static let smallest = 1 << 20

  private let file: ThemePath
  private var phase = Phase.unread

  /// Nil for a small file, and for one that cannot be read.
  init?(_ file: ThemePath) {
    guard let version = try? FileVersion(of: file.path), version.size >= Self.smallest else {
      return nil
    }
    self.file = file
  }

  var isDone: Bool { if case .read = phase { true } else { false } }

  func goOn(while goesOn: () -> Bool) {
    switch phase {
    case .unread: phase = (try? file.read()).map { .reading(DeckReading($0)) } ?? .read(nil)
    case .reading(var reading):
      // Held twice, all cards would be copied in each turn.
      phase = .unread
      phase = reading.goOn(while: goesOn) ? .reading(reading) : .read(DeckEdit(reading))
    case .read: break
    }
  }

  /// What was read, once, if the file still has this content.
  func edit(of bytes: [UInt8]) -> DeckEdit? {
    guard case .read(let edit?) = phase, edit.bytes.isSame(as: bytes) else { return nil }
    phase = .read(nil)
    return edit
  }
}
