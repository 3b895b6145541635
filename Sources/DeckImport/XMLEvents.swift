internal import CExpat
internal import PlainText
internal import ThemeFiles

/// Reads XML events with libexpat; refuses entities, which could make a file expand.
final class XMLEvents {
  enum Event {
    case start(String, [String: String])
    case text(String)
    case end
  }

  private let parser: XML_Parser?
  private let onEvent: (Event, Int) throws(LineError) -> Void
  private var fault: LineError?

  /// The line that was read last.
  var line: Int { Int(clamping: XML_GetCurrentLineNumber(parser)) }

  /// An error thrown by `onEvent` ends reading.
  init(_ onEvent: @escaping (Event, Int) throws(LineError) -> Void) {
    self.onEvent = onEvent
    parser = XML_ParserCreate("UTF-8")
  }

  deinit { XML_ParserFree(parser) }

  func read(_ bytes: [UInt8]) throws(LineError) {
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser,
      { data, name, attributes in XMLEvents.from(data)?.start(name, attributes) },
      { data, _ in XMLEvents.from(data)?.report(.end) })
    XML_SetCharacterDataHandler(parser) { data, text, count in
      let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
      XMLEvents.from(data)?.report(.text(String(decoding: bytes, as: UTF8.self)))
    }
    // A document type of its own could declare entities that expand to any size.
    XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, hasSubset in
      if hasSubset != 0 { XMLEvents.from(data)?.stop(XMLEvents.declares) }
    }
    XML_SetEntityDeclHandler(parser) { data, _, _, _, _, _, _, _, _ in
      XMLEvents.from(data)?.stop(XMLEvents.declares)
    }
    XML_SetSkippedEntityHandler(parser) { data, name, _ in
      let entity = XMLEvents.text(name)
      XMLEvents.from(data)?.stop(LineError(english("&\(entity); is not an entity of XML.")))
    }
    let status = bytes.withUnsafeBytes {
      XML_Parse(
        parser, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: $0.count), 1)
    }
    if let fault { throw fault }
    if status != XML_STATUS_OK { throw Self.fault(XML_GetErrorCode(parser)) }
  }

  private static let declares = LineError(
    english("The document type contains declarations: remove the [ … ]."))

  private static func from(_ data: UnsafeMutableRawPointer?) -> XMLEvents? {
    data.map { Unmanaged<XMLEvents>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func text(_ letters: UnsafePointer<XML_Char>?) -> String {
    letters.map { String(cString: $0) } ?? ""
  }

  private func start(
    _ name: UnsafePointer<XML_Char>?, _ list: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) {
    var attributes: [String: String] = [:]
    var index = 0
    while let key = list?[index] {
      attributes[Self.text(key)] = Self.text(list?[index + 1])
      index += 2
    }
    report(.start(Self.text(name), attributes))
  }

  private func report(_ event: Event) {
    // A stopped parser still reports what it has already read.
    guard fault == nil else { return }
    do throws(LineError) {
      try onEvent(event, line)
    } catch {
      stop(error)
    }
  }

  private func stop(_ fault: LineError) {
    self.fault = self.fault ?? fault
    XML_StopParser(parser, XML_Bool(XML_FALSE))
  }

  private static func illFormed(_ reason: String) -> LineError {
    LineError(english("This is not well-formed XML: \(reason)."))
  }

  private static func fault(_ code: XML_Error) -> LineError {
    switch code {
    case XML_ERROR_NO_ELEMENTS: LineError(english("This file has no complete XML."))
    case XML_ERROR_UNDEFINED_ENTITY:
      LineError(
        english("An & does not begin an entity of XML: write &amp; for the character itself."))
    default: illFormed(text(XML_ErrorString(code)))
    }
  }
}
