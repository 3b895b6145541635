internal import PlainText

/// Where a typed text differs from the answer of a card.
package struct TypingDifference: Hashable, Sendable {
  /// The answer, or the alternative in it that is most like the typed text.
  package let answer: String
  /// The characters of the typed text that differ, by their indices; a missing one is marked at the
  /// index where it should be.
  package let marks: Set<Int>

  /// Nil if nothing differs.
  package init?(of typed: String, from answer: String, ignoringCase: Bool = false) {
    /// Some characters become two in lower case, which would move the marks.
    func characters(_ text: String) -> [Character] {
      NormalForm.composed(text).map { character in
        let lower = character.lowercased()
        return ignoringCase && lower.count == 1 ? Character(lower) : character
      }
    }
    let candidates = [answer] + TypedAnswer.alternatives(of: answer)
    let typed = characters(typed)
    let found = candidates.map { ($0, Self.marks(in: typed, from: characters($0))) }
    guard let nearest = found.min(by: { $0.1.count < $1.1.count }), !nearest.1.isEmpty else {
      return nil
    }
    (self.answer, marks) = nearest
  }

  /// Whether the texts are similar enough for the marks to be useful.
  package var isNear: Bool { marks.count * 3 <= max(answer.count, 3) }

  /// Longer texts are not compared.
  private static let maximumLength = 200

  private static func marks(in typed: [Character], from answer: [Character]) -> Set<Int> {
    guard typed != answer else { return [] }
    guard typed.count <= maximumLength, answer.count <= maximumLength else {
      return Set(0...typed.count)
    }
    // The length of the longest common subsequence from each pair of indices to the ends.
    var common = Array(
      repeating: Array(repeating: 0, count: answer.count + 1), count: typed.count + 1)
    for i in typed.indices.reversed() {
      for j in answer.indices.reversed() {
        common[i][j] =
          typed[i] == answer[j]
          ? common[i + 1][j + 1] + 1 : max(common[i + 1][j], common[i][j + 1])
      }
    }
    var marks: Set<Int> = []
    var (i, j) = (0, 0)
    while i < typed.count || j < answer.count {
      if i < typed.count, j < answer.count, typed[i] == answer[j] {
        (i, j) = (i + 1, j + 1)
        continue
      }
      marks.insert(i)
      let best = common[i][j]
      if i < typed.count, j < answer.count, common[i + 1][j + 1] == best {
        (i, j) = (i + 1, j + 1)
      } else if i < typed.count, common[i + 1][j] == best {
        i += 1
      } else {
        j += 1
      }
    }
    return marks
  }
}
