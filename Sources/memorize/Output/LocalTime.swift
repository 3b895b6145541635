import ArgumentParser
import Glibc
import MemoryGame
import PlainText

extension UInt64 {
  /// Microseconds since 1970-01-01 UTC in local time, as `2026-01-31 18:05`; `-` beyond any
  /// calendar.
  var localTime: String {
    var seconds = time_t(clamping: self / 1_000_000)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return "-" }
    func digits(_ number: Int32) -> String { number.zeroPadded(to: 2) }
    return "\(digits(parts.tm_year + 1900))-\(digits(parts.tm_mon + 1))-\(digits(parts.tm_mday)) "
      + "\(digits(parts.tm_hour)):\(digits(parts.tm_min))"
  }
}

extension UInt64 {
  /// The beginning of a local day, given as `2026-01-31`, in microseconds since 1970-01-01 UTC.
  init(startOfDay argument: String) throws {
    guard let date = DailyDate(argument) else {
      throw ValidationError(english("Give a date as YYYY-MM-DD, such as 2026-01-31."))
    }
    // mktime normalizes the number of the day, and knows when clocks change.
    var parts = tm()
    (parts.tm_year, parts.tm_mday, parts.tm_isdst) = (70, Int32(date.day) + 1, -1)
    self = UInt64(Swift.max(mktime(&parts), 0)) * 1_000_000
  }
}
