import Foundation
import MemorizeFiles
import TestSupport
import Testing
import UserFiles

@Suite struct MediaDraftTests {
  private let files: TemporaryDirectory
  private var folder: String { files.path("media") }

  init() throws { files = try TemporaryDirectory() }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  /// Two machines that synchronize the folder would disagree about a file with a wrong digest.
  @Test func digestsAreThoseOfTheStandard() {
    let long = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
    for (text, digest) in [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (long, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
      (
        String(repeating: "a", count: 64),
        "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"
      ),
      (
        String(repeating: "a", count: 1_000_000),
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
      ),
    ] {
      #expect(SHA256.hex(Array(text.utf8)) == digest)
    }
  }

  @Test func aFileHasANameThatTellsNothing() {
    let digest = "ba7816bf8f01cfea414140de5dae2223b00361a3"
    for (old, ending) in [
      ("dog.MP3", ".mp3"), ("a.b.ogg", ".ogg"), ("dog", ""), ("a.m p", ""), ("a.", ""),
      ("a.veryverylong", ""), ("../x.png", ".png"), ("a.b/c", ""),
    ] {
      #expect(MediaDraft.name(of: Array("abc".utf8), named: old) == digest + ending)
    }
  }

  /// An interrupted import must leave nothing in the folder that a deck could name.
  @Test func filesAppearWhenTheyArePublished() throws {
    var draft: MediaDraft? = try MediaDraft(folder: folder)
    let dog = try #require(try draft?.add(Array("woof".utf8), named: "dog.mp3"))
    let same = try draft?.add(Array("woof".utf8), named: "again.mp3")
    let other = try #require(try draft?.add([], named: "silence.mp3"))
    #expect(same == dog && other != dog)
    #expect(try names().allSatisfy { $0.hasPrefix(".memorize-") })
    try draft?.publish([dog, "unknown.mp3"])
    #expect(try names().filter { !$0.hasPrefix(".") } == [dog])
    draft = nil
    #expect(try names() == [dog])
    #expect(try files.text("media/" + dog) == "woof")
    var status = stat()
    #expect(stat(folder + "/" + dog, &status) == 0 && status.st_mode & 0o777 == 0o600)
    let inode = status.st_ino
    // An equal file is not written again, and a damaged one is.
    let again = try MediaDraft(folder: folder)
    #expect(try again.add(Array("woof".utf8), named: "dog.mp3") == dog)
    try again.publish([dog])
    #expect(stat(folder + "/" + dog, &status) == 0 && status.st_ino == inode)
    try files.write("media/" + dog, "wo")
    #expect(try again.add(Array("woof".utf8), named: "dog.mp3") == dog)
    try again.publish([dog])
    #expect(try files.text("media/" + dog) == "woof")
  }

  /// Files of a killed import stayed for ever, or those of one under way were removed.
  @Test func whatAKilledImportLeftIsRemoved() throws {
    try files.write("media/.memorize-killed/x.mp3", "half")
    let running = try MediaDraft(folder: folder)
    let name = try running.add(Array("woof".utf8), named: "dog.mp3")
    ScratchDirectory.removeLeft(in: folder)
    #expect(try names().count == 1)
    var isUnused = false
    try ScratchDirectory.whileUnused(in: folder) { isUnused = true }
    #expect(!isUnused)
    try running.publish([name])
    #expect(try names().contains(name))
  }
}
