/// The one bubble that a topic has on the screen, and the one that waits to be there.
struct Slot {
  /// The bubble on the screen.
  struct Shown {
    let id: UInt32
    let bubble: Bubble
    /// Whether it may be one that has to go with what it tells.
    var isBound: Bool
    /// What came for the action that follows.
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
  /// Which request the one that waits came with; lower is older.
  var request = 0
  /// The last call that was made for it.
  var call = 0
  /// Whether what was asked for last is bound; else such a bubble has to go from the screen.
  private(set) var keepsBound = false

  /// Whether what is on the screen has to go from there.
  var isStale: Bool { shown?.isBound == true && !keepsBound }

  /// Takes a bubble in, in place of one that waits.
  mutating func take(_ bubble: Bubble, request: Int) {
    waiting = bubble
    self.request = request
    keepsBound = bubble.isBound
  }

  /// What its bound bubble told is over.
  mutating func release() {
    keepsBound = false
    if waiting?.isBound == true { waiting = nil }
  }

  /// Another server, or none: what waits for the user waits for the next one.
  ///
  /// - Parameter onItsWay: what the server was asked to show, if it has not answered.
  mutating func changeServer(onItsWay: Bubble?) {
    let unused = shown?.isUsed == false ? shown?.bubble : nil
    let newest = waiting ?? onItsWay ?? unused
    shown = nil
    waiting = keepsBound && newest?.isOpen == true ? newest : nil
  }
}
