/// What one notification tells, whatever the server can show of it.
struct Bubble: Equatable {
  /// What it belongs to: each has one bubble on the screen, which the next of it replaces.
  enum Topic: CaseIterable {
    case game
    case practice
    case reminder
  }

  /// What it is about; the rest follows from that.
  enum Kind: String {
    case match
    case won
    /// A game that could not be started.
    case noGame = "no-game"
    /// Cards that are up and not matched: the one kind that tells their faces.
    case flip
    /// A question of a practice session.
    case question
    /// What a practice session came to.
    case result
    /// It is time for the daily session.
    case reminder
  }

  let kind: Kind
  /// A line, for which most servers have about 40 characters.
  let summary: String
  /// More lines, plain text.
  let body: [String]
  /// How far the game or the session is, 0…100.
  let progress: Int32?
  /// What the user can do from it.
  let actions: [Action]
  /// What is told besides where nothing can be done from it, since a server offers no actions.
  let bodyWithoutActions: [String]

  var topic: Topic {
    switch kind {
    case .match, .won, .noGame, .flip: .game
    case .question, .result: .practice
    case .reminder: .reminder
    }
  }

  /// By what servers and users sort: the class is ours.
  var category: String { "x-memorize.\(kind.rawValue)" }

  /// Whether it need not be kept when it has been seen.
  var isTransient: Bool { [.match, .noGame, .flip].contains(kind) }

  /// Whether it is to be seen no longer than what it tells lasts: cards that are up, a question that
  /// is asked, a reminder nobody has answered.
  var isBound: Bool { kind == .flip || isOpen }

  /// Whether it waits for the user, and so for a server too where there is none.
  var isOpen: Bool { kind == .question || kind == .reminder }

  /// Whether it stays when an action was chosen, for the next content to take its place.
  var isResident: Bool { kind == .question }

  /// Whether it goes by itself.
  var expires: Bool { kind != .question }

  /// A sound's name in the theme.
  var sound: String? {
    switch kind {
    case .match, .result: "completion-success"
    case .won: "game-over-winner"
    case .noGame, .flip, .question, .reminder: nil
    }
  }
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
  ///   - progress: how far it is.
  ///   - actions: what can be done from it.
  ///   - bodyWithoutActions: what is told besides where the server offers none.
  init(
    _ kind: Kind, title: String, text: String, summary: String, body: [String] = [],
    progress: Int32? = nil, actions: [Action] = [], bodyWithoutActions: [String] = []
  ) {
    let fits = summary.count <= Self.summaryLength
    self.kind = kind
    self.summary = fits ? summary : title
    self.body = fits ? body : [text] + body
    self.progress = progress
    self.actions = actions
    self.bodyWithoutActions = bodyWithoutActions
  }

  /// How much of a whole is done, for a bubble's progress; nil where there is nothing to do.
  static func progress(_ done: UInt32, of all: UInt32) -> Int32? {
    all == 0 ? nil : Int32(clamping: UInt64(min(done, all)) * 100 / UInt64(all))
  }

  /// A number and its noun: `1 move`, `2 moves`.
  static func counted(_ count: UInt32, _ noun: String) -> String {
    "\(count) \(noun)" + (count == 1 ? "" : "s")
  }
}
