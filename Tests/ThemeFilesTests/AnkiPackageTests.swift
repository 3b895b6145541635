import DeckImport
import Foundation
import MemoryGame
import Practice
import TestSupport
import Testing
import ThemeFiles

/// Packages made by Anki 26.9 and genanki 0.13, by IntegrationTests/Scripts/anki_packages.py.
@Suite struct AnkiPackageTests {
  private func path(_ name: String) throws -> String {
    try #require(Bundle.module.resourceURL).appendingPathComponent("Packages/\(name)").path
  }

  private func read(
    _ name: String, front: FieldChoice? = nil, back: FieldChoice? = nil, deck: ThemeName? = nil
  ) throws -> AnkiPackage {
    try AnkiPackage(
      path: try path(name),
      AnkiPackage.Options(front: front, back: back, deck: deck, maximumBytes: 1 << 20))
  }

  private func texts(_ package: AnkiPackage) -> [String: [String]] {
    Dictionary(
      uniqueKeysWithValues: package.decks.map { deck in
        (deck.name.text, deck.cards.map { "\($0.first)|\($0.second)|\($0.pronunciation ?? "")" })
      })
  }

  @Test(arguments: ["new.apkg", "new.colpkg", "legacy.apkg", "legacy.colpkg"])
  func aCollectionOfEachGenerationIsRead(name: String) throws {
    let package = try read(name)
    #expect(
      texts(package) == [
        "Spanish::Basics": [
          "perro|dog|", "gato|cat|", "casa|house|", "calle|street|", "mesa|table|",
        ],
        "Spanish": ["{{c1::hola}} amigo||"],
        "Words::日本語": ["犬|dog / hound|いぬ", "猫|cat|", "絵||", "水|water|"],
      ])
    let cards = package.decks.flatMap(\.cards)
    #expect(Set(cards.map(\.guid)).count == cards.count && cards.allSatisfy { $0.guid != nil })
    let omitted = package.omissions
    #expect(omitted.clozeNotes == 0 && omitted.imageOcclusions == 1)
    #expect(omitted.sounds == 0 && omitted.pictures == 0 && omitted.otherCards == 1)
    let media = cards.filter { !$0.media.isEmpty }.map {
      "\($0.first): \($0.media.front.sounds) \($0.media.back.picture ?? "")"
    }
    #expect(media.sorted() == ["gato: [\"gato.mp3\"] cat.png", "絵: [] picture.png"])
    #expect(cards.first { $0.first == "猫" }?.note == "meow")
    #expect(omitted.suspendedDirections == 1)
    #expect(package.suspended == cards.filter { $0.first == "casa" }.compactMap(\.guid))
    #expect(package.faults.count == 1)
    #expect(package.faults.listed.contains { $0.contains("長い") && $0.contains("1024 bytes") })
  }

  @Test(arguments: ["new.apkg", "legacy.colpkg"])
  func reviewsComeAlong(name: String) throws {
    let package = try read(name)
    let reviews = package.reviews(0..<package.reviewCount)
    let begin: UInt64 = 1_717_200_000_000_000
    let day: UInt64 = 86_400_000_000
    func of(_ front: String, _ direction: Direction) -> [[UInt64]] {
      let guid = package.decks.flatMap(\.cards).first { $0.first == front }?.guid
      return reviews.filter { $0.card == guid && $0.direction == direction }.map {
        [($0.at - begin) / day, UInt64($0.rating?.rawValue ?? 0), UInt64($0.took)]
      }
    }
    #expect(
      of("perro", .forward) == [[0, 3, 4000], [2, 3, 2500], [9, 1, 60_000], [10, 4, 1500]])
    #expect(of("gato", .forward) == [[1, 2, 5000], [5, 3, 3000]])
    #expect(of("gato", .backward) == [[1, 3, 3000], [12, 3, 2000]])
    // Changes by hand are no reviews.
    #expect(reviews.count == 8)
  }

  /// Reviews that do not count for Anki must not count here.
  @Test func reviewsBeginWhenTheCardWasLastNew() throws {
    let package = try read("histories.apkg")
    let reviews = package.reviews(0..<package.reviewCount)
    let found = package.decks.flatMap(\.cards).map { card in
      let own = reviews.filter { $0.card == card.guid }
      let days = own.map { "\($0.at / 86_400_000_000 - 19_875)/\($0.rating?.rawValue ?? 0)" }
      return "\(card.first): \(days.joined(separator: " "))"
    }
    #expect(
      found == [
        "forgotten: 30/2 33/3", "forgotten for good: ", "learned again: 30/1 31/3 33/3",
        "crammed: 0/3 2/3 9/3", "crammed while new: 0/1 3/3 9/3",
        "reviewed early: 0/3 2/3 4/1 9/3", "given a date: 0/3 2/3 9/3",
      ])
  }

  /// The commonest layout of Japanese decks was refused note by note: both sides were equal.
  @Test func theLayoutsOfSharedDecksAreRead() throws {
    let package = try read("layouts.apkg")
    #expect(
      texts(package) == [
        "Recognition": ["食べる|to eat|たべる", "これ|this|"],
        "Core words": ["水|water|みず", "ここ|here|"],
        "Words in sentences": ["犬|dog|いぬ"],
        "Mining": ["猫|cat / pussycat|ねこ"],
        "Sentences": ["雨が降る。|It rains.|あめがふる。"],
        "Kanji by keyword": ["tree|木|"],
        "Chinese sentences": ["早上好！|Good morning!|Zǎoshang hǎo!"],
        // The pinyin of the answer would give it away.
        "Chinese words": ["book|书|"],
        "Frequent words": ["perro|dog|ˈpero"],
        "Countries": ["Italy|Rome|"],
        "Korean words": ["물|water|mul"],
        "Picture words": ["gato||"],
      ])
    let notes = package.decks.flatMap(\.cards).filter { !$0.note.isEmpty }
    #expect(
      notes.map { "\($0.first): \($0.note)" } == [
        "水: みずをのむ。", "ここ: ここにねこ。", "犬: 犬がいる。", "猫: 猫だ。", "perro: El perro duerme.",
      ])
    let nothing = try read("layouts.apkg", front: .name("Picture"), back: .name("Pronunciation"))
    let refused = try #require(nothing.decks.first { $0.cards.isEmpty }?.firstNote)
    #expect(refused.map(\.name) == ["Word", "Picture", "Pronunciation"])
    #expect(refused.map(\.sample) == ["gato", "", ""])
    #expect(package.omissions.otherCards == 3 && package.faults.count == 0)
    let chosen = try AnkiPackage(
      path: path("layouts.apkg"),
      AnkiPackage.Options(
        front: .name("Word"), back: .name("IPA"), pronunciation: .name("translation"),
        maximumBytes: 1 << 20))
    #expect(texts(chosen)["Frequent words"] == ["perro|ˈpero|dog"])
  }

  /// Sounds beside a text must not be left out without a word.
  @Test func soundsOfAllShownFieldsAreRead() throws {
    let package = try read("histories.apkg")
    let cards = package.decks.flatMap(\.cards)
    #expect(package.omissions.sounds == 0)
    #expect(cards.map(\.media.front.sounds) == (0..<7).map { ["\($0).mp3"] })
    #expect(package.decks.first?.cards.first?.second == "back of forgotten")
  }

  @Test func aPackageInTheFirstFormIsRead() throws {
    let package = try read("old.apkg")
    #expect(texts(package) == ["Capitals::Europe": ["France|Paris|", "Italy|Rome|"]])
    #expect(package.decks[0].cards.map(\.guid) == ["capital-0", "capital-1"])
    #expect(package.reviewCount == 0 && package.faults.count == 0 && package.suspended.isEmpty)
  }

  @Test func fieldsAndTheDeckAreChosen() throws {
    let name = try ThemeName("All")
    let turned = try read("new.apkg", front: .name("meaning"), back: .name("EXTRA"), deck: name)
    let all = try #require(texts(turned)["All"])
    #expect(turned.decks.count == 1 && all.contains("cat|meow|") && all.contains("perro|dog|"))
    let numbers = try read("new.apkg", front: .number(2), back: .number(1))
    #expect(texts(numbers)["Words::日本語"] == ["dog / hound|犬|", "cat|猫|", "|絵|", "water|水|"])
    let reviews = numbers.reviews(0..<numbers.reviewCount)
    #expect(reviews.count { $0.direction == .forward } == 2)
  }

  @Test func aDamagedPackageIsRefused() throws {
    let directory = try TemporaryDirectory()
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: try path("new.apkg"))))
    for (bytes, message) in [
      (Array(whole.prefix(3_000)), "is damaged"), (Array("PK\u{3}\u{4}".utf8), "damaged"),
    ] {
      let file = try directory.write("x.apkg", bytes)
      #expect {
        try AnkiPackage(path: file, AnkiPackage.Options(maximumBytes: 1 << 20))
      } throws: { error in
        ((error as? LineError)?.message ?? "").contains(message)
      }
    }
  }

  private func fault(_ path: String) throws -> String {
    let error = #expect(throws: LineError.self) {
      try AnkiPackage(path: path, AnkiPackage.Options(maximumBytes: 1 << 20))
    }
    return try #require(error).message
  }

  /// A computed column once kept the import busy without end.
  @Test func computedColumnsAreRefused() throws {
    #expect(try fault(path("computed.apkg")).contains("computed columns"))
  }

  /// Members of unknown size were unpacked to their end, terabytes of them.
  @Test func anEndlessPackageIsRefused() throws {
    let directory = try TemporaryDirectory()
    let file = directory.path("endless.apkg")
    // 60 GB of zeros in 60 MB.
    let script = """
      import struct, sys, zlib
      zeros = zlib.compressobj(9, zlib.DEFLATED, -15)
      start = zeros.compress(bytes(1 << 20)) + zeros.flush(zlib.Z_FULL_FLUSH)
      with open(sys.argv[1], "wb") as file:
          file.write(struct.pack("<4s5H3I2H", b"PK\\3\\4", 20, 8, 8, 0, 0, 0, 0, 0, 1, 0) + b"0")
          for _ in range(60_000): file.write(start)
      """
    #expect(try Child("/usr/bin/python3", ["-c", script, file]).wait() == 0)
    #expect(try fault(file).contains("unpacks to far more than its size"))
  }
}
