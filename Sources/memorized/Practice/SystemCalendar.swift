internal import Glibc
internal import Practice

/// The days and times of the system's time zone, as the C library knows it.
enum SystemCalendar {
  /// Looks up the time zone, which may have changed since: `TZ`, else `/etc/localtime`.
  ///
  /// All calendars of this kind go by the zone that was looked up last.
  static var current: LocalCalendar {
    // The library looks at its files only when it is told to.
    tzset()
    return LocalCalendar { seconds in
      var time = time_t(clamping: seconds)
      var parts = tm()
      // Nil is a year that does not fit; there, days are UTC's.
      return localtime_r(&time, &parts) == nil ? 0 : Int64(parts.tm_gmtoff)
    }
  }
}
