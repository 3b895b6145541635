// Collects the texts for people in Swift sources, and writes them as a template of gettext's catalogues.
//
// usage: messages ROOT FILE…      the files are named from ROOT; the template goes to stdout
//
// It takes
//   tr("…", context: "…", ["place": …])       tr(count, "one", "other", …)
//   english("… \(value) …")                   plural(count, one: "…", other: "…")
//   Theme(english("…"), "🎃", "…", "🦇😱")    the faces of a theme
// and the help that ArgumentParser gets: what is labelled abstract, discussion or help, and the names of
// groups. The values of a sentence that is made in English become places, named after them. A place of
// `tr` without a value, or a value without a place, is an error.

import Foundation
import SwiftParser
import SwiftSyntax

/// What a template has for one text.
struct Message {
  struct Key: Hashable {
    let context: String?
    let text: String
  }

  var plural: String?
  var isFormat = false
  var comments: [String] = []
  var files: [String] = []
}

/// What a literal says, with a place for each interpolation.
struct Literal {
  var text = ""
  /// The values of places, in their order.
  var values: [(name: String, source: String)] = []

  /// Words that say how a value is written, not what it is.
  private static let plain: Set<String> = [
    "String", "cString", "printable", "harmless", "text", "description", "count", "rawValue",
    "tenths", "alternatives", "enumeration", "joined", "separator", "self", "upTo", "quoted",
    "name", "number", "max", "min", "Int", "map", "first", "last", "sentence", "message",
  ]

  /// `count` is what the plural is chosen by, whose place is `n`.
  init?(_ expression: ExprSyntax, count: String? = nil) {
    if let count { values = [("n", count)] }
    if let sequence = expression.as(SequenceExprSyntax.self) {
      for element in sequence.elements {
        if let sign = element.as(BinaryOperatorExprSyntax.self) {
          guard sign.operator.text == "+" else { return nil }
        } else {
          guard let part = element.as(StringLiteralExprSyntax.self) else { return nil }
          add(part)
        }
      }
      return
    }
    guard let literal = expression.as(StringLiteralExprSyntax.self) else { return nil }
    add(literal)
  }

  private mutating func add(_ literal: StringLiteralExprSyntax) {
    if let text = literal.representedLiteralValue {
      self.text += text
      return
    }
    // The same literal with a place instead of each interpolation, so that SwiftSyntax decodes it.
    var segments: [StringLiteralSegmentListSyntax.Element] = []
    for segment in literal.segments {
      guard case .expressionSegment(let value) = segment else {
        segments.append(segment)
        continue
      }
      let name = name(of: value.expressions.trimmedDescription)
      let place = StringSegmentSyntax(content: .stringSegment("{\(name)}"))
      segments.append(.stringSegment(place))
    }
    let plain = literal.with(\.segments, StringLiteralSegmentListSyntax(segments))
    text += plain.representedLiteralValue ?? ""
  }

  private mutating func name(of source: String) -> String {
    if let known = values.first(where: { $0.source == source }) { return known.name }
    let outside = source.replacing(/"[^"]*"/, with: "")
    let words = outside.matches(of: /[A-Za-z_][A-Za-z0-9_]*/).map { String($0.output) }
    let base = words.last { !Self.plain.contains($0) } ?? words.last ?? "value"
    var name = base
    var number = 2
    while values.contains(where: { $0.name == name }) {
      name = "\(base)\(number)"
      number += 1
    }
    values.append((name, source))
    return name
  }
}

func places(of text: String) -> Set<String> {
  Set(text.matches(of: /{([A-Za-z_][A-Za-z0-9_]*)}/).map { String($0.output.1) })
}

final class Collector: SyntaxVisitor {
  private(set) var messages: [Message.Key: Message] = [:]
  private(set) var order: [Message.Key] = []
  private(set) var faults: [String] = []
  private var file = ""
  private var lines: [Substring] = []
  private var converter: SourceLocationConverter?

  func collect(_ path: String, in root: String) throws {
    let source = try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
    let tree = Parser.parse(source: source)
    (file, lines) = (path, source.split(separator: "\n", omittingEmptySubsequences: false))
    converter = SourceLocationConverter(fileName: path, tree: tree)
    walk(tree)
  }

