import Testing

@testable import Practice

@Suite struct TypedAnswerTests {
  @Test(arguments: [
    ("yes", "YES"), ("Résumé", "resume"), ("resume", "re\u{301}sume\u{301}"), ("¿Qué?", "que"),
    ("Straße", "STRASSE"), ("ΌΔΟΣ", "οδος"), ("yes; yeah", "Yeah!"), ("yes; yeah", "yes"),
    ("yes; yeah", "yes; yeah"), ("はい；ええ", "ええ"), ("«oui»", " oui "), ("が", "か\u{3099}"),
    ("…", "…"), ("?", "?"), ("C++", "c++"), ("don't", "Don't."), ("co-op", "co-op"),
  ])
  func isAccepted(_ answer: String, _ typed: String) {
    #expect(TypedAnswer.match(of: typed, among: [answer]) == answer)
  }

  @Test(arguments: [
    ("yes", "no"), ("が", "か"), ("?", "!"), ("yes; yeah", "yes yeah"), ("a", ";"), ("a;", ";;"),
    ("dont", "don't"), ("C++", "C"), ("パ", "ハ"), ("yes; yeah", "yes; no"),
  ])
  func isNotAccepted(_ answer: String, _ typed: String) {
    #expect(TypedAnswer.match(of: typed, among: [answer]) == nil)
  }

  @Test func anyAnswerOfTheQuestionIsRight() {
    #expect(TypedAnswer.match(of: "ひとつ", among: ["いち", "ひとつ"]) == "ひとつ")
    #expect(TypedAnswer.match(of: "ふたつ", among: ["いち", "ひとつ"]) == nil)
  }

  @Test(
    arguments: [
      ("pajaro", "pájaro", [1], true), ("Haus", "haus", [0], true), ("libo", "libro", [3], true),
      ("libbro", "libro", [3], true), ("yeaj", "yes; yeah", [3], true),
      ("xyz", "pájaro", [0, 1, 2, 3], false),
    ] as [(String, String, Set<Int>, Bool)])
  func aDifferenceIsMarked(typed: String, answer: String, marks: Set<Int>, isNear: Bool) throws {
    let difference = try #require(TypingDifference(of: typed, from: answer))
    #expect(difference.marks == marks && difference.isNear == isNear)
    #expect(TypingDifference(of: answer, from: answer) == nil)
    #expect(TypingDifference(of: "yeah", from: "yes; yeah") == nil)
  }
}
