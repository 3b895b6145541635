internal import PlainText
internal import Practice
internal import ThemeFiles

/// The reviews of a package, sorted by card and time.
struct PackageReviews {
  struct Note {
    let number: Int64
    let guid: String
    let front: String
  }

  /// A review in few bytes: there may be millions.
  private struct Packed {
    let at: UInt64
    let note: Int32
    let took: UInt16
    let rating: UInt8
    let direction: Direction
  }

  /// A row of Anki's log.
  struct Row {
    let card: Int64
    /// Microseconds since 1970.
    let at: Int64
    let ease: Int64
    let milliseconds: Int64
    let type: Int64
    let factor: Int64
  }

  /// The card of the last row.
  private struct History {
    var card: Int64?
    /// The index of its first review.
    var start = 0
    var isLearning = false
    var isTooLong = false
  }

  private(set) var faults = FirstFaults<String>()
  private var notes: [Note] = []
  /// The index of the note and the direction of each card to import, by Anki's number.
  private var cards: [Int64: (note: Int32, direction: Direction)] = [:]
  private var reviews: [Packed] = []
  private var history = History()

  private static let maximumRows = 2_000_000
  /// Many years of practice make some hundreds.
  private static let maximumOfOneCard = 5_000

  /// Adds a note with its cards.
  mutating func add(_ note: Note, _ asked: [(card: Int64, direction: Direction)]) {
    for (card, direction) in asked { cards[card] = (Int32(clamping: notes.count), direction) }
    notes.append(note)
  }

  mutating func read(_ database: CollectionDatabase) throws(LineError) {
    // Skip cram reviews (type 3 without a factor): they schedule nothing. A usn below -1 is ours: by
    // how much the number is later than the review.
    let isWhole = try database.rows(
      """
      SELECT cid, max(id + min(max(usn, -1000000) + 1, 0), 1) * 1000, ease,
        min(max(time, 0), \(Response.maximumTook)), type, factor
      FROM revlog
      WHERE type BETWEEN 0 AND 5 AND NOT (type = 3 AND factor = 0)
        AND id BETWEEN 1 AND 9007199254740
      ORDER BY cid, id
      """, upTo: Self.maximumRows
    ) {
      add(
        Row(
          card: $0.integer(0), at: $0.integer(1), ease: $0.integer(2), milliseconds: $0.integer(3),
          type: $0.integer(4), factor: $0.integer(5)))
    }
    if !isWhole {
      faults.add(
        english("The package has more than \(Self.maximumRows) reviews: the rest is left out."))
    }
  }

  /// As in Anki, the memory of a card begins when it was last learned, or after it was last
  /// forgotten on the user's command.
  mutating func add(_ row: Row) {
    guard let (note, direction) = cards[row.card] else { return }
    if row.card != history.card { history = History(card: row.card, start: reviews.count) }
    guard !history.isTooLong else { return }
    // Types beyond 3 are changes without an answer; one of type 4 without a factor makes the card
    // new again.
    let isReview = row.type <= 3 && 1...4 ~= row.ease
    let isLearning = isReview && row.type == 0
    let isForgotten = row.type == 4 && row.factor == 0
    let isLearnedAgain = isLearning && !history.isLearning
    if isForgotten || isLearnedAgain { reviews.removeSubrange(history.start...) }
    history.isLearning = isLearning
    guard isReview else { return }
    guard reviews.count - history.start < Self.maximumOfOneCard else {
      reviews.removeSubrange(history.start...)
      history.isTooLong = true
      let note = notes[Int(note)]
      let fault = english(
        "A card has more than \(Self.maximumOfOneCard) reviews, which are left out.")
      faults.add(PackageReader.fault(ofNote: note.number, note.front, fault))
      return
    }
    reviews.append(
      Packed(
        at: UInt64(clamping: row.at), note: note, took: UInt16(clamping: row.milliseconds),
        rating: UInt8(clamping: row.ease), direction: direction))
  }

  var count: Int { reviews.count }

  subscript(range: Range<Int>) -> [Review<String>] {
    reviews[range].map {
      Review(
        card: notes[Int($0.note)].guid, direction: $0.direction,
        rating: Rating(rawValue: Int($0.rating)), at: $0.at, took: UInt32($0.took))
    }
  }
}
