import ArgumentParser

/// The verb `theme check`.
struct ThemeCheckVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Looks for faults in files of themes and in decks.",
    discussion: """
      Without files it looks at all that the service reads: memorize/themes/*.themes and \
      memorize/decks/*.tsv below XDG_DATA_HOME, and the themes below XDG_DATA_DIRS. It needs \
      neither the service nor a bus.

      A line a fault, FILE:LINE: and the reason, then how many there are. With --plain file, line \
      and reason, separated by tabs; with --quiet the faults alone. A name that is taken is a fault \
      as well: the first has it, built-in themes before files. “-” is standard input, whose names \
      are not compared.

      It ends with 5 where there is a fault.
      """)

  @ArgumentParser.Argument(
    help: "Files; .tsv are decks, and all others are themes.", completion: .file())
  var files: [String] = []

  @Flag(help: "Take for a deck what does not end in .themes.")
  var deck = false

  @OptionGroup var common: CommonOptions

  func perform(_ options: Options) throws {
    var seen: Set<String> = []
    let named = files.filter { seen.insert($0).inserted }.map(InputFile.init)
    let check =
      files.isEmpty ? ThemeCheck() : ThemeCheck(of: named, decksAreExpected: deck)
    switch options.form {
    case .json: try Output.results.write(check.json.text + "\n")
    case .plain: for piece in check.plainLines { try Output.results.write(piece) }
    case .text:
      for piece in check.faultLines { try Output.results.write(piece) }
      if !options.isQuiet { try Output.results.write(check.sum + "\n") }
    }
    guard check.isFaultless else { throw ExitStatus.refused }
  }
}
