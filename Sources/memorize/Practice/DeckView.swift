import DBus

/// A deck and what is to be practised of it, as the service tells it.
struct DeckView {
  let name: String
  let cards: UInt32
  let due: UInt32
  let new: UInt32

  /// Reads one description.
  ///
  /// - Throws: `UnknownProperty` where a key is missing or of another type.
  init(_ description: [String: Value]) throws(BusError) {
    let fields = Fields(description)
    name = try fields.read("name")
    cards = try fields.read("cards")
    due = try fields.read("due")
    new = try fields.read("new")
  }

  /// Name, cards, due and new.
  var fields: [String] { [name.harmless, String(cards), String(due), String(new)] }

  /// The deck as `--json` tells it.
  var json: JSON {
    [
      "name": .string(name), "cards": .integer(cards), "due": .integer(due), "new": .integer(new),
    ]
  }
}
