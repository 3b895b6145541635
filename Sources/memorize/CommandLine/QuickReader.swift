/// Parses what key bindings and status bars use: ArgumentParser takes 1.2 ms of CPU before it has
/// read a word, this takes 0.1; everything else, and every error, is left to ArgumentParser.
enum QuickReader {
  /// Reads the common options; `own` takes a verb's own options from the beginning of the words.
  static func options(
    _ words: ArraySlice<String>,
    _ own: (String, inout ArraySlice<String>) -> Bool = { _, _ in false }
  ) -> CommonOptions? {
    var (rest, options) = (words, CommonOptions.unset)
    while let word = rest.popFirst() {
      switch word {
      case "--quiet", "-q": options.quiet = true
      case "--plain": options.plain = true
      case "--json": options.json = true
      case "--no-autostart": options.noAutostart = true
      case "--ascii": options.ascii = true
      default: guard own(word, &rest) else { return nil }
      }
    }
    return options
  }
}
