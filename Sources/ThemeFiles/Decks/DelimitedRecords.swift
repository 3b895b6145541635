internal import PlainText

/// The records of a text with fields by RFC 4180: a field in quotation marks may contain
/// separators, line ends and, doubled, quotation marks.
///
/// An unclosed quotation mark spoils only its own line; reading continues with the next. This takes
/// linear time, since a line that alone opens a quotation also ends one.
package struct DelimitedRecords: Sequence, IteratorProtocol {
  package struct Record {
    package let lines: ClosedRange<Int>
    /// The place of its bytes in the text, with the line end if there is one.
    let range: Range<Int>
    package let fields: Result<[String], LineError>
  }

  /// Columns further right are not read.
  package static let maximumColumns = 64

  private static let usualColumns = 4

  /// The limit before HTML is removed.
  package static let maximumFieldBytes = 65_536

  private var lines: FileLines
  private let separator: UInt8

  package init(_ bytes: [UInt8], separator: UInt8) {
    lines = FileLines(bytes)
    self.separator = separator
  }

  package mutating func next() -> Record? {
    while let line = lines.next() {
      if line.isBlankOrComment { continue }
      var rest = lines
      do throws(LineError) {
        let fields = try fields(of: line.bytes, &rest)
        lines = rest
        return Record(
          lines: line.number...rest.number, range: line.bytes.startIndex..<rest.position,
          fields: fields)
      } catch {
        return Record(
          lines: line.number...line.number, range: line.bytes.startIndex..<lines.position,
          fields: .failure(error))
      }
    }
    return nil
  }

  /// Throws a fault of the line; returns a fault of the record.
  private func fields(
    of first: ArraySlice<UInt8>, _ lines: inout FileLines
  ) throws(LineError) -> Result<[String], LineError> {
    var line = first
    var start = line.startIndex
    var texts: [String] = []
    texts.reserveCapacity(Self.usualColumns)
    var fault: LineError?
    var count = 0
    while true {
      // Indexes into the line: a slice of each rest would take twice the time.
      var end = start
      let field: ArraySlice<UInt8>
      if start < line.endIndex, line[start] == ASCII.quote {
        line = line[start...]
        field = try quotedField(&line, &lines)
        end = line.startIndex
      } else {
        while end < line.endIndex, line[end] != separator { end += 1 }
        field = line[start..<end]
      }
      count += 1
      do throws(LineError) { texts.append(try Self.text(of: field)) } catch {
        fault = fault ?? error
      }
      guard end < line.endIndex, count < Self.maximumColumns else {
        return fault.map { .failure($0) } ?? .success(texts)
      }
      start = end + 1
    }
  }

  private func quotedField(
    _ rest: inout ArraySlice<UInt8>, _ lines: inout FileLines
  ) throws(LineError) -> ArraySlice<UInt8> {
    var value: [UInt8] = []
    rest = rest.dropFirst()
    while true {
      guard let quote = rest.firstIndex(of: ASCII.quote) else {
        value += rest
        guard let line = lines.next() else { throw Self.openQuotation }
        value.append(ASCII.lineFeed)
        rest = line.bytes
        continue
      }
      value += rest[..<quote]
      rest = rest[(quote + 1)...]
      guard let next = rest.first, next != separator else { return value[...] }
      guard next == ASCII.quote else { throw Self.openQuotation }
      value.append(ASCII.quote)
      rest = rest.dropFirst()
    }
  }

  private static func text(of field: ArraySlice<UInt8>) throws(LineError) -> String {
    if field.count > maximumFieldBytes {
      throw .longField
    }
    // What is not UTF-8 is replaced here; String(validating:) takes three times as long.
    let text = String(decoding: field, as: UTF8.self)
    let isUTF8 = field.allSatisfy { $0 < 0x80 } || text.utf8.elementsEqual(field)
    guard isUTF8 else { throw .notUTF8 }
    return text
  }

  private static let openQuotation = LineError(
    english(
      "A field begins with a quotation mark but does not end with one: close it, and write \"\" "
        + "for each quotation mark inside."))
}

extension LineError {
  package static let longField = LineError(
    english(
      "A field has more than \(DelimitedRecords.maximumFieldBytes) bytes of UTF-8: shorten it."))
}
