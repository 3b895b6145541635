import Foundation
import Glibc
import MemoryGame
import Practice
import TestSupport
import Testing
import ThemeFiles

@testable import DeckImport

/// Packages of ours are read back.
@Suite struct PackageWriterTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func written(_ notes: [ExportedNote]) throws -> AnkiPackage {
    let path = directory.path("own.apkg")
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { close(file) }
    var writer = PackageWriter(deck: "Own", now: 1_764_288_000)
    let names = Set(notes.flatMap { [$0.line.media.front, $0.line.media.back] }.flatMap(\.names))
    try writer.write(notes, files: names.sorted(), to: file) { _ in [1] }
    return try AnkiPackage(path: path, AnkiPackage.Options(maximumBytes: 1 << 24))
  }

  private static func note(
    _ line: WordCard, _ reviews: [UInt64] = [], backward: [UInt64]? = nil
  ) -> ExportedNote {
    func card(_ template: Int, _ direction: Direction, _ times: [UInt64]) -> ExportedNote.Card {
      ExportedNote.Card(
        template: template, isSuspended: false, memory: nil,
        reviews: times.map {
          Review(card: 1, direction: direction, rating: .good, at: $0, took: 1000)
        })
    }
    let cards =
      line.cards.contains { $0.gap != nil }
      ? line.cards.map { card(($0.gap?.number ?? 1) - 1, .forward, reviews) }
      : [card(0, .forward, reviews)]
    return ExportedNote(
      line: line, cards: cards + (backward.map { [card(1, .backward, $0)] } ?? []))
  }

  /// Reviews of two cards in one millisecond came back at another time, and so twice.
  @Test func reviewsComeBackAtTheirTimes() throws {
    let time: UInt64 = 1_700_000_000_123_456
    let package = try written([
      Self.note(WordCard("a", "1", guid: "A"), [time, time + 86_400_000_000]),
      Self.note(WordCard("b", "2", guid: "B"), [time + 200]),
      Self.note(WordCard("c", "3", guid: "C"), [time, time + 1000]),
    ])
    let found = package.reviews(0..<package.reviewCount).map { "\($0.card) \($0.at / 1000)" }
    let milliseconds = time / 1000
    #expect(
      found == [
        "A \(milliseconds)", "A \(milliseconds + 86_400_000)", "B \(milliseconds)",
        "C \(milliseconds)", "C \(milliseconds + 1)",
      ])
  }

  /// A pronunciation beside a picture, brackets, and notes of other names were lost or moved.
  @Test func anyCardComesBack() throws {
    var random = SeededGenerator(for: "anyCardComesBack")
    for round in 0..<rounds(10, ofAll: 1000) {
      let made = (0..<12).map { Self.line("guid \($0)", using: &random) }
      let cards = DeckFile.read(Array(DeckFile.text(of: made).utf8)).cards
      let package = try written(
        cards.map { Self.note($0, backward: $0.line.cards[0].gap == nil ? [] : nil) })
      #expect(package.decks.flatMap(\.cards) == cards, "round \(round)")
      #expect(package.faults.count == 0 && package.omissions.longNotes == 0, "\(package.faults)")
    }
  }

  private static func line(_ guid: String, using random: inout SeededGenerator) -> WordCard {
    RandomTexts.first {
      func media() -> SideMedia {
        guard Int.random(in: 0..<3, using: &random) == 0 else { return SideMedia() }
        let sounds = ["a.mp3", "b c.ogg"].prefix(Int.random(in: 0...2, using: &random))
        return SideMedia(
          sounds: Array(sounds), picture: Bool.random(using: &random) ? "ä.png" : nil)
      }
      func text(_ most: Int) -> String {
        Int.random(in: 0..<5, using: &random) == 0 ? "" : RandomTexts.text(most, using: &random)
      }
      let isSentence = Int.random(in: 0..<4, using: &random) == 0
      let gaps = isSentence ? "{{c1::\(text(2))}} {{c3::\(text(2))::\(text(1))}} " : ""
      return try? WordCard(
        fields: MediaMarkup.field(gaps + text(5), media()),
        MediaMarkup.field(isSentence ? "" : text(5), media()),
        pronunciation: isSentence ? nil : text(3), guid: guid, note: text(9))
    }
  }

  /// Two cards with one first side had one guid, so Anki had one of them.
  @Test func cardsWithoutGuidsGetDifferentOnes() throws {
    let sound = CardMedia(front: SideMedia(sounds: ["a.mp3"]))
    let lines = [
      WordCard("a", "1"), WordCard("a", "2"), WordCard("a", "1", media: sound),
      WordCard("{{c1::a}}", "", note: "x"), WordCard("", "1", media: sound),
    ]
    let guids = try written(lines.map { Self.note($0) }).decks.flatMap(\.cards).map(\.guid)
    #expect(Set(guids).count == lines.count && !guids.contains(nil))
    // A sound that is added later must not make it another card.
    let added = try written([Self.note(WordCard("a", "1", media: sound))])
    #expect(added.decks.flatMap(\.cards).map(\.guid) == [guids[0]])
  }
}

extension SideMedia {
  fileprivate var names: [String] { sounds + [picture].compactMap(\.self) }
}
