/// Reads a small, strict part of XML, event by event: elements, attributes, text, CDATA.
///
/// Comments and processing instructions are skipped. There are no entities but the five of XML and
/// numbers, and a document type with declarations of its own is refused, so that no file can make
/// itself larger than it is. The first fault ends the reading.
struct XMLReader {
  enum Event: Equatable {
    case start(String, [String: String])
    case end(String)
    case text(String)
  }

  private static let deepest = 32
  private static let mostAttributes = 32

  /// The line that was read last.
  private(set) var line = 1

  private var rest: ArraySlice<UInt8>
  private var open: [String] = []
  private var hasRoot = false
  /// The end of an element without content, which was told as a start already.
  private var pendingEnd: String?

  /// Takes a document that is known to be UTF-8.
  init(_ bytes: [UInt8]) {
    rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
  }

  /// Returns the next event, or nil at the end of the document.
  mutating func next() throws(LineFault) -> Event? {
    if let name = pendingEnd {
      pendingEnd = nil
      return try end(name)
    }
    while let first = rest.first {
      if first != ASCII.less {
        let text = take(while: { $0 != ASCII.less })
        if !open.isEmpty { return .text(try decoded(text)) }
        guard text.allSatisfy(Self.isSpace) else { throw LineFault("Text stands outside the XML.") }
      } else if skip("<!--") {
        try skip(past: "-->", "A comment")
      } else if skip("<![CDATA[") {
        let data = try take(upTo: "]]>", "A CDATA section")
        guard !open.isEmpty else { throw LineFault("Text stands outside the XML.") }
        return .text(String(decoding: data, as: UTF8.self))
      } else if skip("<?") {
        try skip(past: "?>", "A processing instruction")
      } else if skip("<!DOCTYPE") {
        try skipDocumentType()
      } else if skip("</") {
        let name = try name()
        skipSpace()
        guard skip(">") else { throw LineFault("The end of <\(name)> lacks its >.") }
        return try end(name)
      } else {
        return try start()
      }
    }
    if let name = open.last { throw LineFault("The file ends within <\(name)>: it is not whole.") }
    if !hasRoot { throw LineFault("There is no XML in this file.") }
    return nil
  }

  private mutating func start() throws(LineFault) -> Event {
    _ = skip("<")
    let name = try name()
    if open.isEmpty && hasRoot { throw LineFault("<\(name)> stands after the end of the XML.") }
    guard open.count < Self.deepest else { throw LineFault("The elements nest too deep.") }
    var attributes: [String: String] = [:]
    while true {
      let hadSpace = skipSpace()
      if skip("/>") {
        pendingEnd = name
        break
      }
      if skip(">") { break }
      guard hadSpace, attributes.count < Self.mostAttributes else {
        throw LineFault("The tag <\(name)> is not well formed.")
      }
      let (key, value) = try attribute()
      guard attributes.updateValue(value, forKey: key) == nil else {
        throw LineFault("<\(name)> has the attribute \(key) twice.")
      }
    }
    open.append(name)
    hasRoot = true
    return .start(name, attributes)
  }

  private mutating func end(_ name: String) throws(LineFault) -> Event {
    guard open.popLast() == name else { throw LineFault("</\(name)> ends what is not open.") }
    return .end(name)
  }

  private mutating func attribute() throws(LineFault) -> (key: String, value: String) {
    let key = try name()
    skipSpace()
    guard skip("=") else { throw LineFault("The attribute \(key) lacks its value.") }
    skipSpace()
    guard let quote = rest.first, quote == ASCII.quote || quote == ASCII.apostrophe else {
      throw LineFault("The value of the attribute \(key) lacks its quotation marks.")
    }
    rest = rest.dropFirst()
    let value = take(while: { $0 != quote && $0 != ASCII.less })
    guard rest.first == quote else {
      throw LineFault("The value of the attribute \(key) does not end.")
    }
    rest = rest.dropFirst()
    return (key, try decoded(value))
  }

  private mutating func name() throws(LineFault) -> String {
    let name = take(while: {
      $0 >= 0x80 || ASCII.isLetter($0) || ASCII.isDigit($0) || ".-_:".utf8.contains($0)
    })
    guard let first = name.first, !ASCII.isDigit(first), name.count <= 128 else {
      throw LineFault("A < is followed by no name: write &lt; for the character.")
    }
    return String(decoding: name, as: UTF8.self)
  }

  private mutating func skipDocumentType() throws(LineFault) {
    let type = take(while: { $0 != ASCII.greater && $0 != ASCII.bracketOpen })
    guard skip(">"), !hasRoot, type.count <= 1024 else {
      throw LineFault("The document type declares things of its own: take the [ … ] out.")
    }
  }

  private func decoded(_ bytes: ArraySlice<UInt8>) throws(LineFault) -> String {
    var text: [UInt8] = []
    var rest = bytes
    while let place = rest.firstIndex(of: ASCII.ampersand) {
      text += rest[..<place]
      let name = rest[(place + 1)...].prefix(12)
      guard let entity = HTMLEntity(name), Self.isAllowed(name) else {
        throw LineFault("An & is followed by no entity of XML: write &amp; for the character.")
      }
      text += entity.text.utf8
      rest = rest[(place + 1 + entity.length)...]
    }
    return String(decoding: text + rest, as: UTF8.self)
  }

  private static func isAllowed(_ name: ArraySlice<UInt8>) -> Bool {
    name.first == ASCII.hash
      || ["amp;", "lt;", "gt;", "quot;", "apos;"].contains { name.starts(with: $0.utf8) }
  }
}

extension XMLReader {
  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == ASCII.space || (byte >= ASCII.tab && byte <= ASCII.carriageReturn)
  }

  @discardableResult
  private mutating func skipSpace() -> Bool {
    !take(while: Self.isSpace).isEmpty
  }

  private mutating func skip(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  private mutating func skip(past end: String, _ what: String) throws(LineFault) {
    _ = try take(upTo: end, what)
  }

  private mutating func take(while isPart: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = rest.startIndex
    var place = start
    while place < rest.endIndex, isPart(rest[place]) {
      if rest[place] == ASCII.lineFeed { line += 1 }
      place += 1
    }
    defer { rest = rest[place...] }
    return rest[start..<place]
  }

  /// Takes all before an end, and skips the end.
  private mutating func take(
    upTo end: String, _ what: String
  ) throws(LineFault) -> ArraySlice<UInt8> {
    let start = rest
    let first = end.utf8.first
    while !rest.isEmpty {
      _ = take(while: { $0 != first })
      let place = rest.startIndex
      if skip(end) { return start[..<place] }
      rest = rest.dropFirst()
    }
    throw LineFault("\(what) does not end: the file is not whole.")
  }
}
