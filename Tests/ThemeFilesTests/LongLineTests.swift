import DeckImport
import Glibc
import Testing
import ThemeFiles

/// A long line is read or refused in linear time, whatever it is made of.
@Suite(.timeLimit(.minutes(30))) struct LongLineTests {
  private typealias Reader = @Sendable ([UInt8]) throws -> Void

  private static let fillings = [
    "a", " ", "a ", ";", "a;", "\t", "\\", "\\a", " = ", "a = b;", "[", "[]", "\"", "\"\"", "\"\t",
    "#", ",", "<", "<a", "<b>", "<!--", "<style>", "<rp>", "&", "&amp;", "[sound:", "漢[", "漢[か] ",
    "\u{301}", "\u{200D}", "👨‍👩‍👧‍👦", "🇩🇪", "क्", "\r", "\0", "<a b='", "]]>", "-", "/",
  ]

  private static let readers: [(read: Reader, starts: [String])] = [
    ({ _ = ThemeFile(reading: $0) }, ["", "Name\t\t\t\t"]),
    ({ _ = DeckFile.read($0) }, ["", "#html:true\nside\t\"", "\"\n"]),
    ({ _ = try TextImport($0).content() }, ["", "#html:true\n\"side\"\t", "#separator:"]),
    (
      { _ = KVTML(reading: $0) },
      [
        "<kvtml a='", "<kvtml><![CDATA[", "<kvtml><!--",
        "<kvtml><entries><entry><translation id='0'><text>",
      ]
    ),
  ]

  @Test(arguments: fillings) func aLongLineIsReadInLinearTime(_ filling: String) {
    expectLinear { length in
      let line = Self.repeated(filling, bytes: length)
      for (read, starts) in Self.readers {
        // A file that is refused as a whole throws.
        for start in starts { try? read(Array(start.utf8) + line) }
      }
    }
  }

  /// The longest field that is cleaned at all.
  @Test(arguments: fillings) func aLongFieldIsCleanedInLinearTime(_ filling: String) {
    expectLinear(24_000) { length in
      let field = Self.repeated(filling, bytes: length)
      _ = try? TextImport(Array("#html:true\n#separator:pipe\n".utf8) + field).content()
    }
  }

  @Test(arguments: [
    "\"a", "\"\n\"", "\"\"\"x", "a\t\"b", "\"\tx", "x", "<<<<<<< a\n=======\n\"b\n>>>>>>> c",
  ])
  func quotationsOverManyLinesAreReadInLinearTime(_ line: String) {
    expectLinear { length in
      _ = DeckFile.read(Array("\"open\n".utf8) + Self.repeated(line + "\n", bytes: length))
    }
  }

  private static func repeated(_ filling: String, bytes: Int) -> [UInt8] {
    Array(String(repeating: filling, count: bytes / filling.utf8.count).utf8)
  }

  /// Eight times the length may take eight times as long, and some; its square would be 64 times.
  private func expectLinear(
    _ length: Int = 24_000, sourceLocation: SourceLocation = #_sourceLocation,
    _ work: (Int) -> Void
  ) {
    // Warms up: work that is done only once must not count.
    work(length / 8)
    var (short, long) = (Int.max, Int.max)
    // Other programs slow single runs down; work that is not linear is slow in each run.
    for _ in 0..<5 {
      short = min(short, Self.processorTime { work(length / 8) })
      long = min(long, Self.processorTime { work(length) })
      if long < 24 * short + 3_000_000 { return }
    }
    #expect(long < 24 * short + 3_000_000, sourceLocation: sourceLocation)
  }

  /// Nanoseconds of the processor for this thread alone, however busy the machine is.
  private static func processorTime(_ work: () -> Void) -> Int {
    func now() -> Int {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
    let start = now()
    work()
    return now() - start
  }
}
