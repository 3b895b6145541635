import MemorizeFiles
import TestSupport
import Testing
import UserFiles

@Suite struct ThemeDirectoryTests {
  private func directories(_ environment: [String: String]) -> [String] {
    ThemeDirectory.all(in: UserDirectories { environment[$0] }).map { "\($0.kind) \($0.path)" }
  }

  @Test func theUsersOwnWin() {
    #expect(
      directories(["XDG_DATA_HOME": "/d", "HOME": "/h", "XDG_DATA_DIRS": "/a:/b:/d"]) == [
        "own /d/memorize/themes", "shared /a/memorize/themes", "shared /b/memorize/themes",
        "decks /d/memorize/decks",
      ])
    #expect(directories(["HOME": "h", "XDG_DATA_DIRS": "a"]).isEmpty)
  }

  /// A copy that a synchronizer made was a second deck with the same cards.
  @Test func copiesOfDecksAreNoDecks() throws {
    let directory = try TemporaryDirectory()
    let copies = [
      "A (Ann's conflicted copy 2026-11-28)", "A (conflicted copy 2026-11-28 131500)",
      "B.sync-conflict-20261128-131500-ABCDEFG",
    ]
    for name in copies + ["A", "my_conflict-words"] { try directory.write("\(name).tsv") }
    let listed = ThemeDirectory(kind: .decks, path: directory.root).files()
    #expect(listed.files.map(\.stem) == ["A", "my_conflict-words"])
    #expect(listed.copies.map(\.file.stem) == copies)
    #expect(listed.copies.map(\.deck.name) == ["A.tsv", "A.tsv", "B.tsv"])
    #expect(listed.copies.allSatisfy { $0.deck.path.hasPrefix(directory.root + "/") })
    #expect(ThemeDirectory(kind: .own, path: directory.root).files().copies.isEmpty)
  }

  /// The file that the service writes must be read even if there are too many.
  @Test func theAddedFileIsAmongThoseThatAreRead() throws {
    let directory = try TemporaryDirectory()
    for name in ["added"] + (0..<4200).map(String.init) {
      try directory.write("\(name).themes", "")
    }
    let (files, _, faults) = ThemeDirectory(kind: .own, path: directory.root).files()
    #expect(files.first?.stem == "added")
    #expect(files.count == 4096 && files.count { $0.stem == "added" } == 1)
    #expect(faults.first?.contains("4096 files") == true)
  }
}
