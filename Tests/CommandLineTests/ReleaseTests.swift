import Foundation
import TestSupport
import Testing

/// `share/make/release`, in a repository of its own.
@Suite(.timeLimit(.minutes(30))) struct ReleaseTests {
  private static let contract = "Sources/MemorizeBus/MemorizeContract.swift"
  private static let metainfo = "share/metainfo/org.memorized.memorize.metainfo.xml.in"
  private static let changelog = """
    # Changelog

    ## Unreleased

    Cards & games
    that are quicker.

    ### Added

    - A thing.

    ## [1.1.0] - 2026-11-23

    - The first.

    """

  private let files: TemporaryDirectory

  init() throws {
    files = try TemporaryDirectory()
    try files.make("share/make")
    for name in ["release", "version"] {
      let source = SourceTree.root.appendingPathComponent("share/make/\(name)").path
      #expect(try Outcome("cp", [source, files.path("share/make")]).code == 0)
    }
    try files.write(Self.contract, "  package static let version = \"1.2.0-dev\"\n")
    try files.write(Self.metainfo, "<component>\n  <releases>\n  </releases>\n</component>\n")
    try files.write("CHANGELOG.md", Self.changelog)
    try git("init", "--quiet")
    try commit()
  }

  @discardableResult
  private func git(_ arguments: String...) throws -> String {
    let outcome = try Outcome(
      "git", ["-C", files.root] + arguments, environment: Self.environment)
    #expect(outcome.code == 0, "git \(arguments): \(outcome.errors)")
    return outcome.output
  }

  private func commit() throws {
    try git("add", "--all")
    try git("commit", "--quiet", "--message", "test")
  }

  private func release(_ version: String) throws -> Outcome {
    try Outcome(files.path("share/make/release"), [version], environment: Self.environment)
  }

  private static let environment = [
    "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@b.invalid", "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@b.invalid", "GIT_CONFIG_GLOBAL": "/dev/null", "VERSION": "",
  ]

  @Test func itTagsTheVersionAndBeginsTheNext() throws {
    let outcome = try release("1.2.0")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try git("log", "--format=%s") == "release: 1.3.0-dev begins\nrelease: 1.2.0\ntest")
    #expect(try git("rev-parse", "v1.2.0^{commit}") == git("rev-parse", "HEAD~"))
    #expect(try git("status", "--porcelain").isEmpty)
    #expect(try git("show", "v1.2.0:" + Self.contract).contains("version = \"1.2.0\""))
    #expect(try Outcome(files.path("share/make/version")).output == "1.3.0-dev")
    let changelog = try files.text("CHANGELOG.md")
    let dated = try #require(changelog.firstMatch(of: /\n## \[1\.2\.0\] - (\d{4}-\d\d-\d\d)\n/))
    #expect(!changelog.contains("Unreleased") && changelog.contains("## [1.1.0] - 2026-11-23"))
    #expect(
      try files.text(Self.metainfo) == """
        <component>
          <releases>
            <release version="1.2.0" date="\(dated.1)" type="stable">
              <description>
                <p>Cards &amp; games that are quicker.</p>
              </description>
            </release>
          </releases>
        </component>

        """)
  }

  /// What is refused has changed nothing.
  @Test func aVersionThatDoesNotFollowIsRefused() throws {
    let before = try git("rev-parse", "HEAD")
    for (version, words) in [
      ("1.2", "Name a version"), ("", "Name a version"), ("v1.2.0", "Name a version"),
      ("01.2.0", "Name a version"), ("1.1.0", "1.1.0 does not follow 1.1.0."),
      ("1.0.9", "1.0.9 does not follow 1.1.0."),
    ] {
      let outcome = try release(version)
      #expect(outcome.code == 1 && outcome.errors.contains(words), "\(outcome.errors)")
      #expect(try git("status", "--porcelain").isEmpty && git("rev-parse", "HEAD") == before)
      #expect(try git("tag").isEmpty)
    }
  }

  @Test func thereMustBeSomethingToRelease() throws {
    try files.write("CHANGELOG.md", Self.changelog.replacing("- A thing.", with: ""))
    #expect(try release("1.2.0").errors.contains("Commit or stash"))
    try commit()
    #expect(try release("1.2.0").errors.contains("nothing under Unreleased"))
    try files.write(
      "CHANGELOG.md", Self.changelog.replacing("Cards & games\nthat are quicker.", with: ""))
    try commit()
    #expect(try release("1.2.0").errors.contains("Say in a sentence"))
    try files.write("CHANGELOG.md", Self.changelog)
    try commit()
    try git("tag", "v1.2.0")
    #expect(try release("1.2.0").errors.contains("is there already"))
    #expect(try git("log", "--format=%s").contains("release") == false)
  }
}
