internal import PlainText

/// The 21 parameters w₀ to w₂₀ of FSRS-6.
package struct FSRSParameters: Hashable, Sendable {
  /// The range of each parameter, as published with FSRS-6.
  package static let ranges: [ClosedRange<Double>] = [
    0.001...100, 0.001...100, 0.001...100, 0.001...100, 1...10, 0.001...4, 0.001...4, 0.001...0.75,
    0...4.5, 0...0.8, 0.001...3.5, 0.001...5, 0.001...0.25, 0.001...0.9, 0...4, 0...1, 1...6, 0...2,
    0...2, 0...0.8, 0.1...0.8,
  ]

  /// The published default parameters.
  package static let published = FSRSParameters(unchecked: [
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835,
    0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
  ])

  package let values: [Double]

  /// Nil unless there are 21 numbers, each in its range.
  package init?(_ values: [Double]) {
    guard values.count == Self.ranges.count,
      zip(Self.ranges, values).allSatisfy({ $0.contains($1) })
    else { return nil }
    self.init(unchecked: values)
  }

  /// Why numbers cannot be parameters.
  package static func fault(in values: [Double]) -> String {
    let wrong = zip(ranges, values).enumerated().first { !$1.0.contains($1.1) }
    guard values.count == ranges.count, let (index, (range, value)) = wrong else {
      let (parameters, given) = (ranges.count, values.count)
      return english("FSRS-6 has \(parameters) parameters, not \(given).")
    }
    let (number, least, most) = (index + 1, range.lowerBound, range.upperBound)
    return english("Parameter \(number) must be \(least) to \(most), not \(value).")
  }

  private init(unchecked values: [Double]) { self.values = values }

  subscript(index: Int) -> Double { values[index] }
}
