internal import Glibc
package import Practice

/// The system's time zone, as the C library knows it.
package enum SystemCalendar {
  /// Looks up the time zone, which may have changed: `TZ`, else `/etc/localtime`.
  ///
  /// All calendars of this type use the time zone that was looked up last.
  package static var current: LocalCalendar {
    // The library reads its files again only when asked.
    tzset()
    return LocalCalendar { seconds in
      var time = time_t(clamping: seconds)
      var parts = tm()
      // Nil means that the year is out of range; such days are those of UTC.
      return localtime_r(&time, &parts) == nil ? 0 : Int64(parts.tm_gmtoff)
    }
  }
}
