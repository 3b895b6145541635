import Foundation
import MemorizeFiles
import TestSupport
import Testing
import ThemeFiles

/// An import that ends at any of its file operations, by a kill or a full disk, leaves whole decks and
/// whole files, and the next one makes it complete.
///
/// All operations are tried by `make test-crash`, and a few of them else.
@Suite(.timeLimit(.minutes(30))) struct ImportCrashTests {
  enum Way: CaseIterable {
    case kill, interrupt
    /// The disk is full for one operation, or from that one on.
    case fullOnce, full

    var code: Int32? {
      switch self {
      case .kill: nil
      case .interrupt: -SIGINT
      case .fullOnce, .full: ENOSPC
      }
    }
  }

  private static let package =
    SourceTree.root.path + "/Tests/ThemeFilesTests/Packages/media.apkg"

  /// What an import has written.
  private struct Written: Equatable {
    var decks: [String: [UInt8]] = [:]
    /// Those of the folder of media, hidden ones too.
    var media: Set<String> = []

    init(_ shelf: Shelf) throws {
      let folders = try shelf.names("data/memorize")
      if folders.contains("media") { media = Set(try shelf.names("data/memorize/media")) }
      for name in folders.contains("decks") ? try shelf.names("data/memorize/decks") : []
      where name.hasSuffix(".tsv") {
        decks[name] = Array(try shelf.text("data/memorize/decks/\(name)").utf8)
      }
    }
  }

  // A killed import must leave neither half a deck, nor a deck without its sounds, nor half a sound
  // under the name of a whole one, nor anything that the next import does not take or remove.
  @Test(arguments: Way.allCases) func anImportIsWholeOrAbsent(way: Way) throws {
    var generator = SeededGenerator(for: "anImportIsWholeOrAbsent \(way)")
    let isLong = ProcessInfo.processInfo.environment["MEMORIZE_CRASHES"] != nil
    let whole = try importing(Shelf())
    #expect(whole.decks.count == 3 && whole.media.count == 7)
    let calls = try FailingCalls()
    var struck = 0
    var number = 0
    while true {
      number += isLong ? 1 : .random(in: 1...9, using: &generator)
      let shelf = try Shelf()
      try calls.arm()
      let outcome = try shelf.memorize(
        ["deck", "import", Self.package, "--no-reviews"],
        with: calls.environment(
          changing: number, onlyOnce: way != .full, with: way.code))
      let hasStruck = calls.hasStruck
      try calls.arm(false)
      let left = try Written(shelf)
      for (name, bytes) in left.decks {
        #expect(bytes == whole.decks[name], "\(number): \(name)")
        let named = DeckFile.media(in: bytes)
        #expect(named.sounds.union(named.pictures).isSubset(of: left.media), "\(number): \(name)")
      }
      for name in left.media where !name.hasPrefix(".") {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: shelf.data + "/media/" + name))
        #expect(MediaDraft.name(of: Array(bytes), named: name) == name, "\(number)")
      }
      if way == .interrupt, hasStruck {
        // Ctrl-C leaves no file on its way.
        #expect(outcome.code == 128 + SIGINT, "\(number)")
        #expect(!left.media.contains { $0.hasPrefix(".") }, "\(number)")
      }
      if way == .full || way == .fullOnce, hasStruck {
        // What cannot be removed from a full disk does no harm.
        #expect((outcome.code == 0) == (left.decks == whole.decks), "\(number): \(outcome.errors)")
        #expect(
          outcome.code == 0 || outcome.errors.contains("no space is left; free some."),
          "\(outcome.errors)")
      }
      let again = try importing(shelf)
      #expect(again == whole, "\(number)")
      guard hasStruck else { break }
      struck += 1
    }
    #expect(struck > (isLong ? 30 : 3))
  }

  /// The system keeps a signal that is held, even if it is ignored, as in the background of a script.
  @Test func anIgnoredInterruptionIsNone() throws {
    let (shelf, calls) = (try Shelf(), try FailingCalls())
    try calls.arm()
    let command = ["trap '' INT; exec \"$@\"", "sh", Programs.memorize]
    let outcome = try Outcome(
      "/bin/sh", ["-c"] + command + ["deck", "import", Self.package, "--no-reviews"],
      environment: shelf.environment.merging(
        calls.environment(changing: 5, onlyOnce: true, with: -SIGINT)
      ) { $1 })
    #expect(outcome.code == 0 && calls.hasStruck, "\(outcome.errors)")
    #expect(try Written(shelf) == importing(shelf))
  }

  private func importing(_ shelf: Shelf) throws -> Written {
    let outcome = try shelf.memorize("deck", "import", Self.package, "--no-reviews")
    #expect(outcome.code == 0, "\(outcome.errors)")
    return try Written(shelf)
  }
}
