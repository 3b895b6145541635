import ArgumentParser

/// The option of verbs that write a line for a bar or a script.
struct FormatOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Print a line as waybar, i3blocks or polybar takes it, or by a template.",
      discussion: """
        waybar: JSON for return-type json; alt and class are no-game, playing, one-up, mismatch, \
        won or offline. i3blocks: JSON for format=json. polybar: a line of text.

        A template holds {state}, {theme}, {icon}, {matched}, {pairs}, {score}, {flips}, {moves}, \
        {up} (the cards that are up, “7 👻, 2 🦇”), {turn} (whose it is), {regret} and {due} \
        (how many cards are to be practised again). {state} is one of the words above. \
        {up?text|other} is the text where the value is neither empty nor 0, else the other, which \
        may be missing; {state=won?text|other} compares. Within, | parts. \\{ \\} \\| \\\\ stand \
        for themselves. A service that is not there is “offline” by every template.
        """,
      valueName: "format"),
    transform: LineFormat.init(argument:))
  var format: LineFormat?

  /// Refuses a second form beside it.
  func check(_ common: CommonOptions) throws {
    guard format != nil, common.json || common.plain else { return }
    throw ValidationError("--format excludes --json and --plain.")
  }
}
