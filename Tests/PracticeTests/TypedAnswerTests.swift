import Testing

@testable import Practice

@Suite struct TypedAnswerTests {
  @Test(arguments: [
    ("yes", "YES"), ("Résumé", "re\u{301}sume\u{301}"), ("¿Qué?", "qué"), ("Straße", "STRAẞE"),
    ("ΌΔΟΣ", "όδος"), ("İstanbul", "istanbul"), ("ılık", "ılık"), ("ＯＫ", "ok"), ("パン", "ﾊﾟﾝ"),
    ("한국", "한국"), ("Việt", "VIE\u{323}\u{302}T"), ("yes; yeah", "Yeah!"), ("yes; yeah", "yes"),
    ("yes; yeah", "yes; yeah"), ("はい；ええ", "ええ"), ("«oui»", " oui "), ("が", "か\u{3099}"),
    ("…", "…"), ("?", "?"), ("C++", "c++"), ("don't", "Don't."), ("co-op", "co-op"),
  ])
  func isAccepted(_ answer: String, _ typed: String) {
    #expect(TypedAnswer.match(of: typed, among: [answer]) == .exact(0))
    #expect(TypedAnswer.match(of: answer, among: [answer]) == .exact(0))
  }

  /// Both ways: too many accents are as far from the answer as too few.
  @Test(arguments: [
    ("está", "esta"), ("Résumé", "resume"), ("resume", "re\u{301}sume\u{301}"), ("¿Qué?", "que"),
    ("ΌΔΟΣ", "οδος"), ("yes; ouï", "oui"), ("Việt", "Viet"), ("má", "mạ"), ("ї", "і"), ("lǜ", "lü"),
    ("за\u{301}мок", "замок"), ("שָׁלוֹם", "שלום"), ("كِتَاب", "كتاب"), ("niñé", "niñe"),
    ("ça va très", "ça va tres"), ("č", "c"),
  ])
  func isNearlyRight(_ answer: String, _ typed: String) {
    #expect(TypedAnswer.match(of: typed, among: ["?", answer]) == .accents(1))
    let typedAnswer = TypedAnswer.alternatives(of: answer).last ?? answer
    #expect(TypedAnswer.match(of: typedAnswer, among: [typed]) == .accents(0))
  }

  @Test(arguments: [
    ("yes", "no"), ("が", "か"), ("?", "!"), ("yes; yeah", "yes yeah"), ("a", ";"), ("a;", ";;"),
    ("dont", "don't"), ("C++", "C"), ("パ", "ハ"), ("yes; yeah", "yes; no"), ("Straße", "Strasse"),
    ("å", "a"), ("ä", "a"), ("ö", "o"), ("ü", "u"), ("ø", "o"), ("æ", "ae"), ("ё", "е"), ("ç", "c"),
    ("ğ", "g"), ("ş", "s"), ("ı", "i"), ("lǜ", "lu"), ("ハ\u{309A}", "ハ"),
  ])
  func isNotAccepted(_ answer: String, _ typed: String) {
    #expect(TypedAnswer.match(of: typed, among: [answer]) == nil)
  }

  // An answer with another letter must not count as right again.
  @Test(arguments: [("el año", "el ano"), ("schön", "schon"), ("мой", "мои")])
  func anotherWordIsNotRight(_ answer: String, _ typed: String) {
    #expect(TypedAnswer.match(of: typed, among: [answer]) == nil)
  }

  @Test func anyAnswerOfTheQuestionIsRight() {
    #expect(TypedAnswer.match(of: "ひとつ", among: ["いち", "ひとつ"]) == .exact(1))
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