  override func visit(_ call: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let name =
      call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
      ?? call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    let arguments = Array(call.arguments)
    switch name {
    case "tr": takeTranslated(call, arguments)
    case "english":
      guard let literal = arguments.first.flatMap({ Literal($0.expression) }) else {
        fault(call, "“english” takes a literal")
        break
      }
      let context = context(of: arguments) ?? "sentence"
      add(call, literal.text, context: context, isFormat: !literal.values.isEmpty)
    case "plural":
      let count = arguments.first?.expression.trimmedDescription
      guard let one = argument("one", arguments).flatMap({ Literal($0, count: count) }),
        let other = argument("other", arguments).flatMap({ Literal($0, count: count) })
      else {
        fault(call, "“plural” takes two literals")
        break
      }
      add(call, one.text, plural: other.text, context: "sentence", isFormat: true)
    case "CommandGroup": takeHelp("name", arguments)
    case "Theme": takeFaces(arguments)
    case "ArgumentHelp":
      if let first = arguments.first, first.label == nil { takeHelp(first.expression) }
    default: break
    }
    for label in ["abstract", "discussion", "help"] { takeHelp(label, arguments) }
    return .visitChildren
  }

  /// The emoji of a theme in the program: its icon, and the faces after its colors.
  private func takeFaces(_ arguments: [LabeledExprSyntax]) {
    let texts = arguments.filter { $0.label == nil }.map { Literal($0.expression)?.text ?? "" }
    guard texts.count > 2 else { return }
    for face in texts[1] + texts.dropFirst(3).joined() {
      guard let scalar = face.unicodeScalars.first, scalar.properties.isEmoji, !scalar.isASCII,
        let name = scalar.properties.name
      else { continue }
      let comment = "The name of this emoji: \(name.lowercased())."
      add(arguments[0], String(face), context: "face", comment: comment)
    }
  }

  /// `@Option(help: "…")`.
  override func visit(_ attribute: AttributeSyntax) -> SyntaxVisitorContinueKind {
    if case .argumentList(let arguments)? = attribute.arguments {
      takeHelp("help", Array(arguments))
    }
    return .visitChildren
  }

  private func takeHelp(_ label: String, _ arguments: [LabeledExprSyntax]) {
    if let expression = argument(label, arguments) { takeHelp(expression) }
  }

  /// With values it is a sentence that is made in English.
  private func takeHelp(_ expression: ExprSyntax) {
    guard let literal = Literal(expression) else { return }
    let hasValues = !literal.values.isEmpty
    add(expression, literal.text, context: hasValues ? "sentence" : nil, isFormat: hasValues)
  }

  private func argument(_ label: String, _ arguments: [LabeledExprSyntax]) -> ExprSyntax? {
    arguments.first { $0.label?.text == label }?.expression
  }

  private func context(of arguments: [LabeledExprSyntax]) -> String? {
    argument("context", arguments).flatMap { Literal($0) }?.text
  }

  private func takeTranslated(_ call: FunctionCallExprSyntax, _ arguments: [LabeledExprSyntax]) {
    let unlabelled = arguments.filter { $0.label == nil }.map(\.expression)
    var texts = unlabelled.prefix(while: { !$0.is(DictionaryExprSyntax.self) })
    let countsThings = texts.count == 3
    if countsThings { texts.removeFirst() }
    let literals = texts.compactMap { Literal($0) }
    guard literals.count == texts.count, literals.count == (countsThings ? 2 : 1) else {
      return fault(call, "“tr” takes literals")
    }
    let text = literals[0].text
    let plural = countsThings ? literals[1].text : nil
    let named = places(of: text).union(places(of: plural ?? ""))
    let dictionary = unlabelled.last?.as(DictionaryExprSyntax.self)
    var given: Set<String> = []
    if case .elements(let elements)? = dictionary?.content {
      given = Set(elements.compactMap { Literal($0.key)?.text })
    }
    let needed = countsThings ? named.subtracting(["n"]) : named
    if given.subtracting(["n"]) != needed.subtracting(["n"]) || (!countsThings && given != named) {
      fault(call, "places \(named.sorted()), values \(given.sorted())")
    }
    add(call, text, plural: plural, context: context(of: arguments), isFormat: !named.isEmpty)
  }

