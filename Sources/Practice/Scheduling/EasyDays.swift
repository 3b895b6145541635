/// How many reviews each day of the week should have, as shares of a usual day's.
package struct EasyDays: Hashable, Sendable {
  private static let names = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]

  private var weights = names.map { _ in 1.0 }

  package init() {}

  /// Reads texts such as `sat` and `sun=0.5`: a day without a share has that of the next one with one.
  package init(_ texts: [String]) throws(DayPlanError) {
    var days: [Int] = []
    if texts.count > Self.names.count { throw .tooManyDays }
    for text in texts {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let day = Self.names.firstIndex(of: String(parts[0])) else {
        throw .noWeekday(String(parts[0]))
      }
      days.append(day)
      guard parts.count == 2 else { continue }
      guard parts[1].utf8.count <= 10, let weight = Double(parts[1]), (0...1).contains(weight)
      else {
        throw .weightOutOfRange(text)
      }
      for day in days { weights[day] = weight }
      days = []
    }
    if let day = days.last { throw .noWeight(Self.names[day]) }
    if weights.allSatisfy({ $0 == 0 }) { throw .noDayLeft }
  }

  /// What is wrong with texts; nil if they can be read.
  package static func fault(in texts: [String]) -> DayPlanError? {
    do throws(DayPlanError) {
      _ = try EasyDays(texts)
      return nil
    } catch {
      return error
    }
  }

  /// The share of a local day, counted from 1970-01-01, a Thursday.
  package subscript(day: Int) -> Double {
    let count = weights.count
    return weights[((day + 4) % count + count) % count]
  }
}
