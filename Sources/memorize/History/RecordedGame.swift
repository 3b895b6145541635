import MemorizeBus

/// A game that is over with all that it follows from, as a bug report needs it.
struct RecordedGame {
  /// The version of the command line that wrote it down.
  let memorize: String
  /// The version of the service that told it.
  let memorized: String
  let id: UInt64
  /// `won` or `abandoned`.
  let state: String
  let beginning: RecordedBeginning
  let transitions: [RecordedTransition]
  /// The result as it was told.
  let result: FinalResult

  /// The game as `log --json` tells it, and `replay --from` takes it.
  var json: JSON {
    let log: JSON = [
      "memorize": .string(memorize), "memorized": .string(memorized), "id": .integer(id),
      "state": .string(state), "beginning": beginning.json,
      "transitions": .array(transitions.map(\.json)), "result": JSON(result),
    ]
    return ["log": log]
  }

  /// Reads what `log --json` has printed.
  ///
  /// - Throws: `JSONFields.Fault` where a field is missing or of another type.
  init(_ json: JSON) throws(JSONFields.Fault) {
    let fields = try JSONFields(json, at: "").object("log")
    memorize = try fields.text("memorize")
    memorized = try fields.text("memorized")
    id = try fields.integer("id")
    state = try fields.text("state", among: ["won", "abandoned"])
    beginning = try RecordedBeginning(fields.object("beginning"))
    transitions = try fields.objects("transitions") { item throws(JSONFields.Fault) in
      try RecordedTransition(item)
    }
    result = try FinalResult(fields.object("result"))
  }

  /// Puts together what the service has told.
  init(
    memorize: String, memorized: String, id: UInt64, state: String, beginning: RecordedBeginning,
    transitions: [RecordedTransition], result: FinalResult
  ) {
    self.memorize = memorize
    self.memorized = memorized
    self.id = id
    self.state = state
    self.beginning = beginning
    self.transitions = transitions
    self.result = result
  }
}
