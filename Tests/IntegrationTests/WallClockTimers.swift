import Foundation
import TestSupport

extension Child {
  /// In how many seconds its timers of the wall clock come, as the kernel tells it.
  ///
  /// Only those are told that wake also where the clock is set.
  func wallClockTimers() throws -> [Int] {
    let folder = "/proc/\(identifier)/fdinfo"
    return try FileManager.default.contentsOfDirectory(atPath: folder)
      .compactMap { try? String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }
      .filter { $0.contains("clockid: 0\n") && $0.contains("settime flags: 03\n") }
      .compactMap { text in
        let value = text.split(separator: "it_value: (").last?.split(separator: ",").first
        return value.flatMap { Int($0) }
      }
  }
}
