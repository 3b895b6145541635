import Testing

@testable import Translation

@Suite struct TemplateTests {
  private func values(_ template: String, _ sentence: String) -> [String]? {
    Template(template).values(in: sentence)?.map { "\($0.name)=\($0.value)" }
  }

  @Test func placesAreFilled() {
    let template = Template("{found} of {pairs} pairs, {found}")
    #expect(template.filled { ["found": "3", "pairs": "8"][$0] } == "3 of 8 pairs, 3")
    #expect(
      template.filled { $0 == "found" ? "{pairs}" : nil } == "{pairs} of {pairs} pairs, {pairs}")
    for text in ["", "no place", "{", "}{", "{}", "{1}", "{a b}", "{é}", "a { b } c"] {
      #expect(Template(text).filled { _ in "x" } == text)
    }
    #expect(Template("{{a}}").filled { _ in "x" } == "{x}")
  }

  @Test func valuesAreFoundAgain() {
    #expect(
      values("There is no theme “{name}”.", "There is no theme “Sea”.") == ["name=Sea"])
    #expect(values("There is no theme “{name}”.", "There is no deck “Sea”.") == nil)
    #expect(values("{path}: {reason}.", "a: b: c.") == ["path=a", "reason=b: c"])
    #expect(values("Nothing.", "Nothing.") == [])
    #expect(values("Nothing.", "Nothing. And more.") == nil)
    #expect(values("Card {n}", "Card ") == ["n="])
    // Texts between places may overlap in the sentence, and a mark may join what stands before it.
    #expect(values("a{x}aa", "aa") == nil)
    #expect(values("“{x}”", "“\u{301}”") == ["x=\u{301}"])
    #expect(values("{a}{b}", "cd") == nil)
  }

  @Test func languagesAreThoseOfTheLocale() {
    func languages(_ variables: [String: String]) -> [String]? {
      Catalogue.languages { variables[$0] }
    }
    #expect(languages([:]) == nil)
    #expect(languages(["LANG": "ko_KR.UTF-8"]) == ["ko"])
    #expect(languages(["LANG": "ko_KR.UTF-8", "LC_MESSAGES": "de_AT@euro"]) == ["de"])
    #expect(languages(["LANG": "ko_KR.UTF-8", "LC_ALL": "en_US.UTF-8"]) == nil)
    #expect(languages(["LC_ALL": "", "LANG": "fr"]) == ["fr"])
    #expect(languages(["LANG": "en_US.UTF-8", "LANGUAGE": "ko:en:de"]) == ["ko", "en", "de"])
    // English needs no catalogue, and what stands after it is not wanted before it.
    #expect(languages(["LANG": "ko_KR.UTF-8", "LANGUAGE": "en_GB:ko"]) == nil)
    // The C library itself takes no translations then.
    #expect(languages(["LANG": "C", "LANGUAGE": "ko"]) == nil)
    #expect(languages(["LANG": "C.UTF-8"]) == nil)
    #expect(languages(["LANG": "C.UTF-8", "LANGUAGE": "ko"]) == ["ko"])
    // Names of which only gettext knows the file.
    for name in ["german", "../../tmp/ko", "/ko", "ko:../x", ":"] {
      #expect(languages(["LANG": "ko_KR.UTF-8", "LANGUAGE": name]) == nil, "\(name)")
    }
  }
}
