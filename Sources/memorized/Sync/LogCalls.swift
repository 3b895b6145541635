internal import DBus
internal import MemorizeBus
internal import MemoryGame
internal import PlainText
internal import Practice
internal import Store

// The log of several machines on the bus.
extension StorageOnBus {
  func machines() throws -> [LogMachine] {
    let known = try refusing {
      try store.use { tables throws(StoreError) in try tables.log.known() }
    }
    let tomorrow = store.now() + DailyDate.microseconds
    let others = (sync?.foreign.troubled ?? []).subtracting(known.map(\.machine))
    return (known + others.map { KnownMachine(unread: $0) }).map { machine in
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
        machine.isOwn ? sync?.own.fault ?? "" : sync?.foreign.fault(of: machine.machine) ?? ""
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
    let work = sync.check()
    preparation.answer(reply, after: [work]) { try refusing { try work.output() } }
  }
}
