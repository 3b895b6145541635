import MemoryGame
import TestSupport
import Testing
import ThemeFiles

private func read(_ text: String) -> ThemeFile {
  ThemeFile(reading: Array(text.utf8))
}

/// Reads the last field of a line, each pair as `first|second|pronunciation`.
private func pairs(_ faces: String) throws -> [String] {
  try ThemeFile.pairs(in: faces).map { pair in
    [pair.first.text, pair.second?.text, pair.pronunciation].map { $0 ?? "" }
      .joined(separator: "|")
  }
}

@Suite struct ThemeFileTests {
  @Test func aFileOfEachKind() throws {
    let file = read(
      "\u{FEFF}# themes of mine\r\n"
        + "Halloween\t🎃\t#ff9300\tall\t🦇😱🙀👿🎃👻🍭🍬🍎\r\n\r\n"
        + "Sea\t\t#0077B6, #90e0ef\t4-9\t🐳 🐬 🐟\n"
        + "Japanese\t\t\trandom\tいち [ichi] = one; に [ni] = two\n"
        + "\\#1\t\t\t8\ta b")
    #expect(file.faults.isEmpty)
    #expect(file.entries.map(\.line) == [2, 4, 5, 6])
    #expect(file.themes.map(\.name) == ["Halloween", "Sea", "Japanese", "#1"])
    let builtIn = try #require(Themes.builtIn.theme(named: "Halloween"))
    #expect(file.themes[0] == builtIn)
    #expect(file.themes[1].icon == "🐳" && file.themes[1].colors == ["#0077b6", "#90e0ef"])
    #expect(file.themes[1].rule == .range(4...9))
    #expect(file.themes[2].rule == .random && file.themes[2].isTwoSided)
    #expect(file.themes[2].icon == Theme.defaultIcon)
    #expect(file.themes[3].rule == .fixed(8) && file.themes[3].colors == Theme.defaultColors)
  }

  @Test(arguments: [
    ("🐙🦑🦐", ["🐙||", "🦑||", "🦐||"]),
    ("👨‍👩‍👧‍👦🇩🇪👍🏽", ["👨‍👩‍👧‍👦||", "🇩🇪||", "👍🏽||"]),
    ("  one  two ", ["one||", "two||"]), ("word ", ["w||", "o||", "r||", "d||"]),
    ("New\\ York Rome", ["New York||", "Rome||"]), ("\\; \\\\ x", [";||", "\\||", "x||"]),
    ("+ - =", ["+||", "-||", "=||"]), ("+ \\= -", ["+||", "=||", "-||"]),
    ("a = b = c; d = e;", ["a|b = c|", "d|e|"]), ("a=b = c", ["a=b|c|"]),
    ("a \\= b = c", ["a = b|c|"]), ("x\\[0\\] = first", ["x[0]|first|"]),
    ("犬[いぬ] = dog", ["犬|dog|いぬ"]), ("a [] = b", ["a|b|"]), ("a = [b]", ["a|[b]|"]),
    ("good day; good night", ["good day||", "good night||"]), ("a [x]; b", ["a||x", "b||"]),
    ("a =; b = c", ["a||", "b|c|"]), ("7×8 = 56; 6×9 = 54", ["7×8|56|", "6×9|54|"]),
    ("שלום [shalom] = peace", ["שלום|peace|shalom"]), ("", []),
    ("x ==", ["x||", "==||"]), ("x =y", ["x||", "=y||"]), ("x = ; y = z", ["x||", "y|z|"]),
  ])
  func faces(_ written: String, _ expected: [String]) throws {
    #expect(try pairs(written) == expected)
  }

  @Test(arguments: [
    ("cat=Katze; dog = Hund", "space on each side"), ("cat; dog = Hund", "no second side"),
    ("a [b = c", "\\["), ("a b] = c", "\\["), ("a [b] c = d", "\\["), ("a\\", "single"),
    ("a;; b", "Pair 2"), ("a = a", "equal"), (" = b; c = d", "Pair 1"),
    ("a\u{202E} b", "Pair 1: A face must not"), ("\u{200B} b", "visible"),
  ])
  func faultyFaces(_ written: String, _ part: String) {
    let fault = #expect(throws: FileFault.self) { try ThemeFile.pairs(in: written) }
    #expect(fault?.message.contains(part) == true, "\(fault?.message ?? "")")
  }

  @Test(arguments: [
    ("Name\t\t\t\ta", "at least 2 pairs"), ("Name\t\t\ta b", "has 4"),
    ("Name\t\t\t\ta b\t", "has more"), ("\t\t\t\ta b", "A name needs"),
    ("Name\t\tred\t\ta b", "“red”"), ("Name\t\t#ff9300,\t\ta b", "“”"),
    ("Name\t\t\t1\ta b", "at least 2 pairs"), ("Name\t\t\t9-4\ta b", "above"),
    ("Name\t\t\tAll\ta b", "not a number of pairs"),
    ("Name\t\u{1B}\t\t\ta b", "icon"), ("Name\thello\t\t\ta b", "not one emoji"),
    ("Name\t\t\t\ta a", "twice"),
    ("Na\u{0}me\t\t\t\ta b", "control"), ("A\\\t\t\t\ta b", "single"),
    ("Name\t\t\t\t\(String(repeating: "a", count: 65)) b", "64 bytes"),
    ("\(String(repeating: "n", count: 65))\t\t\t\ta b", "64 characters"),
    ("Name\t\t#\u{1B}[2J\t\ta b", "“#\u{FFFD}[2J”"),
  ])
  func aBadLineBetweenGoodOnes(_ line: String, _ part: String) throws {
    let file = read("One\t\t\t\ta b\n\(line)\nTwo\t\t\t\ta b\n")
    #expect(file.themes.map(\.name) == ["One", "Two"])
    #expect(file.faults.map(\.line) == [2])
    let message = try #require(file.faults.first).message
    #expect(message.contains(part), "\(message)")
  }

