/// A point in time as two clocks tell it.
package struct Moment: Hashable, Sendable {
  /// What is taken to have passed between two moments of different boots: past every bonus.
  private static let leastAcrossBoots: UInt64 = 10_000_000

  /// Microseconds since 1970-01-01 UTC, by a clock that people may set.
  package let epoch: UInt64
  /// Microseconds of CLOCK_BOOTTIME, which only goes forward, from 0 at each boot.
  package let boottime: UInt64
  /// Tells one boot from another; any number that stays the same from boot to shutdown.
  package let boot: UInt64

  package init(epoch: UInt64, boottime: UInt64, boot: UInt64 = 0) {
    self.epoch = epoch
    self.boottime = boottime
    self.boot = boot
  }

  /// Returns the time since an earlier moment.
  ///
  /// Across a reboot the clock on the wall is all there is, and at least 10 s are said to have
  /// passed, so that nobody gains a bonus by a reboot.
  package func microseconds(since earlier: Moment) -> UInt64 {
    if boot == earlier.boot && boottime >= earlier.boottime { return boottime - earlier.boottime }
    let onTheWall = epoch > earlier.epoch ? epoch - earlier.epoch : 0
    return max(onTheWall, Moment.leastAcrossBoots)
  }
}
