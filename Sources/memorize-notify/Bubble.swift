/// What one notification tells, whatever the server can show of it.
struct Bubble: Equatable {
  /// What it is about; the rest follows from that.
  enum Kind: String {
    case match
    case won
    /// Cards that are up and not matched: the one kind that tells their faces.
    case flip
  }

  /// What the user can do from it.
  enum Action: String, CaseIterable {
    case newGame = "new-game"
    case play

    var label: String {
      switch self {
      case .newGame: "New game"
      case .play: "Play"
      }
    }
  }

  let kind: Kind
  /// A line, for which most servers have about 40 characters.
  let summary: String
  /// More lines, plain text.
  let body: [String]
  /// How far the game is, 0…100.
  let progress: Int32?

  /// By what servers and users sort: the class is ours.
  var category: String { "x-memorize.\(kind.rawValue)" }

  /// Whether it need not be kept when it has been seen.
  var isTransient: Bool { kind != .won }

  /// Whether it tells faces that are to be seen no longer than the cards are up.
  var tellsOpenFaces: Bool { kind == .flip }

  /// A sound's name in the theme.
  var sound: String? {
    switch kind {
    case .match: "completion-success"
    case .won: "game-over-winner"
    case .flip: nil
    }
  }

  var actions: [Action] { kind == .flip ? [] : Action.allCases }
}

extension Bubble {
  /// What fits a summary.
  private static let summaryLength = 40

  /// Makes a bubble whose summary is a title and a text; a text that is too long for it becomes
  /// the body's first line.
  ///
  /// - Parameters:
  ///   - kind: what it is about.
  ///   - title: a word or two.
  ///   - text: what it is about, as names and faces, of which some are long.
  ///   - summary: both together.
  ///   - body: what is said besides.
  ///   - progress: how far the game is.
  init(
    _ kind: Kind, title: String, text: String, summary: String, body: [String] = [],
    progress: Int32? = nil
  ) {
    let fits = summary.count <= Self.summaryLength
    self.kind = kind
    self.summary = fits ? summary : title
    self.body = fits ? body : [text] + body
    self.progress = progress
  }
}
