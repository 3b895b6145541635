/// The content of one notification, before it is fitted to a server.
struct Bubble: Equatable {
  enum Change: Equatable {
    case show(Bubble)
    /// Removes the topic's bubble from the screen if it is withdrawable.
    case hide
    case keep
  }

  /// Each topic has one bubble on the screen, which the next one replaces.
  enum Topic: CaseIterable {
    case game, practice, reminder, decks
  }

  enum Kind: String {
    case match, won
    /// A game that could not be started.
    case noGame = "no-game"
    /// Unmatched cards that are face up: the only kind that shows their faces.
    case flip
    /// A call that was refused while no card was up.
    case refusal
    /// Of a practice session.
    case question, result
    /// It is time for the daily session.
    case reminder
    /// Practice was asked for, and has to wait.
    case nothingDue = "nothing-due"
    /// Versions of decks were merged.
    case merged
  }

  let kind: Kind
  let summary: String
  let body: [String]
  /// The last line, in italics if the server has markup; empty for none.
  let note: String
  /// In percent.
  let progress: Int32?
  let actions: [Action]
  /// The face to be shown as a picture, if there is one.
  var face: String?
  /// The path of a picture; empty for none.
  let picture: String
  /// Extra lines for a server without actions.
  let bodyWithoutActions: [String]

  var topic: Topic {
    switch kind {
    case .match, .won, .noGame, .flip, .refusal: .game
    case .question, .result: .practice
    case .reminder, .nothingDue: .reminder
    case .merged: .decks
    }
  }

  var category: String { "x-memorize.\(kind.rawValue)" }

  /// Whether it may leave the list once it has been seen.
  var isTransient: Bool { [.match, .noGame, .flip, .refusal, .nothingDue].contains(kind) }

  /// Whether it leaves the screen when its content ends: face-up cards, an open question, an
  /// unanswered reminder.
  var isWithdrawable: Bool { kind == .flip || isOpen }

  /// Whether it waits for the user, and therefore also for a server to start.
  var isOpen: Bool { kind == .question || kind == .reminder }

  /// What a click on the bubble itself does.
  var defaultAction: Action {
    switch kind {
    case .match, .won, .noGame, .flip, .refusal: .play
    case .question: .practiceInTerminal
    case .result, .reminder, .merged: .practice
    case .nothingDue: .practiceAnyway
    }
  }

  /// All actions by the keys that the server returns.
  var actionsByKey: [(key: String, action: Action)] {
    [("default", defaultAction)] + actions.map { ($0.key, $0) }
  }

  /// The actions that a server can offer: with replies, no terminal is needed for typing.
  func actionsByKey(on server: Capabilities) -> [(key: String, action: Action)] {
    guard server.contains(.actions) else { return [] }
    let takesReply = server.contains(.replies) && actions.contains(where: \.isReply)
    return actionsByKey.filter { key, action in
      if action.isReply { return takesReply }
      return !takesReply || key == "default" || action != .practiceInTerminal
    }
  }

  var sound: String? {
    switch kind {
    case .match, .result: "completion-success"
    case .won: "game-over-winner"
    default: nil
    }
  }
}

// How long it stays.
extension Bubble {
  /// The hint `resident`, by the Desktop Notifications Specification: the server keeps the
  /// notification after an action, until the user or we remove it.
  ///
  /// The specification finds it useful only on a server with the capability `persistence`.
  func isResident(on server: Capabilities) -> Bool { isOpen && server.contains(.persistence) }

  /// Milliseconds; -1 for the server's own time, 0 for never.
  ///
  /// Face-up cards and questions stay until their content ends: seconds of thinking must not lose
  /// them. A server with the capability `persistence` keeps the reminder in its list, so that it
  /// need not cover the screen; elsewhere it would be gone unseen. News stays for the server's own
  /// time.
  func timeout(on server: Capabilities) -> Int32 {
    switch kind {
    case .flip, .question: 0
    case .reminder: server.contains(.persistence) ? -1 : 0
    case .match, .won, .noGame, .refusal, .result, .nothingDue, .merged: -1
    }
  }
}

extension Bubble {
  /// In characters.
  private static let summaryLength = 40

  /// Joins title and text to the summary; if they are too long together, the text becomes the
  /// body's first line.
  init(
    _ kind: Kind, title: String, text: String, summary: String, body: [String] = [],
    note: String = "", progress: Int32? = nil, actions: [Action] = [],
    bodyWithoutActions: [String] = [], picture: String = ""
  ) {
    let fits = summary.count <= Self.summaryLength
    self.kind = kind
    self.summary = fits ? summary : title
    self.body = fits ? body : [text] + body
    self.note = note
    self.progress = progress
    self.actions = actions
    self.bodyWithoutActions = bodyWithoutActions
    self.picture = picture
  }
}
