internal import Practice

// The days on which sessions were finished, on any machine.
extension LogTable {
  /// Whether a session was finished on each day that a machine has decided about; false if all of that
  /// day were undone.
  func practicedDays() throws(StoreError) -> [Int: Bool] {
    var last: [Int: (order: EventOrder, isDone: Bool)] = [:]
    try database[
      """
      SELECT name, sequence, fact.stamp, subject, value FROM fact JOIN machine ON machine.id = machine
      WHERE kind = ?
      """
    ].bind(Fact.Kind.practiced.rawValue).rows { row throws(StoreError) in
      guard let machine = Machine(row.text(0)), let day = Int32(row.text(3)) else { return }
      let order = EventOrder(row.bits(2), EventID(machine, row.bits(1)))
      if last[Int(day)].map({ $0.order < order }) ?? true {
        last[Int(day)] = (order, !row.isNull(4))
      }
    }
    return last.mapValues(\.isDone)
  }

  /// Notes the day of a finished session, and the days in a row before it that no machine has noted.
  func set(_ new: SessionsDone?, from old: SessionsDone?) throws(StoreError) {
    guard let new else { return }
    let wasDone = old.map { $0.day == new.day && $0.count > 0 } ?? false
    if new.count == 0 {
      let (fact, own) = (Fact(practicedOn: new.day), try machine())
      let isDoneElsewhere = try decisions(about: fact).contains {
        $0.value != nil && $0.order.id.machine != own
      }
      if wasDone, !isDoneElsewhere { try set(fact, to: nil) }
      return
    }
    if wasDone { return }
    for day in (new.day - new.daysBefore...new.day).reversed() {
      let fact = Fact(practicedOn: day)
      if try decision(about: fact)?.value != nil { return }
      try set(fact, to: "yes")
    }
  }
}
