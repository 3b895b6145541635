import Foundation
import TestSupport
import Testing

@testable import UserFiles

@Suite struct UserPathTests {
  @Test func linksAreFollowedAsFarAsAPathExists() throws {
    let directory = try TemporaryDirectory()
    let root = directory.root
    try directory.make("a/b")
    try directory.link("link", to: root + "/a")
    #expect(UserPath.canonical(root + "/link/b") == root + "/a/b")
    #expect(UserPath.canonical(root + "/link/new/file") == root + "/a/new/file")
    #expect(UserPath.resolve(root + "/link/new/file") == (root + "/a", "/new/file"))
    #expect(UserPath.canonical("/nonexistent/file") == "/nonexistent/file")
    #expect(UserPath.failureToWrite(root) == nil)
    #expect(UserPath.failureToWrite(root + "/none") == ENOENT)
    #expect(!UserPath.isShutOff(root + "/none"))
  }

  @Test func aSandboxIsAReadOnlyMountOfAWritableFileSystem() {
    // A read-only disk was taken for a sandbox, or a sandbox for a directory without permission.
    func isSandboxed(_ mount: String, _ fileSystem: String) -> Bool {
      UserPath.isSandboxed(
        mounts: """
          22 1 8:1 / / \(mount),relatime shared:1 - ext4 /dev/sda1 \(fileSystem),errors=remount-ro
          23 22 0:20 / /proc ro,nosuid - proc proc rw
          """)
    }
    #expect(isSandboxed("ro", "rw"))
    #expect(!isSandboxed("rw", "rw"))
    #expect(!isSandboxed("ro", "ro"))
    #expect(!UserPath.isSandboxed(mounts: ""))
  }
}
