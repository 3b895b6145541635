internal import DBus

/// The content of one notification, whatever the server can show of it.
struct Bubble: Equatable {
  enum Change: Equatable {
    case show(Bubble)
    /// A bubble that is bound to what it shows leaves the screen.
    case hide
    case keep
  }

  /// Each topic has one bubble on the screen, which its next one replaces.
  enum Topic: CaseIterable {
    case game, practice, reminder
  }

  enum Kind: String {
    case match, won
    /// A game that could not be started.
    case noGame = "no-game"
    /// Cards that are up and not matched: the one kind that shows their faces.
    case flip
    /// Of a practice session.
    case question, result
    /// It is time for the daily session.
    case reminder
  }

  let kind: Kind
  let summary: String
  let body: [String]
  /// In percent.
  let progress: Int32?
  let actions: [Action]
  /// More lines for a server that offers no actions.
  let bodyWithoutActions: [String]

  var topic: Topic {
    switch kind {
    case .match, .won, .noGame, .flip: .game
    case .question, .result: .practice
    case .reminder: .reminder
    }
  }

  var category: String { "x-memorize.\(kind.rawValue)" }

  /// Whether it need not stay in a list once it was seen.
  var isTransient: Bool { [.match, .noGame, .flip].contains(kind) }

  /// Whether it leaves the screen with what it shows: cards that are up, a question that is asked, a
  /// reminder that nobody has answered.
  var isBound: Bool { kind == .flip || isOpen }

  /// Whether it waits for the user, and so for a server too if there is none.
  var isOpen: Bool { kind == .question || kind == .reminder }

  /// Whether it stays, also when an action was chosen, until the next content replaces it.
  var isResident: Bool { kind == .question }

  var sound: String? {
    switch kind {
    case .match, .result: "completion-success"
    case .won: "game-over-winner"
    default: nil
    }
  }
}

extension Bubble {
  /// The characters that fit a summary.
  private static let summaryLength = 40

  /// Makes a bubble whose summary is a title and a text; if both together are too long for it, the
  /// text becomes the body's first line.
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

  /// How much of a whole is done, in percent; nil of nothing.
  static func progress(_ done: UInt32, of all: UInt32) -> Int32? {
    all == 0 ? nil : Int32(clamping: UInt64(min(done, all)) * 100 / UInt64(all))
  }

  static func counted(_ count: UInt32, _ noun: String) -> String {
    "\(count) \(noun)" + (count == 1 ? "" : "s")
  }
}

extension BusError {
  /// Whether the call may have been carried out nevertheless.
  var isUncertain: Bool { [.noReply, .timeout, .disconnected].contains(name) }

  /// Why a call failed, in plain words: the bus's own are about messages and processes.
  func reason(isStarting: Bool) -> String {
    switch name {
    case _ where isUncertain: "memorized did not answer: try again"
    // What dbus-broker says of a service that it could not start.
    case .nameHasNoOwner where isStarting: Self.notStarted
    case .serviceUnknown, .nameHasNoOwner: "memorized is not running: start it first"
    case _
    where name.isOfStarting || name == "org.freedesktop.DBus.Error.TimedOut"
      || name.rawValue.hasPrefix("org.freedesktop.systemd1."):
      Self.notStarted
    default: message
    }
  }

  private static let notStarted = "memorized did not start: see its log"
}
