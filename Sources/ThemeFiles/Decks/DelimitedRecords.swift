/// The records of a text with fields by RFC 4180: a field in quotation marks may hold separators,
/// line ends and, doubled, quotation marks.
///
/// A field whose quotation mark is not closed spoils its own line only: the next line is read as
/// if nothing were. That stays linear, for a line that alone opens a quotation also ends one.
package struct DelimitedRecords: Sequence, IteratorProtocol {
  /// One record, or why it is none.
  package struct Record {
    package let lines: ClosedRange<Int>
    package let fields: Result<[String], LineFault>
  }

  /// Whatever stands further right is not read.
  package static let maximumColumns = 64

  /// What a field may take before it is cleaned of HTML.
  private static let maximumFieldBytes = 65_536

  private let lines: [FileLines.Line]
  private let separator: UInt8
  private var place = 0

  package init(_ lines: [FileLines.Line], separator: UInt8) {
    self.lines = lines
    self.separator = separator
  }

  package mutating func next() -> Record? {
    while place < lines.count && lines[place].isBlankOrComment { place += 1 }
    guard place < lines.count else { return nil }
    let start = place
    var row = start
    do throws(LineFault) {
      let fields = try fields(from: &row)
      place = row + 1
      return record(start...row, Self.texts(of: fields))
    } catch {
      place = start + 1
      return record(start...start, .failure(error))
    }
  }

  private func record(
    _ places: ClosedRange<Int>, _ fields: Result<[String], LineFault>
  ) -> Record {
    Record(lines: lines[places.lowerBound].number...lines[places.upperBound].number, fields: fields)
  }

  private func fields(from row: inout Int) throws(LineFault) -> [ArraySlice<UInt8>] {
    var fields: [ArraySlice<UInt8>] = []
    var rest = lines[row].bytes
    while true {
      let field: ArraySlice<UInt8>
      if rest.first == ASCII.quote {
        field = try quotedField(&rest, &row)
      } else {
        let end = rest.firstIndex(of: separator) ?? rest.endIndex
        field = rest[..<end]
        rest = rest[end...]
      }
      fields.append(field)
      guard !rest.isEmpty, fields.count < Self.maximumColumns else { return fields }
      rest = rest.dropFirst()
    }
  }

  private func quotedField(
    _ rest: inout ArraySlice<UInt8>, _ row: inout Int
  ) throws(LineFault) -> ArraySlice<UInt8> {
    var value: [UInt8] = []
    rest = rest.dropFirst()
    while true {
      guard let quote = rest.firstIndex(of: ASCII.quote) else {
        value += rest
        guard row + 1 < lines.count else { throw Self.openQuotation }
        row += 1
        value.append(ASCII.lineFeed)
        rest = lines[row].bytes
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

  private static func texts(of fields: [ArraySlice<UInt8>]) -> Result<[String], LineFault> {
    var texts: [String] = []
    for field in fields {
      if field.count > maximumFieldBytes {
        return .failure(
          LineFault("A field takes more than \(maximumFieldBytes) bytes of UTF-8: shorten it."))
      }
      guard let text = String(validating: field, as: UTF8.self) else { return .failure(.notUTF8) }
      texts.append(text)
    }
    return .success(texts)
  }

  private static let openQuotation = LineFault(
    "A field begins with a quotation mark and does not end with one: close it, and write \"\" for "
      + "each quotation mark inside.")
}

extension DelimitedRecords {
  /// The text of a column, from 1; nil if the record is shorter.
  package static func text(_ column: Int?, of fields: [String]) -> String? {
    guard let column, fields.indices.contains(column - 1) else { return nil }
    return fields[column - 1]
  }
}
