internal import PlainText
internal import Screens

/// The one kind of note that there is, as tools see it.
enum NoteModel {
  static let name = "Memorize"
  /// Any number, which stays the same.
  static let number = 1_640_995_200_000

  enum Field: String, CaseIterable {
    case front = "Front"
    case back = "Back"
    case pronunciation = "Pronunciation"
    case note = "Note"

    /// Case does not matter.
    init(named name: String) throws(Refusal) {
      guard
        let field = Self.allCases.first(where: { $0.rawValue.lowercased() == name.lowercased() })
      else {
        throw Refusal(
          "The note type \(NoteModel.name) has no field “\(name.printable)”: its fields are "
            + Self.allCases.map(\.rawValue).joined(separator: ", ") + ".")
      }
      self = field
    }
  }

  struct Name: Decodable {
    let modelName: String
  }

  struct Names: Decodable {
    let modelNames: [String]
  }

  static func check(_ name: String) throws(Refusal) {
    guard name == self.name else { throw Refusal("model was not found: \(name.printable)") }
  }

  static func fieldNames(_ given: Name) throws(Refusal) -> JSON {
    try check(given.modelName)
    return .array(Field.allCases.map { .string($0.rawValue) })
  }

  static func find(_ given: Names) throws(Refusal) -> JSON {
    .array(
      try given.modelNames.map { (name) throws(Refusal) in
        try check(name)
        return description
      })
  }

  private static var description: JSON {
    let fields = Field.allCases.enumerated().map { index, field -> JSON in
      ["name": .string(field.rawValue), "ord": .integer(index)]
    }
    let template: JSON = ["name": .string("Card 1"), "ord": .integer(0)]
    return [
      "id": .integer(number), "name": .string(name), "type": .integer(0), "sortf": .integer(0),
      "flds": .array(fields), "tmpls": .array([template]), "css": .string(""),
    ]
  }
}
