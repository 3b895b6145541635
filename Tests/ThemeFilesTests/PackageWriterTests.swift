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
}

extension SideMedia {
  fileprivate var names: [String] { sounds + [picture].compactMap(\.self) }
}
