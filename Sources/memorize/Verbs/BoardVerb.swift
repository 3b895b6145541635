import ArgumentParser

/// The verb `board`.
struct BoardVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "board", abstract: "Prints the board as large as the terminal allows.",
    discussion: "With --plain a line a card: number, state, face and name, separated by tabs.")

  @OptionGroup var board: BoardOptions
  @OptionGroup var common: CommonOptions
  var boardOptions: BoardOptions? { board }

  var request: any Request { BoardRequest() }
}
