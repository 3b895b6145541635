/// A card's width divided by its height, as an exact fraction.
///
/// A fraction and not a floating-point number, so that a board which fits to the last cell is not
/// lost to rounding.
package struct CardAspect: Sendable, Hashable {
  /// The width's part of the fraction, 1…10,000.
  package let width: Int
  /// The height's part of the fraction, 1…10,000.
  package let height: Int

  /// Makes the fraction `width`/`height`.
  ///
  /// - Parameters:
  ///   - width: the width's part; brought into 1…10,000.
  ///   - height: the height's part; brought into 1…10,000.
  package init(_ width: Int, over height: Int) {
    self.width = min(max(width, 1), 10_000)
    self.height = min(max(height, 1), 10_000)
  }

  /// A card of 2:3 in terminal cells, which are about twice as high as wide.
  package static let terminal = CardAspect(4, over: 3)
}
