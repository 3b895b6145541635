import Testing
import ThemeFiles

@Suite struct ConflictCopyTests {
  @Test(arguments: [
    "animals.sync-conflict-20261128-131500-ABCDEFG.tsv",
    "animals.sync-conflict-20261128-131500-7ABC2DE.tsv",
    "animals.sync-conflict-20261128-131500.tsv",
    "animals (conflicted copy 2026-11-28 131500).tsv",
    "animals (conflicted copy Ann B 2026-11-28 131500).tsv",
    "animals (Ann's conflicted copy 2026-11-28).tsv",
    "animals (Ann's conflicted copy 2026-11-28 (1)).tsv",
    "animals_conflict-20261128-131500.tsv", "animals_conflict-ann-20261128-131500.tsv",
    // Copies of copies.
    "animals.sync-conflict-20261128-131500-ABCDEFG.sync-conflict-20261129-131500-GFEDCBA.tsv",
    "animals (conflicted copy 2026-11-28 131500) (Ann's conflicted copy 2026-11-28).tsv",
    "animals (conflicted copy 2026-11-28 131500).sync-conflict-20261128-131500-ABCDEFG.tsv",
    "animals_conflict-20261128-131500 (conflicted copy 2026-11-28 131500).tsv",
  ])
  func aCopyLeadsToItsFile(_ name: String) {
    #expect(ConflictCopy(named: name)?.original == "animals.tsv")
  }

  @Test func theNameMayHaveAnyOtherForm() {
    func original(_ name: String) -> String? { ConflictCopy(named: name)?.original }
    #expect(original("a.b 1.sync-conflict-20261128-131500-A.tsv") == "a.b 1.tsv")
    #expect(original("動物 (old) (conflicted copy 2026-11-28 131500).tsv") == "動物 (old).tsv")
    #expect(original("my_conflict-words_conflict-20261128-131500.tsv") == "my_conflict-words.tsv")
    #expect(original(".a.sync-conflict-20261128-131500-A.tsv") == ".a.tsv")
  }

  @Test(arguments: [
    "animals.tsv", "conflict.tsv", "", ".", ".tsv", "tsv", ".sync-conflict-.tsv",
    ".sync-conflict-20261128-131500-ABCDEFG.tsv", " (conflicted copy 2026-11-28 131500).tsv",
    "_conflict-20261128-131500.tsv", "a.sync-conflict-.tsv", "a.sync-conflict-words.tsv",
    "a.sync-conflict-20261128-131500 of mine.tsv", "a.sync-conflict-20261128-1315001.tsv",
    "my_conflict-words.tsv", "a_conflict-20261128.tsv", "a_conflicts-20261128-131500.tsv",
    "a_conflict-20261128-131500-b.tsv", "a (conflicted copy).tsv", "a (conflicted copy of b).tsv",
    "a conflicted copy 2026-11-28.tsv", "a (b) conflicted copy 2026-11-28).tsv",
    "a (conflicted copy 2026-11-28) b.tsv", "a.tsv.sync-conflict-20261128-131500-ABCDEFG",
  ])
  func anyOtherFileIsADeck(_ name: String) {
    #expect(ConflictCopy(named: name) == nil)
  }
}
