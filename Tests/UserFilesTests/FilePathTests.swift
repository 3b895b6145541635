import Foundation
import TestSupport
import Testing

@testable import UserFiles

@Suite struct FilePathTests {
  @Test func linksAreFollowedAsFarAsAPathExists() throws {
    let directory = try TemporaryDirectory()
    let root = directory.root
    try directory.make("a/b")
    try directory.link("link", to: root + "/a")
    #expect(FilePath.canonical(root + "/link/b") == root + "/a/b")
    #expect(FilePath.canonical(root + "/link/new/file") == root + "/a/new/file")
    #expect(FilePath.resolve(root + "/link/new/file") == (root + "/a", "/new/file"))
    #expect(FilePath.canonical("/nonexistent/file") == "/nonexistent/file")
    #expect(FilePath.failureToWrite(root) == nil)
    #expect(FilePath.failureToWrite(root + "/none") == ENOENT)
    #expect(!FilePath.isShutOff(root + "/none"))
  }

  @Test func aSandboxIsAReadOnlyMountOfAWritableFileSystem() {
    // A read-only disk was taken for a sandbox, or a sandbox for a directory without permission.
    func isSandboxed(_ mount: String, _ fileSystem: String) -> Bool {
      FilePath.isSandboxed(
        mounts: """
          22 1 8:1 / / \(mount),relatime shared:1 - ext4 /dev/sda1 \(fileSystem),errors=remount-ro
          23 22 0:20 / /proc ro,nosuid - proc proc rw
          """)
    }
    #expect(isSandboxed("ro", "rw"))
    #expect(!isSandboxed("rw", "rw"))
    #expect(!isSandboxed("ro", "ro"))
    #expect(!FilePath.isSandboxed(mounts: ""))
  }
}
