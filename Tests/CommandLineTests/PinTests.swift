import Foundation
import TestSupport
import Testing

/// The Swift packages that are built are the pinned ones.
@Suite(.timeLimit(.minutes(30))) struct PinTests {
  /// The pins are those of this manifest.
  @Test func theHashIsThatOfTheManifest() throws {
    // After a change of the manifest, SwiftPM silently took other commits and wrote them down.
    let manifest = SourceTree.root.appendingPathComponent("Package.swift").path
    let hash = try Outcome("sha256sum", [manifest]).output.prefix(64)
    #expect(
      try SourceTree.text("Package.resolved").contains("\"originHash\" : \"\(hash)\""),
      "Package.swift has changed. Write \(hash) into Package.resolved as its originHash.")
  }

  /// A mirror with other commits, but the pinned contents, serves.
  @Test func aMirrorWithThePinnedContentsServes() throws {
    // A tracked file was changed for the mirror, and hidden from git.
    let clone = try MirroredClone()
    let pins = try clone.files.text("clone/Package.resolved")
    let first = try clone.getPackages()
    #expect(first.code == 0, "\(first.errors)")
    #expect(first.output.contains("of a mirror has the pinned contents"), "\(first.output)")
    let second = try clone.getPackages()
    #expect(second.code == 0 && second.output.isEmpty, "\(second.output)\(second.errors)")
    let built = try clone.run(clone.files.path("swift"), ["package", "resolve"])
    #expect(built.code == 0, "\(built.errors)")
    #expect(try clone.files.text("clone/Package.resolved") == pins)
  }

  /// A mirror's release of other contents is not built under the pinned commit's name.
  @Test func aMirrorWithOtherContentsIsRefused() throws {
    // Any commit that a mirror gave the release's name was built.
    let clone = try MirroredClone(added: "Sources/ArgumentParser/Added.swift")
    for _ in 1...2 {
      let refused = try clone.getPackages()
      #expect(refused.code == 1)
      let isNamed = refused.errors.contains("swift-argument-parser: its Sources is ")
      #expect(isNamed, "\(refused.errors)")
    }
  }
}

/// What gets the packages, in a clone whose git takes them from a mirror with commits of its own.
private struct MirroredClone {
  let files: TemporaryDirectory
  private let environment: [String: String]

  /// - Parameter added: the path of a file that only the mirror has.
  init(added: String? = nil) throws {
    files = try TemporaryDirectory()
    let package = "swift-argument-parser"
    environment = [
      "SWIFT": files.path("swift"), "GIT_CONFIG_COUNT": "1",
      "GIT_CONFIG_KEY_0": "url.file://\(files.path("mirror")).insteadOf",
      "GIT_CONFIG_VALUE_0": "https://github.com/apple/\(package)",
    ]
    for directory in ["mirror", "clone/share/make"] { try files.make(directory) }
    // The mirror's commits reach neither the user's caches nor what SwiftPM remembers of a release.
    try Child.writeProgram(
      """
      #!/bin/sh
      command=$1; shift
      exec swift "$command" --cache-path '\(files.root)/cache' --config-path '\(files.root)/config' \
        --security-path '\(files.root)/security' "$@"
      """, to: files.path("swift"))
    for file in ["Package.swift", "Package.resolved", "share/make/swift-packages"] {
      // One of them is executed: no child may have it open for writing.
      try Child.writing {
        try FileManager.default.copyItem(
          at: SourceTree.root.appendingPathComponent(file),
          to: URL(fileURLWithPath: files.path("clone/" + file)))
      }
    }
    let commit = """
      git -C "$0/.build/checkouts/\(package)" archive HEAD | tar -x
      [ -z "$1" ] || echo "// Added." >"$1"
      git init -q -b main && git add -A
      git -c user.name=mirror -c user.email=mirror@localhost commit -q -m mirrored
      git tag 1.8.2
      """
    let mirrored = try Outcome(
      "bash", ["-ec", "cd '\(files.path("mirror"))'\n" + commit, SourceTree.root.path, added ?? ""])
    try #require(mirrored.code == 0, "\(mirrored.errors)")
  }

  func run(_ program: String, _ arguments: [String]) throws -> Outcome {
    try Outcome(
      "env", ["--chdir", files.path("clone"), program] + arguments, environment: environment)
  }

  func getPackages() throws -> Outcome { try run("share/make/swift-packages", []) }
}
