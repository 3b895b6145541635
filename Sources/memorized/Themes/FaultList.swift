/// What is wrong with one file, as far as anybody reads it.
struct FaultList: Equatable {
  /// Who has more has one reason for all of them.
  private static let maximumTold = 20

  private var told: [String] = []
  private var others = 0

  /// Adds a fault, of a line or of the whole file.
  mutating func add(_ line: Int?, _ message: String) {
    guard told.count < Self.maximumTold else { return others += 1 }
    told.append((line.map { ", line \($0): " } ?? ": ") + message)
  }

  /// A sentence for each fault, and one for those that are not told.
  func sentences(about path: String) -> [String] {
    told.map { path + $0 } + (others == 0 ? [] : ["\(path): and \(others) more faults."])
  }
}
