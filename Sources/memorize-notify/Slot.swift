/// The one bubble that a topic has on the screen, and the one that waits for its turn.
struct Slot {
  struct Shown {
    let id: UInt32
    let bubble: Bubble
    /// Whether it may be bound to what it shows.
    var isBound: Bool
    /// The activation token for the action that follows.
    var token: String?
    /// Whether an action was chosen: a bubble is good for one.
    var isUsed = false

    init(id: UInt32, bubble: Bubble) {
      self.id = id
      self.bubble = bubble
      isBound = bubble.isBound
    }
  }

  var shown: Shown?
  var waiting: Bubble?
  /// The number of the request that the waiting one came with; lower is older.
  var request = 0
  /// The last call that was made for it.
  var call = 0
  /// Whether the last bubble asked for is bound; otherwise such a bubble has to leave the screen.
  private(set) var keepsBound = false

  var isStale: Bool { shown?.isBound == true && !keepsBound }

  mutating func wait(with bubble: Bubble, request: Int) {
    waiting = bubble
    self.request = request
    keepsBound = bubble.isBound
  }

  /// What its bound bubble shows is over.
  mutating func release() {
    keepsBound = false
    if waiting?.isBound == true { waiting = nil }
  }

  /// Another server, or none: an open bubble waits for the next one, be it shown or `pending` with the
  /// last.
  mutating func changeServer(pending: Bubble?) {
    let unused = shown?.isUsed == false ? shown?.bubble : nil
    let newest = waiting ?? pending ?? unused
    shown = nil
    waiting = keepsBound && newest?.isOpen == true ? newest : nil
  }
}
