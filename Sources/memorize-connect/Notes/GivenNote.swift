/// A note as a tool sends it.
struct GivenNote: Decodable {
  let deckName: String
  let modelName: String
  let fields: GivenFields
  let tags: [String]?
  let options: Options?
  let audio: OneOrMore<GivenMedia>?
  let video: OneOrMore<GivenMedia>?
  let picture: OneOrMore<GivenMedia>?

  struct Options: Decodable {
    let allowDuplicate: Bool?
    /// With “deck”, only cards of a deck count as duplicates; with any other, all do.
    let duplicateScope: String?
    let duplicateScopeOptions: Scope?
  }

  struct Scope: Decodable {
    /// Instead of the note's own deck.
    let deckName: String?
    /// Whether the decks below it count, such as “Spanish::Basics” below “Spanish”.
    let checkChildren: Bool?
  }

  struct Single: Decodable {
    let note: GivenNote
  }

  struct Several: Decodable {
    let notes: [Attempt<GivenNote>]
  }
}

/// Texts by the names of fields; some tools write an empty object as `[]`.
struct GivenFields: Decodable {
  let texts: [String: String]

  init(from decoder: any Decoder) throws {
    if let list = try? decoder.unkeyedContainer(), list.isAtEnd {
      texts = [:]
    } else {
      texts = try [String: String](from: decoder)
    }
  }
}

/// A file that becomes part of some fields.
struct GivenMedia: Decodable {
  let filename: String?
  let fields: [String]?
  /// In Base64.
  let data: String?
  let url: String?
  let path: String?
}

/// A value that stands alone if it is the only one.
struct OneOrMore<Value: Decodable>: Decodable {
  let values: [Value]

  init(from decoder: any Decoder) throws {
    if (try? decoder.unkeyedContainer()) != nil {
      values = try [Value](from: decoder)
    } else {
      values = [try Value(from: decoder)]
    }
  }
}