  @Test func invalidUTF8IsAFaultOfItsLine() {
    var bytes = Array("One\t\t\t\ta b\nTwo\t\t\t\ta b\nThree\t\t\t\ta b".utf8)
    bytes[14] = 0xFF
    let file = ThemeFile(reading: bytes)
    #expect(file.themes.map(\.name) == ["One", "Three"])
    #expect(file.faults.map(\.line) == [2])
  }

  @Test func aNameTwiceIsAFaultOfTheSecond() throws {
    let file = read("Straße\t\t\t\ta b\n\nSTRASSE\u{FE0F}\t\t\t\tc d\n")
    #expect(file.entries.map(\.line) == [1])
    #expect(try #require(file.faults.first).message.contains("line 1"))
    #expect(file.faults.map(\.line) == [3])
  }

  @Test func theLimitsHold() throws {
    let most = read((1...1026).map { "\($0)\t\t\t\ta b\n" }.joined())
    #expect(most.entries.count == 1024)
    #expect(most.faults.map(\.line) == [1025, 1026])
    for count in [512, 513] {
      let words = (0..<count).map { "w\($0)" }
      let lines = [words.joined(separator: " "), words.joined(separator: ";")]
      for faces in lines + [words.map { "\($0) = x" }.joined(separator: "; ")] {
        let file = read("Name\t\t\t\t\(faces)")
        #expect(file.themes.first?.size == (count == 512 ? 512 : nil))
        #expect(file.faults.count == count - 512)
      }
    }
  }

  /// The longest theme there is must not be taken for a line that is too long.
  @Test func theLargestThemeIsReadBack() throws {
    func full(_ number: Int) -> String {
      "\(number)" + String(repeating: "\\", count: 64 - "\(number)".utf8.count)
    }
    let pairs = try (1000..<1512).map {
      try Pair(full($0), full($0 + 1000), pronunciation: full($0))
    }
    let name = String(repeating: "\\\u{301}\u{301}", count: 64)
    let theme = try Theme(name: name, pairs: pairs)
    let file = read(ThemeLine.text(of: theme))
    #expect(file.faults.isEmpty)
    #expect(file.themes.map(\.spelled) == [theme.spelled])
  }

  @Test func anyThemeIsReadBack() {
    var generator = SeededGenerator(for: "anyThemeIsReadBack")
    for _ in 0..<1500 {
      let theme = RandomTexts.theme(using: &generator)
      let line = ThemeLine.text(of: theme)
      let file = read(line + "\r\n")
      #expect(file.themes.map(\.spelled) == [theme.spelled], "\(line)")
    }
  }

  @Test func noDamageSpoilsWhatStandsBeside() {
    var generator = SeededGenerator(for: "noDamageSpoilsWhatStandsBeside (themes)")
    var faults = 0
    let rounds = rounds(1000, ofAll: 5000)
    for round in 0..<rounds {
      var lines: [[UInt8]] = []
      for _ in 0..<3 {
        let name = String(UInt64.random(in: 0 ... .max, using: &generator), radix: 16)
        let theme = RandomTexts.theme(name: name, pairs: 3, using: &generator)
        lines.append(Array(ThemeLine.text(of: theme).utf8))
      }
      let good = lines.map { ThemeFile(reading: $0).themes.map(\.spelled) }
      let victim = Int.random(in: 0..<3, using: &generator)
      let breaks = round % 2 == 1
      for _ in 0...(round % 3) {
        Mutation.damage(&lines[victim], breaks: breaks, using: &generator)
      }
      let bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
      let file = ThemeFile(reading: bytes)
      faults += file.faults.count
      expectComplete(file, bytes)
      let read = Set(file.themes.map(\.spelled))
      for other in 0..<3 where other != victim {
        #expect(good[other].count == 1 && good[other].allSatisfy(read.contains), "\(bytes)")
      }
    }
    #expect(faults > rounds / 5, "Damage that does no harm shows nothing.")
  }

  /// Each line is a theme, a fault or nothing; each theme passes the checks of any.
  private func expectComplete(_ file: ThemeFile, _ bytes: [UInt8]) {
    let reported = file.entries.map(\.line) + file.faults.map(\.line)
    #expect(reported.count == Set(reported).count)
    #expect(Set(reported) == linesWithContent(of: bytes), "\(bytes)")
    for theme in file.themes {
      #expect(ThemeFile(reading: Array(ThemeLine.text(of: theme).utf8)).themes == [theme])
    }
  }
}
