import Foundation
import MemoryGame
import Practice
import TestSupport
import Testing
import ThemeFiles

/// Not that of a flip.
private typealias Outcome = TestSupport.Outcome

/// Ten thousand damaged files are looked through, and nothing in them goes unnoticed.
@Suite(.timeLimit(.minutes(30))) struct MalformedThemeTests {
  private static let batches = 10
  private static let filesOfABatch = 500

  /// What came of the files of a batch.
  private struct Told {
    let good: Int
    /// The lines at fault, by file; 0 stands for a whole file.
    var lines: [String: [Int]] = [:]

    init(_ outcome: Outcome, counting key: String) {
      good = outcome.json.number(key) ?? -1
      for fault in outcome.json.objects("faults") {
        #expect(fault.text("message")?.isEmpty == false)
        lines[fault.text("file") ?? "", default: []].append(fault.number("line") ?? 0)
      }
    }
  }

  @Test func damagedThemes() throws {
    var generator = SeededGenerator(for: "damagedThemes")
    let pool = (0..<200).map { _ in RandomTexts.theme(pairs: 3, using: &generator) }
      .map { ThemeFile.line(of: $0).utf8.drop { $0 != UInt8(ascii: "\t") } }
    let shelf = try Shelf()
    var faultyFiles = 0
    for batch in 0..<Self.batches {
      var files: [String: [UInt8]] = [:]
      for number in 0..<Self.filesOfABatch {
        var lines = (0..<3).map { place in
          Array("\(batch) \(number) \(place)".utf8)
            + (pool.randomElement(using: &generator) ?? pool[0])
        }
        damageOne(of: &lines, number, using: &generator)
        let bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
        files[try shelf.write(bytes, to: "\(batch)-\(number).themes")] = bytes
      }
      let told = Told(try check(files.keys.sorted(), on: shelf), counting: "themes")
      var telling = 0
      for (path, bytes) in files {
        let lines = tellingLines(of: bytes)
        let faulty = told.lines[path] ?? []
        telling += lines.count
        #expect(Set(faulty).count == faulty.count && lines.isSuperset(of: faulty), "\(bytes)")
        let bad = ThemeFile(reading: bytes).faults.map(\.line)
        #expect(Set(faulty).isSuperset(of: bad), "\(bytes)")
        faultyFiles += faulty.isEmpty ? 0 : 1
      }
      // Each line that says something is a theme or a fault.
      #expect(telling == told.good + told.lines.values.map(\.count).reduce(0, +))
    }
    #expect(faultyFiles > 500, "Damage that does no harm shows nothing.")
  }

  @Test func damagedDecks() throws {
    var generator = SeededGenerator(for: "damagedDecks")
    // A quotation mark makes one card of several lines.
    let pool = RandomTexts.deck(400, using: &generator).filter { pair in
      !pair.spelled.contains { $0.contains(UInt8(ascii: "\"")) } && !pair.first.hasPrefix("#")
    }
    let shelf = try Shelf()
    var faultyFiles = 0
    for batch in 0..<Self.batches {
      var files: [String: [UInt8]] = [:]
      for number in 0..<Self.filesOfABatch {
        let start = Int.random(in: 0..<(pool.count - 4), using: &generator)
        let text = DeckFile.text(of: Array(pool[start..<(start + 4)]))
        var lines = text.split(separator: "\n").map { Array($0.utf8) }
        damageOne(of: &lines, number, using: &generator)
        let bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
        files[try shelf.write(bytes, to: "\(batch)-\(number).tsv")] = bytes
      }
      let told = Told(try check(files.keys.sorted(), on: shelf), counting: "cards")
      var cards = 0
      for (path, bytes) in files {
        let lines = tellingLines(of: bytes)
        // Those of the header say something too, to those who know it.
        let faulty = Set(told.lines[path] ?? []).intersection(lines)
        let bad = DeckFile(reading: bytes).faults.map(\.line)
        #expect(Set(told.lines[path] ?? []).isSuperset(of: bad), "\(bytes)")
        cards += lines.count - faulty.count
        faultyFiles += faulty.isEmpty ? 0 : 1
      }
      #expect(cards == told.good)
    }
    #expect(faultyFiles > 500, "Damage that does no harm shows nothing.")
  }

  private func damageOne(
    of lines: inout [[UInt8]], _ number: Int, using generator: inout SeededGenerator
  ) {
    let victim = Int.random(in: lines.indices, using: &generator)
    for _ in 0...(number % 3) {
      Mutation.damage(&lines[victim], breaks: false, using: &generator)
    }
  }

  private func check(_ paths: [String], on shelf: Shelf) throws -> Outcome {
    let outcome = try Outcome(
      Programs.memorize, ["theme", "check", "--json"] + paths, environment: shelf.environment)
    let faults = outcome.json.objects("faults")
    #expect(outcome.json.number("files") == paths.count)
    #expect(outcome.code == (faults.isEmpty ? 0 : 5))
    #expect(outcome.errors.isEmpty)
    return outcome
  }
}
