import ArgumentParser

/// The verb `conceal`.
struct ConcealVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "conceal", abstract: "Turns a mismatch down, and prints the board.")

  @OptionGroup var board: BoardOptions
  @OptionGroup var common: CommonOptions
  var boardOptions: BoardOptions? { board }

  var request: any Request { ConcealRequest() }
}
