/// Times in order, of which those before a time are counted without walking through all.
struct SortedTimes: Hashable, Sendable {
  private var times: [UInt64] = []

  init(_ times: [UInt64] = []) {
    self.times = times.sorted()
  }

  var count: Int { times.count }

  mutating func insert(_ time: UInt64) {
    times.insert(time, at: count(before: time))
  }

  mutating func insert(contentsOf added: [UInt64]) {
    if added.isEmpty { return }
    times = (times + added).sorted()
  }

  /// Takes out one of the times equal to the given one.
  mutating func remove(_ time: UInt64) {
    let place = count(before: time)
    if place < times.count, times[place] == time { times.remove(at: place) }
  }

  /// Takes out one time for each of the given ones.
  mutating func remove(contentsOf removed: [UInt64]) {
    let removed = removed.sorted()
    var next = 0
    times.removeAll { time in
      while next < removed.count, removed[next] < time { next += 1 }
      guard next < removed.count, removed[next] == time else { return false }
      next += 1
      return true
    }
  }

  /// The number of times before the given one.
  func count(before time: UInt64) -> Int {
    var low = 0
    var high = times.count
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The number of times that have come.
  func count(until time: UInt64) -> Int {
    time == .max ? times.count : count(before: time + 1)
  }

  func first(after time: UInt64) -> UInt64? {
    let place = count(until: time)
    return place < times.count ? times[place] : nil
  }
}
