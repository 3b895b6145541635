package import MemorizeBus
internal import PlainText

extension LogMachine {
  /// What people call it.
  package var title: String { name.isEmpty ? id : name.printable }

  /// What is wrong with its log, or not there yet, as sentences made in English.
  package var notes: [String] {
    var notes: [String] = []
    if isWaiting { notes.append(english("A part of the log of \(title) has not arrived yet.")) }
    if isAhead { notes.append(english("The clock of \(title) is or was more than a day ahead.")) }
    if !fault.isEmpty { notes.append(fault.printable(upTo: 400)) }
    return notes
  }
}

extension Findings {
  var logChecks: [Check?] {
    machines.flatMap { machine in
      machine.notes.map { note in
        Check(
          machine.isAhead || !machine.fault.isEmpty ? .warning : .note, note,
          fix: english("“memorize sync check” reads the logs of all machines anew."))
      }
    }
  }
}
