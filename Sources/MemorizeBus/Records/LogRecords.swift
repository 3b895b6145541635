internal import DBus

/// A machine whose log is in the user's folder, as `Machines` lists it.
package struct LogMachine: Record {
  package var id = ""
  package var name = ""
  package var isOwn = false
  package var events: UInt64 = 0
  package var lastAt: UInt64 = 0
  package var reviews: UInt64 = 0
  package var isAhead = false
  package var isWaiting = false
  package var fault = ""

  package init() {}

  package static let fields: [Field<LogMachine>] = [
    Field("id", \.id, "The name of its directory in the log."),
    Field("name", \.name, "Its name for people; empty if it has none."),
    Field("own", \.isOwn, "Whether it is the machine of the service."),
    Field("events", \.events, "How many events of it are known."),
    Field(
      "last-at", \.lastAt, "When the last of them was written, in microseconds; 0 without any."),
    Field("reviews", \.reviews, "How many reviews it gave."),
    Field("ahead", \.isAhead, "Whether its clock is or was more than a day ahead."),
    Field("waiting", \.isWaiting, "Whether a part of its log has not arrived yet."),
    Field("fault", \.fault, "What is wrong with its log, as a sentence; empty if nothing is."),
  ]
}

/// What `CheckLog` found.
package struct LogCheck: Record {
  package var events: UInt64 = 0
  package var missing: UInt64 = 0
  package var unwritten: UInt64 = 0
  package var faults: UInt64 = 0

  package init() {}

  package static let fields: [Field<LogCheck>] = [
    Field("events", \.events, "How many events the files have."),
    Field("missing", \.missing, "How many of them the database lacks."),
    Field("unwritten", \.unwritten, "How many events of the database are in no file."),
    Field("faults", \.faults, "How many lines cannot be read."),
  ]

  package var isWell: Bool { missing == 0 && unwritten == 0 && faults == 0 }
}
