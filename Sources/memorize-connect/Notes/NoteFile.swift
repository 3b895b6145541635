/// A sound or a picture that a tool adds to fields of a note.
struct NoteFile {
  let given: GivenMedia
  let isPicture: Bool
  let fields: [NoteModel.Field]

  var ownName: String { ToolMedia.name(given.filename) }

  /// Those that belong to a field.
  static func all(
    _ audio: OneOrMore<GivenMedia>?, _ video: OneOrMore<GivenMedia>?,
    _ picture: OneOrMore<GivenMedia>?
  ) throws(Refusal) -> [NoteFile] {
    let sounds = (audio?.values ?? []) + (video?.values ?? [])
    let all = sounds.map { ($0, false) } + (picture?.values ?? []).map { ($0, true) }
    var files: [NoteFile] = []
    for (given, isPicture) in all {
      var fields: [NoteModel.Field] = []
      for name in given.fields ?? [] { fields.append(try NoteModel.Field(named: name)) }
      if !fields.isEmpty {
        files.append(NoteFile(given: given, isPicture: isPicture, fields: fields))
      }
    }
    return files
  }
}

extension NoteFields {
  mutating func append(_ file: NoteFile, named name: String) {
    for field in file.fields {
      append(file.isPicture ? "<img src=\"\(name)\">" : "[sound:\(name)]", to: field)
    }
  }
}
