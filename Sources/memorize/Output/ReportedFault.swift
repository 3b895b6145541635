import PlainText
import Screens
import ThemeFiles
import Translation

/// A fault as `check` and `import` print it.
struct ReportedFault {
  let file: String
  /// Nil for the whole file.
  let line: Int?
  /// Made in English.
  let message: String

  /// `FILE:LINE: reason` as compilers print it, for people.
  var text: String {
    "\(file)\(line.map { ":\($0)" } ?? ""): \(translatedSentence(message))".harmless
  }

  /// File, line and reason.
  var texts: [String] { [file, line.map(String.init) ?? "", message] }

  var json: JSON {
    JSON.object([("file", .string(file))]).with("line", line.map { .integer($0) })
      .with("message", .string(message))
  }
}

extension ReportedFault {
  init(_ fault: FileFault, in file: String) {
    self.init(file: file, line: fault.line, message: fault.message)
  }
}
