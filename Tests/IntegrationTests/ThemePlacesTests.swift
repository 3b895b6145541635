import Testing

@testable import memorized

/// Where themes are looked for.
@Suite struct ThemePlacesTests {
  private func places(_ environment: [String: String]) -> [String] {
    ThemePlaces { environment[$0] }.all.map { "\($0.kind) \($0.path)" }
  }

  @Test func theyFollowTheSpecification() {
    #expect(
      places(["XDG_DATA_HOME": "/d", "HOME": "/h", "XDG_DATA_DIRS": "/a:/b"]) == [
        "own /d/memorize/themes", "system /a/memorize/themes", "system /b/memorize/themes",
        "decks /d/memorize/decks",
      ])
    #expect(
      places(["HOME": "/h"]) == [
        "own /h/.local/share/memorize/themes", "system /usr/local/share/memorize/themes",
        "system /usr/share/memorize/themes", "decks /h/.local/share/memorize/decks",
      ])
  }

  @Test func onlyAbsolutePathsCountAndEachOnce() {
    #expect(
      places(["XDG_DATA_HOME": "d", "HOME": "/h", "XDG_DATA_DIRS": "a::/b:/h//.local/share/:/b"])
        == [
          "own /h/.local/share/memorize/themes", "system /b/memorize/themes",
          "decks /h/.local/share/memorize/decks",
        ])
    #expect(places(["HOME": "h", "XDG_DATA_DIRS": "a"]).isEmpty)
    let many = (0..<100).map { "/\($0)" }.joined(separator: ":")
    #expect(places(["XDG_DATA_DIRS": many]).count == 16)
  }
}
