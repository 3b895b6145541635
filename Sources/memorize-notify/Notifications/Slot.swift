/// A topic's bubble on the screen, and the waiting one.
struct Slot {
  struct Shown {
    let id: UInt32
    let bubble: Bubble
    /// Whether the bubble may be withdrawable.
    var isWithdrawable: Bool
    /// The activation token of the action that follows.
    var token: String?
    /// Whether an action was chosen; a bubble allows only one.
    var isUsed = false

    init(id: UInt32, bubble: Bubble) {
      self.id = id
      self.bubble = bubble
      isWithdrawable = bubble.isWithdrawable
    }
  }

  var shown: Shown?
  var waiting: Bubble?
  /// The number of the waiting bubble's request; lower is older.
  var request = 0
  /// The last call made for it.
  var call = 0
  /// Whether the last requested bubble is withdrawable; if not, one that is must leave the screen.
  private(set) var keepsWithdrawable = false

  var isStale: Bool { shown?.isWithdrawable == true && !keepsWithdrawable }

  mutating func wait(with bubble: Bubble, request: Int) {
    waiting = bubble
    self.request = request
    keepsWithdrawable = bubble.isWithdrawable
  }

  /// Its withdrawable bubble is out of date.
  mutating func release() {
    keepsWithdrawable = false
    if waiting?.isWithdrawable == true { waiting = nil }
  }

  /// With another server, or none, an open bubble waits for the next server, whether it was shown
  /// or `pending`.
  mutating func changeServer(pending: Bubble?) {
    let unused = shown?.isUsed == false ? shown?.bubble : nil
    let newest = waiting ?? pending ?? unused
    shown = nil
    waiting = keepsWithdrawable && newest?.isOpen == true ? newest : nil
  }
}
