import BoardLayout
import MemoryGame
import Testing

@Test(arguments: [
  ("👻", "ghost"), ("🎃", "jack-o-lantern"), ("❤️", "heavy black heart"),
  ("👩‍🚀", "woman + rocket"), ("🇫🇷", "flag fr"), ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", "flag gbsct"),
  ("1️⃣", "keycap 1"), ("👻🦇", "ghost bat"), ("♞", "black chess knight"),
  ("いち", "いち"), ("Photosynthesis", "Photosynthesis"), ("H 2 O", "H 2 O"), ("7", "7"), ("", ""),
  ("é", "é"), ("a 👻 b", "a ghost b"),
])
func facesHaveNames(face: String, name: String) {
  #expect(faceName(face) == name)
}

@Test func aPlainLineHasFourFields() {
  #expect(plainLine(BoardCard(number: 7, state: .up, face: "👻")) == "7\tup\t👻\tghost")
  #expect(plainLine(BoardCard(number: 8, state: .matched, face: "いち")) == "8\tmatched\tいち\tいち")
  // A back reveals nothing, even if the caller knew the face.
  #expect(plainLine(BoardCard(number: 12, state: .down, face: "👻")) == "12\tdown\t\t")
}
