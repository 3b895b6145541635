internal import Practice
internal import ThemeFiles

/// The parts of a template or a field that Anki speaks, `[anki:tts lang=ja_JP …]text[/anki:tts]`.
enum SpokenText {
  /// The parts with their languages, as far as those are known.
  static func parts(of text: String) -> [(language: String, text: String)] {
    text.split(separator: "[anki:tts", omittingEmptySubsequences: false).dropFirst().compactMap {
      guard let end = $0.firstIndex(of: "]") else { return nil }
      let options = $0[..<end].split(separator: " ")
      guard let option = options.first(where: { $0.hasPrefix("lang=") }),
        let language = tag(option.dropFirst(5))
      else { return nil }
      let rest = $0[end...].dropFirst()
      return (
        language, String(rest[..<(rest.firstRange(of: "[/anki:tts]")?.lowerBound ?? rest.endIndex)])
      )
    }
  }

  /// A field without the marks.
  static func unmarked(_ field: String) -> String {
    guard field.contains("[anki:tts") else { return field }
    return field.without(from: "[anki:tts", to: "]").replacing("[/anki:tts]", with: "")
  }

  /// Anki's `ja_JP` as BCP 47 has it; nil for anything else.
  static func tag(_ language: Substring) -> String? {
    let tag = String(language.replacing("_", with: "-"))
    return tag.isEmpty || SideLanguages(tag, "") == nil ? nil : tag
  }
}
