import TestSupport
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

  /// What the learner writes shows that it is known: another order, less than all, another script.
  @Test(
    arguments: [
      ("delicious; tasty", "tasty; delicious", .exact(0)), ("a; b; c", "C;a", .exact(0)),
      ("wife / my dear", "my dear", .exact(0)), ("a / b; c", "c; b / a", .exact(0)),
      ("and/or", "and", nil), ("/ a /", "a", .exact(0)), ("a /", "a", .exact(0)),
      ("a / b / ", "a / c", nil), ("a; b; c", "b； a；", .exact(0)), ("a; b", "a; c", nil),
      ("a; b", "a; ", .exact(0)),
      ("you (informal)", "you", .meant(0)), ("you (informal)", "you (informal)", .exact(0)),
      ("you (informal)", "you informal", .meant(0)), ("you (informal)", "informal", nil),
      ("you (informal)", "you (formal)", nil), ("you", "you (informal)", nil),
      ("wait (for), await", "wait, await", .meant(0)),
      ("（very） late", "late", .meant(0)), ("（very） late", "ＶＥＲＹ late", .meant(0)),
      ("colo(u)r", "color", .meant(0)), ("colo(u)r", "colour", .meant(0)),
      ("go (out (late)) home", "go home", .meant(0)), ("a) b (c", "a b", nil),
      ("(a", "a", .exact(0)),
      ("(all)", "", nil), ("café (place)", "cafe", .accents(0)),
      ("thou; you (all)", "you", .meant(0)),
      ("thou; you (all)", "you; thou", .meant(0)), ("to eat", "eat", .meant(0)),
      ("eat", "To eat!", .meant(0)), ("to see; to look", "look; see", .meant(0)), ("to", "", nil),
      ("tomato", "mato", nil), ("to (quickly) run", "run", .meant(0)), ("eat", "to", nil),
      ("たべる", "タベル", .meant(0)), ("ぱん", "ﾊﾟﾝ", .meant(0)), ("食べる", "食ベル", .meant(0)),
      ("テレビ", "てれび", nil), ("たべる", "タベロ", nil), ("はい; ええ", "エエ", .meant(0)),
    ] as [(String, String, TypedAnswer.Match?)])
  func isMeant(_ answer: String, _ typed: String, _ match: TypedAnswer.Match?) {
    #expect(TypedAnswer.match(of: typed, among: [answer], isEnglish: true) == match)
  }

  @Test func onlyEnglishHasTo() {
    #expect(TypedAnswer.match(of: "dom", among: ["to dom"]) == nil)
    for (tag, isEnglish) in [
      ("", true), ("en", true), ("EN-gb", true), ("pl", false), ("enm", false),
    ] {
      let languages = SideLanguages("ja", tag)
      #expect(languages?.mayBeEnglish(.forward) == isEnglish, "\(tag)")
      #expect(languages?.mayBeEnglish(.backward) == false)
    }
  }

  private func answer(
    _ cards: [WordCard], _ direction: Direction, _ question: String, _ typed: String,
    _ languages: SideLanguages = .unknown
  ) throws -> PracticeStep {
    var trainer = Trainer()
    var deck = try makeDeck(cards)
    deck.languages = languages
    trainer.reviews.setDeck(deck)
    var generator = SeededGenerator(for: "TypedAnswerTests")
    repeat {
      _ = try trainer.start(
        SessionOptions(deck: "Test", questions: 1, direction: direction, mode: .typed),
        PracticeSettings(), at: at(newYear), using: &generator)
    } while trainer.question?.text != question
    return try trainer.answer(1, text: typed, PracticeSettings(), at: newYear)
  }

  /// What means an answer must not be right if it is another card's; the card's own text is shown.
  @Test func anotherCardsAnswerIsNotMeant() throws {
    let cards = [
      WordCard("tú", "you (informal)"), WordCard("comer", "to eat; to dine"),
      WordCard("pez", "fish"), WordCard("pescar", "to fish"), WordCard("a", "あ"),
      WordCard("A", "ア"), WordCard("i", "い"), WordCard("x", "to be; be"),
    ]
    for (question, typed, shown) in [
      ("tú", "you", "you (informal)"), ("comer", "dine; eat", "to eat; to dine"),
      ("pescar", "fish", nil), ("pez", "to fish", nil), ("pez", "FISH", "fish"), ("a", "ア", nil),
      ("i", "イ", "い"), ("x", "be", "to be; be"), ("comer", "to eat; fish", nil),
    ] as [(String, String, String?)] {
      let given = try answer(cards, .forward, question, typed).given
      #expect(given?.isCorrect == (shown != nil) && given?.answer == shown ?? typed, "\(typed)")
    }
    let polish = try #require(SideLanguages("en", "pl"))
    #expect(try answer(cards, .forward, "comer", "eat", polish).given?.isCorrect == false)
  }

  // “Want [to eat]” is not “want eat”.
  @Test func aGapNeedsItsTo() throws {
    let gap = WordCard("I want {{c1::to eat}}.", "").cards
    let cards = gap + [WordCard("x", "y")]
    #expect(try answer(cards, .forward, "I want […].", "eat").given?.isCorrect == false)
    #expect(try answer(cards, .forward, "I want […].", "to eat").given?.isCorrect == true)
  }

  /// Backward, the reading is right, but not that of another word that is written alike.
  @Test func aReadingIsRight() throws {
    let cards = [
      WordCard("食べる", "eat", pronunciation: "たべる"), WordCard("食う", "eat", pronunciation: "くう"),
      WordCard("辛い", "spicy", pronunciation: "からい"),
      WordCard("辛い", "painful", pronunciation: "つらい"),
      WordCard("橋", "bridge", pronunciation: "はし"), WordCard("はし", "edge"),
      WordCard("海", "sea"),
    ]
    for (question, typed, shown) in [
      ("spicy", "からい", "辛い"), ("spicy", "カライ", "辛い"), ("spicy", "つらい", nil),
      ("painful", "つらい", "辛い"), ("bridge", "はし", nil), ("bridge", "橋", "橋"),
      ("sea", "うみ", nil),
    ] as [(String, String, String?)] {
      let given = try answer(cards, .backward, question, typed).given
      #expect(given?.isCorrect == (shown != nil) && given?.answer == shown ?? typed, "\(typed)")
    }
    // Two cards ask the same; the reading of either is right.
    #expect(try answer(cards, .backward, "eat", "たべる").given?.answer == "食べる")
    #expect(try answer(cards, .backward, "eat", "くう").given?.answer == "食う")
    // Forward it is the question's.
    #expect(try answer(cards, .forward, "橋", "はし").given?.isCorrect == false)
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
