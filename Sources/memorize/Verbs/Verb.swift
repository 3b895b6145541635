import ArgumentParser

/// A verb of the command line: its arguments, and what they ask for.
protocol Verb: ParsableCommand {
  /// The options that every verb has.
  var common: CommonOptions { get }
  /// The options of a verb that prints a board.
  var boardOptions: BoardOptions? { get }
  /// Whether to keep to ASCII.
  var isASCII: Bool { get }
  /// Whether standard input is one of its files.
  var readsStandardInput: Bool { get }
  /// What is asked for.
  var request: any Request { get }
}

extension Verb {
  /// Most verbs print no board.
  var boardOptions: BoardOptions? { nil }

  /// As the options of boards say, where the verb has those.
  var isASCII: Bool { boardOptions?.ascii ?? false }

  /// Most verbs read no file.
  var readsStandardInput: Bool { false }

  /// The request with its options.
  var invocation: Invocation {
    var choices = Choices(common, boardOptions)
    choices.ascii = isASCII
    return Invocation(request: request, choices: choices)
  }

  func run() throws { try invocation.run() }
}

extension Verb where Self: Request {
  /// A verb that nobody hurries does by itself what it is for.
  var request: any Request { self }
}

extension Choices {
  /// Takes what ArgumentParser has read.
  init(_ common: CommonOptions, _ board: BoardOptions?) {
    timeout = common.timeout?.duration
    noAutostart = common.noAutostart
    json = common.json
    plain = common.plain
    color = common.color
    quiet = common.quiet
    ascii = board?.ascii ?? false
    matched = board?.matched
  }
}
