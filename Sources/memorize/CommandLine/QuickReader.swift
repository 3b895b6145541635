import Screens

/// Parses what key bindings and status bars use: ArgumentParser takes 1.2 ms of CPU before it has
/// read a word, this takes 0.1; everything else, and every error, is left to ArgumentParser.
enum QuickReader {
  /// Reads the common options; `own` takes a verb's own options from the beginning of the words.
  static func options(
    _ words: ArraySlice<String>,
    _ own: (String, inout ArraySlice<String>) -> Bool = { _, _ in false }
  ) -> Options.ForAllVerbs? {
    var (rest, options) = (words, Options.ForAllVerbs())
    (options.common, options.board) = (.unset, .unset)
    while let word = rest.popFirst() {
      switch word {
      case "--quiet", "-q": options.common.quiet = true
      case "--plain": options.common.plain = true
      case "--json": options.common.json = true
      case "--no-autostart": options.common.noAutostart = true
      case "--ascii": options.board.ascii = true
      default: guard own(word, &rest) else { return nil }
      }
    }
    return options
  }
}
