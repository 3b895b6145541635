import Foundation
import FoundationXML
import TestSupport
import Testing

/// What `make install` writes, from a copy of the sources with programs that are none.
@Suite(.timeLimit(.minutes(30))) struct InstalledFilesTests {
  private static let home = "https://memorize.example"

  /// The tree of an installation, and of the descriptions of packages as the tarball has them.
  private final class Installation {
    let files: TemporaryDirectory
    let paths: [String]

    init(home: String) throws {
      files = try TemporaryDirectory()
      let environment = ["PROJECT_HOME": home, "SOURCE_DATE_EPOCH": "1790000000"]
      for folder in [
        "share", "docs", "man", "dbus", "systemd", "packaging", "po", "Sources/MemorizeBus",
      ] {
        let target = files.path("sources/\(folder)")
        try files.make("sources/\(folder)")
        let source = SourceTree.root.appendingPathComponent(folder).path
        #expect(try Outcome("cp", ["-R", source + "/.", target]).code == 0)
      }
      try files.write("sources/.build/release/memorize")
      try files.link("sources/.build/release/memorized", to: "memorize")
      let compiled = try Outcome(
        files.path("sources/share/make/catalogues"), [files.path("sources/.build/share")])
      #expect(compiled.code == 0, "\(compiled.errors)")
      let installed = try Outcome(
        files.path("sources/share/make/install"),
        environment: environment.merging(
          ["DESTDIR": files.path("root"), "PREFIX": "/usr", "SANDBOX": "yes"]) { $1 })
      #expect(installed.code == 0, "\(installed.errors)")
      for name in [
        "memorize.spec", "PKGBUILD", "debian/control", "debian/changelog", "debian/copyright",
      ] {
        let template = files.path("sources/packaging/\(name).in")
        let filled = try Outcome(
          "sh", ["-c", "exec \"$0\" <\"$1\"", files.path("sources/share/make/fill"), template],
          environment: environment)
        #expect(filled.code == 0, "\(filled.errors)")
        try files.write("root/packaging/\(name)", filled.output + "\n")
      }
      let listed = try Outcome(
        "find", [files.path("root"), "-type", "f", "!", "-name", "*.png", "-printf", "%P\\n"])
      paths = listed.output.split(separator: "\n").map(String.init)
    }

    func text(_ path: String) throws -> String { try files.text("root/" + path) }

    /// The files with a line in which an expression is found.
    func paths(with expression: Regex<Substring>) throws -> Set<String> {
      Set(try paths.filter { try text($0).contains(expression) })
    }
  }

  /// Packages named a site, a bug tracker and pictures that nobody had ever seen.
  @Test func withoutAHomeNoFileNamesOneAndLinksOfPagesLeadToFiles() throws {
    let installation = try Installation(home: "")
    #expect(installation.paths.count > 50)
    #expect(try installation.paths(with: /memorized\.org/).isEmpty)
    let ofAHome = /(?m)@[a-z]+@|<(?:url|screenshots|image)\b|^(?:Homepage|Vcs-Git|URL):|^url=/
    #expect(try installation.paths(with: ofAHome).isEmpty)
    #expect(try installation.paths(with: /memorize\.example/).isEmpty)
    try Self.expectValidMetainfo(installation)
    // The pages for users were in no package, so the manuals' readers had nothing but reference.
    let pages = installation.paths.filter { $0.hasSuffix(".md") }
    #expect(pages.contains("usr/share/doc/memorize/practice.md") && pages.count >= 10)
    for page in pages {
      for link in try installation.text(page).matches(of: /\]\(([^)#:]+)(#[^)]*)?\)/) {
        let target = installation.files.path("root/usr/share/doc/memorize/\(link.1)")
        #expect(FileManager.default.fileExists(atPath: target), "\(page): \(link.1)")
      }
    }
  }

  /// A picture of another kind was in no list, and with it no RPM could be built.
  @Test func theListOfTheRPMHasAllPages() throws {
    let installation = try Installation(home: "")
    let prefix = "%{_docdir}/%{name}/"
    let listed = try installation.text("packaging/memorize.spec").split(separator: "\n")
      .filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
    let pages = try FileManager.default.contentsOfDirectory(
      atPath: installation.files.path("root/usr/share/doc/memorize"))
    #expect(pages.count > 15 && listed.count > 3)
    for page in pages {
      #expect(listed.contains { $0 == page + "/" || fnmatch($0, page, 0) == 0 }, "\(page)")
    }
  }

  @Test func withAHomeAllFilesNameIt() throws {
    let installation = try Installation(home: Self.home)
    let expected = [
      "usr/share/metainfo/org.memorized.memorize.metainfo.xml",
      "usr/lib/systemd/user/memorized.service", "usr/lib/systemd/user/memorize-notify.service",
      "usr/lib/systemd/user/memorize-connect.service",
      "usr/lib/systemd/user/memorize-connect.socket",
      "usr/share/man/man1/memorize.1", "usr/share/man/man1/memorize-notify.1",
      "usr/share/man/man1/memorize-connect.1",
      "usr/share/man/man8/memorized.8", "usr/share/man/man5/org.memorized.Memorize1.5",
      "packaging/memorize.spec", "packaging/PKGBUILD", "packaging/debian/control",
      "packaging/debian/copyright",
    ]
    #expect(try installation.paths(with: /https:\/\/memorize\.example/) == Set(expected))
    #expect(try installation.paths(with: /@[a-z]+@/).isEmpty)
    let control = try installation.text("packaging/debian/control")
    #expect(control.contains("\nHomepage: \(Self.home)\nVcs-Git: \(Self.home)/memorize.git\n"))
    let page = try Outcome(
      "mandoc", ["-T", "html", installation.files.path("root/usr/share/man/man8/memorized.8")])
    #expect(page.output.contains("href=\"\(Self.home)\""))
    let metainfo = try installation.text("usr/share/metainfo/org.memorized.memorize.metainfo.xml")
    let document = try XMLDocument(data: Data(metainfo.utf8))
    #expect(try document.nodes(forXPath: "//screenshot/image").count == 3)
    #expect(try document.nodes(forXPath: "//url").count == 5)
    try Self.expectValidMetainfo(installation)
  }

  /// The forms of a version before its release come before it in each format's own order.
  @Test func aVersionThatIsNotReleasedComesBeforeTheRelease() throws {
    let files = try TemporaryDirectory()
    let contract = "Sources/MemorizeBus/MemorizeContract.swift"
    try files.make("share")
    let make = SourceTree.root.appendingPathComponent("share/make").path
    #expect(try Outcome("cp", ["-R", make, files.path("share/make")]).code == 0)
    try files.write(contract, "  package static let version = \"1.2.0-dev\"\n")
    let filled = try Outcome(
      "sh",
      ["-c", "echo '@version@ @upstream@ @pkgver@' | exec \"$0\"", files.path("share/make/fill")])
    #expect(filled.output == "1.2.0-dev 1.2.0~dev 1.2.0dev")
    #expect(try Outcome("dpkg", ["--compare-versions", "1.2.0~dev-1", "lt", "1.2.0-1"]).code == 0)
  }

  private static func expectValidMetainfo(_ installation: Installation) throws {
    let path = "root/usr/share/metainfo/org.memorized.memorize.metainfo.xml"
    let outcome = try Outcome(
      "appstreamcli", ["validate", "--pedantic", "--no-net", installation.files.path(path)])
    // Since 1.0 AppStream prefers <developer>, which earlier versions do not know.
    let isNew = [": developer-name-tag-deprecated", ": developer-info-missing"]
    let remarks = outcome.output.split(separator: "\n").filter { line in
      ["E: ", "W: ", "I: ", "P: "].contains(where: line.hasPrefix)
        && !isNew.contains(where: line.hasSuffix)
    }
    #expect(outcome.code == 0 && remarks.isEmpty, "\(outcome.output)")
  }
}
