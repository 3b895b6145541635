import Foundation
import TestSupport
import Testing
import UserFiles

@Suite struct TemporaryFileTests {
  /// Others could put a file beside it, which SQLite took for its journal: imports failed.
  @Test func nobodyElsePutsAFileBesideIt() throws {
    let home = try TemporaryDirectory()
    let files = FileManager.default
    var mode: Int?
    let file = try TemporaryFile(in: home.path("")) { path in
      let place = (path as NSString).deletingLastPathComponent
      #expect(place != home.path("") && files.fileExists(atPath: path))
      mode = try? files.attributesOfItem(atPath: place)[.posixPermissions] as? Int
    }
    #expect(mode == 0o700)
    #expect(try files.contentsOfDirectory(atPath: home.path("")).isEmpty)
    try file.replace(at: 0, with: [1, 2])
    #expect(try file.read(at: 0, 5) == [1, 2])
  }
}
