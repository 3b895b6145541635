internal import Practice
internal import ThemeFiles

/// The cards of Anki whose reviews are imported.
struct ScheduledCards {
  private(set) var guids: [String] = []
  /// By Anki's number: the place of the guid, and what the card asks for.
  private var cards: [Int64: (guid: Int32, direction: Direction)] = [:]

  /// Adds a note with its cards.
  mutating func add(_ guid: String, _ asked: [(card: Int64, direction: Direction)]) {
    for (card, direction) in asked { cards[card] = (Int32(clamping: guids.count), direction) }
    guids.append(guid)
  }

  subscript(card: Int64) -> (guid: Int32, direction: Direction)? { cards[card] }
}

/// The reviews of a package, sorted by card and time.
struct PackageReviews {
  /// A review in the memory of a few of them: there may be millions.
  private struct Review {
    let at: UInt64
    let guid: Int32
    let took: UInt16
    let rating: UInt8
    let direction: Direction
  }

  private(set) var faults: [String] = []
  private var reviews: [Review] = []
  private let guids: [String]

  private static let mostReviews = 2_000_000

  /// As in Anki, the memory of a card begins when it was last learned, or after it was last
  /// forgotten on the user's command.
  init(of cards: ScheduledCards, in database: CollectionDatabase) throws(LineFault) {
    guids = cards.guids
    var last: (card: Int64, isLearning: Bool)?
    var start = 0
    // Without reviews in filtered decks that schedule nothing, which have no factor.
    let isWhole = try database.rows(
      """
      SELECT cid, id * 1000, ease, min(max(time, 0), \(LoggedReview.maximumTook)), type, factor FROM revlog
      WHERE type BETWEEN 0 AND 5 AND NOT (type = 3 AND factor = 0)
        AND id BETWEEN 1 AND 9007199254740
      ORDER BY cid, id
      """, upTo: Self.mostReviews
    ) { row in
      let number = row.integer(0)
      guard let (guid, direction) = cards[number] else { return }
      if number != last?.card {
        last = (number, false)
        start = reviews.count
      }
      let (rating, type) = (row.integer(2), row.integer(4))
      // Types beyond 3 are changes without an answer; one of type 4 without a factor makes the card
      // new again.
      let isReview = type <= 3 && 1...4 ~= rating
      let isLearning = isReview && type == 0
      let isForgotten = type == 4 && row.integer(5) == 0
      let isLearnedAgain = isLearning && last?.isLearning == false
      if isForgotten || isLearnedAgain { reviews.removeSubrange(start...) }
      last?.isLearning = isLearning
      guard isReview else { return }
      reviews.append(
        Review(
          at: UInt64(row.integer(1)), guid: guid, took: UInt16(clamping: row.integer(3)),
          rating: UInt8(clamping: rating), direction: direction))
    }
    if !isWhole {
      faults.append("The package has more than \(Self.mostReviews) reviews: the rest is left out.")
    }
  }

  var count: Int { reviews.count }

  subscript(places: Range<Int>) -> [ImportedReview] {
    reviews[places].map {
      ImportedReview(
        guid: guids[Int($0.guid)], direction: $0.direction, at: $0.at,
        rating: UInt32($0.rating), tookMilliseconds: UInt32($0.took))
    }
  }
}
