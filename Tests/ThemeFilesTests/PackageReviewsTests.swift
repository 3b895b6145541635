import Practice
import Testing
import ThemeFiles

@testable import DeckImport

@Suite struct PackageReviewsTests {
  /// The endless reviews of one card must not keep the service busy.
  @Test func aCardWithTooManyReviewsIsReported() {
    var reviews = PackageReviews()
    reviews.add(
      PackageReviews.Note(number: 71, guid: "g", front: "perro"), [(1, .forward), (2, .backward)])
    reviews.add(PackageReviews.Note(number: 72, guid: "h", front: "gato"), [(3, .forward)])
    for (card, count) in [(1, 5_000), (2, 5_001), (3, 2)] {
      for place in 0..<count {
        reviews.add(
          PackageReviews.Row(
            card: Int64(card), at: Int64(place), ease: 3, milliseconds: 0, type: 1, factor: 2_500))
      }
    }
    #expect(
      reviews.faults.listed == [
        "Note 71 (“perro”): A card has more than 5000 reviews, which are left out."
      ])
    #expect(reviews.count == 5_002)
    #expect(reviews[4_999..<5_002].map(\.card) == ["g", "h", "h"])
  }
}
