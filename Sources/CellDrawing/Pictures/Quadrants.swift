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
  static func split(_ points: [OKLab], _ indistinct: Double) -> (Quadrants, OKLab, OKLab) {
    var best = (error: Double.infinity, way: all, ink: points[0], rest: points[0])
    for way in ways {
      let (ink, rest) = (way.points(points), way.others.points(points))
      let colors = (OKLab.mean(ink), rest.isEmpty ? OKLab.mean(ink) : OKLab.mean(rest))
      let error =
        ink.reduce(0) { $0 + $1.distance(to: colors.0) }
        + rest.reduce(0) { $0 + $1.distance(to: colors.1) }
      if error + indistinct < best.error { best = (error, way, colors.0, colors.1) }
    }
    return (best.way, best.ink, best.rest)
  }

  private func points(_ points: [OKLab]) -> [OKLab] {
    points.indices.filter { contains(Quadrants(rawValue: 1 << $0)) }.map { points[$0] }
  }
}
