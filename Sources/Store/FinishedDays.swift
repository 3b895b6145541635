internal import Practice

// The days on which sessions were finished, on any machine: each decides for itself.
extension LogTable {
  func practicedDays() throws(StoreError) -> Set<Int> {
    var days: [Int: Set<Int>] = [:]
    try database["SELECT machine, subject, value FROM fact WHERE kind = ? ORDER BY sequence"]
      .bind(Fact.Kind.practiced.rawValue).rows { row throws(StoreError) in
        guard let day = Int32(row.text(1)) else { return }
        if row.isNull(2) {
          days[row.integer(0)]?.remove(Int(day))
        } else {
          days[row.integer(0), default: []].insert(Int(day))
        }
      }
    return days.values.reduce(into: []) { $0.formUnion($1) }
  }

  /// Whether this machine has noted a day.
  func hasNoted(_ day: Int) throws(StoreError) -> Bool {
    try database[
      """
      SELECT value IS NOT NULL FROM fact WHERE kind = ? AND subject = ? AND machine = ?
      ORDER BY sequence DESC LIMIT 1
      """
    ].bind(Fact.Kind.practiced.rawValue).bind("\(day)").bind(Self.own).integer() == 1
  }

  /// Notes the day of a finished session, and once the days in a row before this machine wrote a log.
  func set(_ new: SessionsDone?, from old: SessionsDone?) throws(StoreError) {
    guard let new else { return }
    let wasDone = old.map { $0.day == new.day && $0.count > 0 } ?? false
    if new.count == 0, wasDone { try set(Fact(practicedOn: new.day), to: nil) }
    if new.count == 0 || wasDone { return }
    if let run = old?.run, try !hasNoted(run.upperBound) {
      for day in run { try set(Fact(practicedOn: day), to: "yes") }
    }
    if try !hasNoted(new.day) { try set(Fact(practicedOn: new.day), to: "yes") }
  }
}
