import DBus
import Foundation
import MemorizeBus
import TestSupport
import Testing

/// The schema of what is printed as JSON.
enum JSONSchema {
  static let path = SourceTree.root.appendingPathComponent("share/memorize.schema.json").path

  /// Validates lines, each with the verb that printed it and its arguments, or the name of a format.
  static func validate(_ lines: [(verb: String, json: String)]) throws {
    let outcome = try Outcome.python(
      validator, path, reading: lines.map { "\($0.verb)\t\($0.json)" })
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(outcome.output == "\(lines.count)")
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

    def definition(words, value):
        if set(value) == {"error"}: return "failed"
        names = ["-".join(words[:count]) for count in (3, 2, 1)] + ["overview"]
        name = next(name for name in names if name in schema["$defs"])
        return "practice-due" if name == "practice" else name

    schema = json.load(open(sys.argv[1], encoding="utf-8"))
    Validator.check_schema(schema)
    open_one = Validator(schema)
    closed = json.loads(json.dumps(schema))
    close(closed["$defs"])
    count = 0
    for line in open(sys.argv[2], encoding="utf-8", newline="\\n"):
        words, text = line.rstrip("\\n").split("\\t", 1)
        value = json.loads(text)
        # To try all definitions takes long.
        if count % 10 == 0: open_one.validate(value)
        name = definition(words.split(), value)
        Validator({"$ref": "#/$defs/" + name, "$defs": closed["$defs"]}).validate(value)
        count += 1
    print(count)
    """

  /// The records by their places in the schema, and the fields that an object may lack there.
  private static var records: [(place: String, fields: [FieldDescription], mayLack: Set<String>)] {
    let statistics = "properties/statistics"
    let settings = UserSettings.fields.map(\.description)
    return [
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
      ("settings", settings, Set(settings.map(\.jsonKey))),
      ("log-machine", LogMachine.fields.map(\.description), []),
      ("sync-check", LogCheck.fields.map(\.description), []),
    ]
  }

  /// The text of the schema with the records as their fields are declared now; descriptions stay.
  static func withDeclaredRecords() throws -> String {
    let lines = try records.map { place, fields, mayLack in
      let object = SchemaObject(fields)
      let declared: [String: Any] = [
        "properties": object.properties,
        "required": object.required.filter { !mayLack.contains($0) },
      ]
      let json = try JSONSerialization.data(
        withJSONObject: declared, options: [.sortedKeys, .withoutEscapingSlashes])
      return place + "\t" + String(decoding: json, as: UTF8.self)
    }
    let outcome = try Outcome.python(writer, path, reading: lines)
    #expect(outcome.code == 0, "\(outcome.errors)")
    return outcome.output + "\n"
  }

  private static let writer = """
    import functools, json, sys

    def merged(old, new):
        if not isinstance(old, dict) or not isinstance(new, dict): return new
        kept = [key for key in old if key in new or isinstance(old[key], str) and key == "description"]
        names = kept + [key for key in new if key not in kept]
        return {key: merged(old.get(key), new[key]) if key in new else old[key] for key in names}

    schema = json.load(open(sys.argv[1], encoding="utf-8"))
    for line in open(sys.argv[2], encoding="utf-8"):
        place, text = line.split("\\t", 1)
        declared = json.loads(text)
        found = functools.reduce(dict.__getitem__, place.split("/"), schema["$defs"])
        for name, part in declared["properties"].items():
            found["properties"][name] = merged(found["properties"].get(name), part)
        if declared["required"] or "required" in found: found["required"] = declared["required"]
    def lines(object, line):
        parts = (json.dumps(name) + ": " + line(part) for name, part in object.items())
        return "{\\n" + ",\\n".join(parts) + "\\n}"

    # A line for each definition: the file is installed as it is, and indented it is half as large again.
    def text(part): return json.dumps(part, ensure_ascii=False)
    definitions = schema["$defs"]
    print(lines(schema, lambda part: lines(part, text) if part is definitions else text(part)))
    """
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

  var schema: [String: Any] {
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
    case .none, .parameters, .day, .color, .clockTime, .quietHours, .easyDays: break
    case .line: property["maxLength"] = FieldLimit.maximumLineBytes
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
    case .easyDays: "^(mon|tue|wed|thu|fri|sat|sun)(=(0(\\.[0-9]+)?|1(\\.0+)?))?$"
    case .line: #"^[^\u0000-\u001f\u007f]*$"#
    case .none, .among, .range, .zeroOr, .fraction, .parameters, .positive: nil
    }
  }
}
