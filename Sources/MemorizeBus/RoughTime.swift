internal import MemoryGame

/// A time until a review, in its largest unit: `10 minutes`, `4 days`, `2 months`.
package func roughTime(seconds: UInt64) -> String {
  let days = Double(seconds) / 86_400
  // Averages of the calendar's months and years.
  let units = [
    (days * 24 * 60, 60.0, "minute"), (days * 24, 24, "hour"), (days, 60, "day"),
    (days / 30.44, 24, "month"), (days / 365.25, .infinity, "year"),
  ]
  let fitting = units.first { $0.0.rounded() < $0.1 } ?? units[4]
  return counted(max(Int(fitting.0.rounded()), 1), fitting.2)
}
