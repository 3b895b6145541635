import Glibc

/// The user's local time, as the C library knows it.
enum LocalTime {
  /// A point in time as `2026-01-31 18:05`.
  ///
  /// - Parameter epoch: microseconds since 1970.
  /// - Returns: the text; `-` for a time that no calendar knows.
  static func text(of epoch: UInt64) -> String {
    var seconds = time_t(clamping: epoch / 1_000_000)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return "-" }
    let day = [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)]
    let date = day.map { twoDigits($0) }.joined(separator: "-")
    return date + " " + twoDigits(Int(parts.tm_hour)) + ":" + twoDigits(Int(parts.tm_min))
  }

  private static func twoDigits(_ number: Int) -> String {
    (number < 10 ? "0" : "") + String(number)
  }
}