  private func add(
    _ node: some SyntaxProtocol, _ text: String, plural: String? = nil, context: String? = nil,
    isFormat: Bool = false, comment: String? = nil
  ) {
    guard !text.isEmpty else { return }
    let key = Message.Key(context: context, text: text)
    if messages[key] == nil { order.append(key) }
    var message = messages[key] ?? Message()
    // A text and its plural are one message, whose plural is known to one of the places only.
    if let plural, let other = message.plural, other != plural {
      fault(node, "“\(text)” has two plurals")
    }
    message.plural = message.plural ?? plural
    message.isFormat = message.isFormat || isFormat
    for comment in comment.map({ [$0] }) ?? comments(above: node)
    where !message.comments.contains(comment) {
      message.comments.append(comment)
    }
    if message.files.last != file { message.files.append(file) }
    messages[key] = message
  }

  /// `// Translators: …` on the lines above that of the node.
  private func comments(above node: some SyntaxProtocol) -> [String] {
    guard let converter else { return [] }
    var line = node.startLocation(converter: converter).line - 2
    var block: [String] = []
    while line >= 0 {
      let text = lines[line].drop { $0 == " " }
      guard text.hasPrefix("// ") else { break }
      block.insert(String(text.dropFirst(3)), at: 0)
      line -= 1
    }
    guard let start = block.firstIndex(where: { $0.hasPrefix("Translators:") }) else { return [] }
    return [block[start...].joined(separator: " ")]
  }

  private func fault(_ node: some SyntaxProtocol, _ text: String) {
    let line = converter.map { node.startLocation(converter: $0).line } ?? 0
    faults.append("\(file):\(line): \(text)")
  }
}

/// A text as a catalogue writes it: lines that end with a break, in quotation marks.
func quoted(_ text: String) -> String {
  let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  let lines = escaped.split(separator: "\n", omittingEmptySubsequences: false)
  guard lines.count > 1 else { return "\"\(escaped)\"" }
  let whole = lines.enumerated().map { $0 < lines.count - 1 ? "\($1)\\n" : String($1) }
  return (["\"\""] + whole.filter { !$0.isEmpty }.map { "\"\($0)\"" }).joined(separator: "\n")
}

func template(_ collector: Collector) -> String {
  var text = """
    # Texts of Memorize for people, under the license of the program.
    # In catalogues the names of emoji are those of Unicode's CLDR.
    msgid ""
    msgstr ""
    "Project-Id-Version: memorize\\n"
    "PO-Revision-Date: YEAR-MO-DA HO:MI+ZONE\\n"
    "MIME-Version: 1.0\\n"
    "Content-Type: text/plain; charset=UTF-8\\n"
    "Content-Transfer-Encoding: 8bit\\n"
    "Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"

    """
  for key in collector.order {
    guard let message = collector.messages[key] else { continue }
    text += "\n"
    for comment in message.comments { text += "#. \(comment)\n" }
    for file in message.files { text += "#: \(file)\n" }
    if message.isFormat { text += "#, perl-brace-format\n" }
    if let context = key.context { text += "msgctxt \(quoted(context))\n" }
    text += "msgid \(quoted(key.text))\n"
    if let plural = message.plural {
      text += "msgid_plural \(quoted(plural))\nmsgstr[0] \"\"\nmsgstr[1] \"\"\n"
    } else {
      text += "msgstr \"\"\n"
    }
  }
  return text
}

let arguments = CommandLine.arguments
guard arguments.count > 2 else {
  FileHandle.standardError.write(Data("usage: messages ROOT FILE…\n".utf8))
  exit(2)
}
let collector = Collector(viewMode: .sourceAccurate)
for file in arguments[2...] { try collector.collect(file, in: arguments[1]) }
guard collector.faults.isEmpty else {
  for fault in collector.faults { FileHandle.standardError.write(Data("\(fault)\n".utf8)) }
  exit(1)
}
print(template(collector), terminator: "")
