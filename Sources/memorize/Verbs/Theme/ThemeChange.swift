/// What became of a theme, as the verbs tell it that changed it.
struct ThemeChange {
  /// What was done.
  enum Kind: String {
    case added, removed
  }

  /// The theme's name.
  let name: String
  /// What was done with it.
  let kind: Kind

  /// Prints it, unless nothing is to be told.
  ///
  /// - Parameters:
  ///   - options: the options.
  ///   - icon: the theme's icon, for people whose output is not kept to ASCII.
  ///   - detail: more about it.
  /// - Throws: where it cannot be printed.
  func tell(_ options: Options, icon: String? = nil, detail: String? = nil) throws(Output.Failure) {
    if options.isQuiet { return }
    let more = detail.map { ", " + $0 } ?? ""
    switch options.form {
    case .json:
      let report: JSON = ["name": .string(name), "change": .string(kind.rawValue)]
      try Output.results.write(report.text + "\n")
    case .plain: try Output.results.write("\(kind): \(name)\(more)".harmless + "\n")
    case .text:
      let mark = options.isASCII ? "" : icon.map { $0 + " " } ?? ""
      try Output.results.write("\(kind): \(mark)\(name)\(more)".harmless + "\n")
    }
  }
}
