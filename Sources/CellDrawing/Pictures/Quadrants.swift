/// The quarters of a cell that have its ink; the others have its ground.
struct Quadrants: OptionSet, Hashable {
  let rawValue: Int

  static let topLeft = Quadrants(rawValue: 1)
  static let all = Quadrants(rawValue: 15)

  /// The block elements of Unicode, by the quarters that they fill: top left, top right, bottom left,
  /// bottom right.
  private static let characters = Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")

  var character: Character { Self.characters[rawValue] }
  var others: Quadrants { Self.all.subtracting(self) }

  init(rawValue: Int) { self.rawValue = rawValue & 15 }

  /// Nil for a character that is no such block.
  init?(_ character: Character) {
    guard let place = Self.characters.firstIndex(of: character) else { return nil }
    self.init(rawValue: place)
  }

  /// Each way to part the quarters, of which one is the one with the top left: as a whole, in halves,
  /// then the others.
  private static let ways = [15, 3, 5, 1, 7, 9, 11, 13].map(Quadrants.init)

  /// Parts four points so that each part is most like one color: the mean of its points.
  ///
  /// The simplest way that is not distinct from the best is taken.
  static func split(_ points: Points, _ indistinct: Double) -> (Quadrants, OKLab, OKLab) {
    let all = points.0 + points.1 + points.2 + points.3
    var best = (error: Double.infinity, way: Self.all, ink: all / 4, rest: all / 4)
    for way in ways {
      var (sum, count) = (SIMD3<Double>.zero, 0.0)
      if way.rawValue & 1 != 0 { (sum, count) = (sum + points.0, count + 1) }
      if way.rawValue & 2 != 0 { (sum, count) = (sum + points.1, count + 1) }
      if way.rawValue & 4 != 0 { (sum, count) = (sum + points.2, count + 1) }
      if way.rawValue & 8 != 0 { (sum, count) = (sum + points.3, count + 1) }
      let ink = sum / count
      let rest = count < 4 ? (all - sum) / (4 - count) : ink
      // The squares of the distances from the means, but for a term that all ways share.
      let error = -count * (ink * ink).sum() - (4 - count) * (rest * rest).sum()
      if error + indistinct < best.error { best = (error, way, ink, rest) }
    }
    return (best.way, OKLab(best.ink), OKLab(best.rest))
  }

  /// Colors at the top left, top right, bottom left and bottom right.
  typealias Points = (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)
}
