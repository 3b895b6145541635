internal import DBus
internal import MemorizeBus
internal import MemoryGame
internal import PlainText
internal import Practice
internal import Store

// The log of several machines on the bus.
extension StorageOnBus {
  func machines() throws -> [LogMachine] {
    sync?.own.catchUp()
    let known = try refusing {
      try store.use { tables throws(StoreError) in try tables.log.known() }
    }
    let tomorrow = store.now() + DailyDate.microseconds
    return known.map { machine in
      var listed = LogMachine()
      listed.id = machine.machine.name
      listed.name = machine.name ?? ""
      listed.isOwn = machine.isOwn
      listed.events = machine.last
      listed.lastAt = machine.lastAt
      listed.reviews = UInt64(machine.reviews)
      listed.isAhead = machine.lastAt > tomorrow
      listed.isWaiting = sync?.foreign.waiting[machine.machine] != nil
      listed.fault =
        (machine.isOwn ? sync?.own.fault : sync?.foreign.fault(of: machine.machine)) ?? ""
      return listed
    }
  }

  func nameMachine(_ name: String) throws {
    let name = try ThemeName.given(name)
    try refusing {
      try store.change { tables throws(StoreError) in try tables.log.setName(name) }
    }
  }

  func checkLog(_ reply: Reply<LogCheck>) throws {
    guard let sync else { return reply.answer { LogCheck() } }
    sync.own.catchUp()
    let audit = try refusing { try LogAudit(sync.directory, store) }
    let work = SteppedWork { mayContinue throws(StoreError) in
      try audit.step(while: mayContinue)
    }
    preparation.answer(reply, after: [work]) {
      let check = try refusing { try work.output() }
      // Only what the database has as well may be written anew.
      if check.unwritten > 0, check.missing == 0 { try? sync.own.rewrite() }
      return check
    }
  }
}
