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
}
