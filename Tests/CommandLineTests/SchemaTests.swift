import DBus
import Foundation
import MemorizeBus
import TestSupport
import Testing

/// What is printed as JSON is what the schema says.
@Suite(.timeLimit(.minutes(30))) struct SchemaTests {
  private let desk: Desk
  /// What was printed, each line with the name of its definition.
  private var lines: [(name: String, json: String)] = []

  init() throws { desk = try Desk() }

  private mutating func note(_ name: String, _ arguments: String...) throws {
    lines.append((name, try desk.memorize(arguments + ["--json"]).output))
  }

  /// Gives lines to a validator, each with the name of its definition.
  private func validate(_ lines: [(name: String, json: String)]) throws {
    let outcome = try Outcome.python(
      Self.validator, schema, reading: lines.map { "\($0.name)\t\($0.json)" })
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output == "\(lines.count)")
  }

  private var schema: String {
    SourceTree.root.appendingPathComponent("share/memorize.schema.json").path
  }

  /// Readers have to bear new fields, so the schema allows them; here each has to be described.
  private static let validator = """
    import json, sys
    from jsonschema import Draft202012Validator as Validator

    def close(value):
        if isinstance(value, dict):
            if value.get("type") == "object": value["additionalProperties"] = False
            for part in value.values(): close(part)
        elif isinstance(value, list):
            for part in value: close(part)

    schema = json.load(open(sys.argv[1], encoding="utf-8"))
    Validator.check_schema(schema)
    open_one = Validator(schema)
    closed = json.loads(json.dumps(schema))
    close(closed["$defs"])
    count = 0
    for line in open(sys.argv[2], encoding="utf-8", newline="\\n"):
        name, text = line.rstrip("\\n").split("\\t", 1)
        value = json.loads(text)
        # To try all definitions takes long.
        if count % 10 == 0: open_one.validate(value)
        Validator({"$ref": "#/$defs/" + name, "$defs": closed["$defs"]}).validate(value)
        count += 1
    print(count)
    """

  @Test mutating func everyVerbPrintsWhatItSays() throws {
    for verb in ["status", "board", "doctor"] { try note(verb, verb) }
    try note("failed", "conceal")
    try note("failed", "new", "--theme", "Nothing")
    try note("failed", "status", "--nonsense")
    try note("failed", "wait", "won", "--timeout", "0.1")
    try note("flip", "flip", "0")
    try note("new", "new", "--daily")
    lines.append(("overview", try desk.memorize(with: ["MEMORIZE_OPTIONS": "--json"]).output))
    try note("failed", "new")
    try note("new", "new", "--force", "--player", "Ann", "--player", "Bob", "--scoring", "timed")
    try note("new", "new", "--theme", "Halloween", "--pairs", "4", "--seed", "42")
    try note("flip", "flip", "0", "1")
    try note("wait", "wait", "changed", "--since", "0")
    try note("conceal", "conceal")
    try note("flip", "flip", "0", "6", "0")
    try note("board", "board")
    try note("flip", "flip", "1", "5", "2", "4", "3", "7")
    for verb in ["status", "board"] { try note(verb, verb) }
    try note("theme-list", "theme", "list")
    let themes = parsed(lines.last?.1).objects("themes").compactMap { $0.text("name") }
    for theme in themes { try note("theme-show", "theme", "show", theme) }
    try note("history", "history")
    try note("stats", "stats")
    try note("verify", "verify", "3")
    try note("verify", "verify", "M1E00F111T00M9EFZ47MT")
    try note("failed", "verify", "M1E00F111T00M9EFZ47MA")
    try note("new", "new", "--pairs", "3")
    try note("bot", "bot", "--memory", "perfect", "--pace", "0")
    try note("failed", "log", "99")
    try note("failed", "share")
    for id in ["1", "2", "3"] {
      try note("log", "log", id)
      let events = try desk.memorize("replay", id, "--json").output.split(separator: "\n")
      lines += events.map { ("replay", String($0)) }
    }
    let places = try TemporaryDirectory()
    try note("backup", "backup", places.path("saved"))
    try note("restore", "restore", places.path("saved"))
    try note("failed", "restore", places.path("none"))
    try note("theme-add", "theme", "add", "Pond", "", "a b")
    try note("failed", "theme", "add", "Pond", "", "a b")
    try note("theme-export", "theme", "export", "Pond")
    try note("deck-export", "deck", "export", "Japanese")
    try note("theme-remove", "theme", "remove", "Pond")
    let shelf = try Shelf()
    let table = try shelf.write("front,back\nc\n", to: "table.csv")
    try note("theme-check", "theme", "check", table, shelf.path("none"))
    try note("deck-import", "deck", "import", table, "--dry-run")
    try note("deck-import", "deck", "import", table)
    try note("failed", "deck", "import", shelf.path("none"))
    desk.killDaemon()
    try note("failed", "status")
    try note("doctor", "doctor")
    try validate(lines)
  }

  @Test mutating func everyVerbOfPracticePrintsWhatItSays() throws {
    try desk.addLetters()
    for verb in ["show", "status", "decks", "stats"] {
      try note("practice-" + verb, "practice", verb)
    }
    try note("failed", "practice", "answer", "1")
    try note("failed", "practice", "start", "--deck", "Nothing")
    try note("profile-show", "profile", "show")
    try note("profile-register", "profile", "register", "Ada", "--remember")
    try note("profile-forget", "profile", "forget")
    try desk.memorize("practice", "config", "set", "new-per-day", "0", "--quiet")
    // Nothing is due.
    try note("practice-due", "practice", "due")
    try desk.memorize("practice", "config", "set", "new-per-day", "10", "--quiet")
    try note("practice-start", "practice", "start", "--mode", "recall")
    try note("practice-reveal", "practice", "reveal")
    try note("practice-due", "practice")
    try note("practice-grade", "practice", "grade", "hard")
    try note("practice-undo", "practice", "undo")
    try note("practice-restart", "practice", "restart")
    for value in ["no", "yes"] {
      try note("practice-config-set", "practice", "config", "set", "show-choices", value)
      try note("practice-start", "practice", "start", "--deck", "Letters", "--mode", "choices")
      try note("practice-show", "practice", "show", "--choices")
      try note("practice-answer", "practice", "answer", "1")
    }
    while try desk.practice().text("state") != "finished" {
      lines.append(("practice-answer", try desk.answerRight("--json").output))
    }
    for verb in ["show", "status", "decks", "stats"] {
      try note("practice-" + verb, "practice", verb)
    }
    try note("deck-add", "deck", "add", "Own", "a", "b")
    try note("deck-add", "deck", "add", "Own", "c", "d")
    let ids = (parsed(lines.last?.json)["ids"] as? [Int] ?? []).map(String.init)
    let id = try #require(ids.first)
    try note("failed", "deck", "add", "Own", "a", "b")
    for verb in ["suspend", "resume"] {
      try note("deck-" + verb, "deck", verb, id)
      try note("deck-" + verb, "deck", verb, id, "999")
    }
    try note("deck-edit", "deck", "edit", id, "--back", "e")
    try note("deck-list", "deck", "list")
    for deck in ["Own", "Letters"] { try note("deck-show", "deck", "show", deck) }
    try note("deck-search", "deck", "search", "a")
    try note("deck-remove", "deck", "remove", id, "--yes")
    try note("practice-reviews", "practice", "reviews")
    try note("practice-rebuild", "practice", "rebuild")
    try note("practice-optimize", "practice", "optimize")
    try note("practice-wait", "practice", "wait", "finished", "--since", "0")
    try note("practice-config-get", "practice", "config", "get")
    for name in ["questions-per-session", "daily-reminder-time", "scoring"] {
      try note("practice-config-get", "practice", "config", "get", name)
    }
    try note("practice-stop", "practice", "stop")
    try validate(lines)
  }

  @Test func aSharedResultIsOneOfThem() throws {
    try desk.memorize("new", "--daily", "--quiet")
    try RandomMoves.winKnowingNothing(desk)
    let lines = try ["share", "stats", "history"].map {
      ($0, try desk.memorize($0, "--json").output)
    }
    try validate(lines)
  }

  @Test func everyEventIsOneOfThem() throws {
    let (watch, output) = try desk.watchWithRoom("--json")
    var lines = [("watch", try #require(output.next()))]
    try RandomMoves(count: 1_000, seed: 4).play(desk)
    desk.killDaemon()
    while parsed(lines.last?.1).text("event") != "offline" {
      lines.append(("watch", try #require(output.next())))
    }
    #expect(watch.isRunning)
    #expect(lines.count > 200)
    let events = Set(lines.compactMap { parsed($0.1).text("event") })
    #expect(
      events == [
        "state", "started", "turned-up", "matched", "mismatched", "concealed", "won", "offline",
      ])
    try validate(lines)
  }

  @Test func everyEventOfPracticeIsOneOfThem() throws {
    try desk.addLetters()
    let watch = try desk.start(["practice", "watch", "--json"])
    let bar = try desk.start(["practice", "watch", "--format", "waybar"])
    var lines: [(String, String)] = []
    func follow(until event: String) throws {
      while lines.last.flatMap({ parsed($0.1).text("event") }) != event {
        lines.append(("practice-watch", try #require(watch.output.next())))
      }
    }
    try follow(until: "state")
    try desk.memorize("practice", "start", "--deck", "Letters", "--questions", "2", "--quiet")
    try follow(until: "asked")
    try desk.answerRight("--quiet")
    try follow(until: "answered")
    try desk.answerRight("--quiet")
    try follow(until: "finished")
    try desk.memorize("practice", "undo", "--quiet")
    try follow(until: "asked")
    try desk.memorize("practice", "stop", "--quiet")
    try follow(until: "changed")
    desk.killDaemon()
    try follow(until: "offline")
    while let item = bar.output.next() {
      lines.append(("waybar", item))
      if item.contains("offline") { break }
    }
    try validate(lines)
  }

  @Test func everyBarFormatIsOneOfThem() throws {
    for format in ["waybar", "i3blocks"] {
      let watch = try desk.watch("--format", format)
      var lines = [(format, try #require(watch.output.next()))]
      try RandomMoves(count: 60, seed: 7).play(desk)
      desk.killDaemon()
      while let line = watch.output.next() {
        lines.append((format, line))
        if line.contains("offline") { break }
      }
      try validate(lines)
      try desk.startDaemon()
    }
  }

  @Test func eachRecordIsThereAsItsFieldsAreDeclared() throws {
    let statistics = "properties/statistics"
    let records: [(path: String, fields: [FieldDescription], mayLack: Set<String>)] = [
      ("game", GameState.fields.map(\.description), []),
      ("result", FinalResult.fields.map(\.description), []),
      ("past-game", PastGame.fields.map(\.description), []),
      ("beginning", Beginning.fields.map(\.description), []),
      ("stats/" + statistics, GameStatistics.fields.map(\.description), []),
      ("theme", ThemeSummary.fields.map(\.description), []),
      (
        "practice", PracticeState.fields.map(\.description),
        ["question", "pronunciation", "choices"]
      ),
      ("practice-decks/properties/decks/items", DeckSummary.fields.map(\.description), []),
      ("deck-entry", CardSummary.fields.map(\.description), []),
      ("memory", CardMemory.fields.map(\.description), []),
      ("practice-stats/" + statistics, PracticeStatistics.fields.map(\.description), []),
      ("profile-show/properties/profile", Profile.fields.map(\.description), []),
      (
        "settings", UserSettings.fields.map(\.description),
        Set(UserSettings.fields.map(\.description.jsonKey))
      ),
    ]
    let file = try Data(contentsOf: URL(fileURLWithPath: schema))
    let all = try #require(JSONSerialization.jsonObject(with: file) as? [String: Any])
    for (path, fields, mayLack) in records {
      let object = path.split(separator: "/").reduce(all["$defs"]) {
        ($0 as? [String: Any])?[String($1)]
      }
      let found = try #require(undescribed(object) as? [String: Any], "\(path)")
      let declared = SchemaObject(fields)
      let properties = try #require(found["properties"] as? [String: Any])
      for (name, property) in declared.properties {
        #expect(
          properties[name] as? NSDictionary == property as NSDictionary,
          "\(path): \(name) is declared as \(property)")
      }
      let required = found["required"] as? [String] ?? []
      #expect(required == declared.required.filter { !mayLack.contains($0) }, "\(path)")
    }
  }

  /// A part of the schema without its descriptions.
  private func undescribed(_ part: Any?) -> Any? {
    switch part {
    case let object as [String: Any]:
      // A property may have that name.
      object.filter { $0.key != "description" || !($0.value is String) }
        .compactMapValues(undescribed)
    case let array as [Any]: array.compactMap(undescribed)
    default: part
    }
  }
}

/// An object of the schema as a record's fields declare it.
private struct SchemaObject {
  private(set) var properties: [String: [String: Any]] = [:]
  private(set) var required: [String] = []

  init(_ fields: [FieldDescription]) {
    var inner: [String: SchemaObject] = [:]
    for field in fields {
      guard let property = Self.property(field) else { continue }
      let path = field.jsonKey.split(separator: ".").map(String.init)
      if path.count == 2 {
        inner[path[0], default: SchemaObject([])].properties[path[1]] = property
        inner[path[0]]?.required.append(path[1])
      } else {
        properties[path[0]] = property
      }
      if !field.isOptional, !required.contains(path[0]) { required.append(path[0]) }
    }
    properties.merge(inner.mapValues(\.schema)) { $1 }
  }

  private var schema: [String: Any] {
    ["type": "object", "required": required, "properties": properties]
  }

  private static func property(_ field: FieldDescription) -> [String: Any]? {
    var property: [String: Any]
    switch field.form {
    case .none: return nil
    case .digits: return ["type": "string", "pattern": "^[0-9]+$"]
    case .nullIfNegative: return ["type": ["number", "null"], "minimum": 0]
    case .record: return ["$ref": "#/$defs/" + field.jsonKey]
    case .records(let type):
      return ["type": "array", "items": SchemaObject(type.descriptions).schema]
    case .objects(let names):
      // The type is `a(…)`.
      let types = Signature(unchecked: String(field.type.rawValue.dropFirst(2).dropLast())).types
      let properties = Dictionary(uniqueKeysWithValues: zip(names, types.map(type)))
      return [
        "type": "array",
        "items": ["type": "object", "required": names, "properties": properties] as [String: Any],
      ]
    case .value: property = type(field.type)
    }
    switch field.limit {
    case .among(let texts): property = ["enum": texts]
    case .range(let range):
      (property["minimum"], property["maximum"]) = (range.lowerBound, range.upperBound)
    case .fraction(let range):
      (property["minimum"], property["maximum"]) = (range.lowerBound, range.upperBound)
    case .positive: property["minimum"] = 0
    case .zeroOr(let range):
      (property["minimum"], property["maximum"]) = (0, range.upperBound)
    case .none, .parameters, .day, .color, .clockTime, .quietHours: break
    }
    guard let pattern = field.limit.pattern else { return property }
    if var items = property["items"] as? [String: Any] {
      items["pattern"] = pattern
      property["items"] = items
    } else {
      property["pattern"] = pattern
    }
    return property
  }

  private static func type(_ signature: Signature) -> [String: Any] {
    switch signature.rawValue {
    case "s": ["type": "string"]
    case "b": ["type": "boolean"]
    case "u", "t": ["type": "integer", "minimum": 0]
    case "i": ["type": "integer"]
    case "d": ["type": "number"]
    default:
      [
        "type": "array",
        "items": type(Signature(unchecked: String(signature.rawValue.dropFirst()))),
      ]
    }
  }
}

extension FieldLimit {
  /// The regular expression that a text matches.
  fileprivate var pattern: String? {
    switch self {
    case .day: "^([0-9]{4}-[0-9]{2}-[0-9]{2})?$"
    case .color: "^#[0-9a-f]{6}$"
    case .clockTime: "^[0-2][0-9]:[0-5][0-9]$"
    case .quietHours: "^([0-2][0-9]:[0-5][0-9]-[0-2][0-9]:[0-5][0-9])?$"
    case .none, .among, .range, .zeroOr, .fraction, .parameters, .positive: nil
    }
  }
}
