import Practice
import Testing
import ThemeFiles

@Suite struct ConflictMarksTests {
  private static let conflict = """
    a\tb\t\tg1
    <<<<<<< HEAD
    c\td\t\tg2
    ||||||| 1234567
    c\tx\t\tg2
    old\tremoved on both sides
    =======
    c\te\t\tg2
    f\tg
    >>>>>>> laptop
    h\ti

    """

  private static func read(_ text: String) -> DeckContent { DeckFile.read(Array(text.utf8)) }

  @Test(arguments: ["\n", "\r\n"]) func bothSidesAreRead(_ lineEnd: String) {
    let file = Self.read(Self.conflict.replacing("\n", with: lineEnd))
    #expect(file.cards.map(\.fields) == ["a|b||g1", "c|d||g2", "f|g||", "h|i||"])
    #expect(file.lines == [1, 3, 9, 11])
    // Of the card on both sides the first one is read, and the reader names the other.
    #expect(file.faults.map(\.line) == [2, 4, 7, 10, 8])
    #expect(
      file.faults.map(\.message) == [
        "This line is git's mark of a conflict: from here to line 10 the file has two versions, and "
          + "both are read. Keep the cards that are right, then remove the marks.",
        "This line is git's mark of a conflict: the lines from here to the next mark are older than "
          + "both versions, and are not read. Remove them.",
        "This line is git's mark of a conflict: the second version begins here. Remove the mark.",
        "This line is git's mark of a conflict: the second version ends here. Remove the mark.",
        "The guid “g2” is already in line 3: remove it from one of them.",
      ])
  }

  @Test func aConflictMayStandInTheHeaderAndAtTheEnd() {
    let file = Self.read(
      "<<<<<<< a b\n#separator:pipe\n=======\n#separator:space\n#language:ja/en\n>>>>>>> b\n"
        + "犬 dog\n<<<<<<< a b\n猫 cat\n=======\n鳥 bird\n>>>>>>> b")
    #expect(file.cards.map(\.fields) == ["犬|dog||", "猫|cat||", "鳥|bird||"])
    #expect(file.languages.written == "ja/en")
    #expect(file.faults.map(\.line) == [1, 3, 6, 8, 10, 12])
  }

  /// A card's first side may look like a mark: only a whole conflict is one.
  @Test func cardsThatLookLikeMarksStay() {
    let cards = "=======\ta line\n<<<<<<< a\tb\n======= x\ty\n>>>>>>> c\td\n||||||| e\tf\n"
    let file = Self.read(cards)
    #expect(file.faults.isEmpty && file.cards.count == 5)
    #expect(Self.read(cards + cards).cards.count == 5)
    let between = Self.read("<<<<<<< a\n=======\ta line\n=======\n<b\tc\n>>>>>>> b\n")
    #expect(between.cards.map(\.first) == ["=======", "<b"])
    #expect(between.faults.map(\.line) == [1, 3, 5])
  }

  /// What somebody forgot to remove is a line without a second side, as before.
  @Test(arguments: ["<<<<<<< a\n", "=======\n", ">>>>>>> b\n", "=======\n>>>>>>> b\n<<<<<<< a\n"])
  func aPartOfAConflictHidesNothing(_ marks: String) {
    let file = Self.read("a\tb\n\(marks)c\td\n")
    #expect(file.cards.count == 2)
    #expect(file.faults.count == marks.count { $0 == "\n" })
    #expect(file.faults.allSatisfy { $0.message.contains("second side") })
  }

  @Test func aFieldWithAMarkIsNoCard() {
    let file = Self.read(
      "#html:true\n\"a\n<<<<<<< a\nb\"\tc\n=======\nd\te\n>>>>>>> b\nf\tg\n")
    #expect(file.cards.map(\.first) == ["d", "f"])
    #expect(file.faults.map(\.line) == [3, 5, 7, 2])
    #expect(file.faults.last?.message.contains("quotation marks") == true)
  }

  @Test func changesLeaveTheMarks() throws {
    var edit = DeckEdit(Array(Self.conflict.utf8))
    try edit.replace([1: WordCard("c", "z", guid: "g2")])
    edit.remove(2)
    try edit.append(WordCard("new", "n", guid: "g3"))
    let expected =
      Self.conflict.replacing("c\td", with: "c\tz").replacing("f\tg\n", with: "")
      + "new\tn\t\tg3\n"
    #expect(String(decoding: try edit.applied(), as: UTF8.self) == expected)
  }
}
