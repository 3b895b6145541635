internal import CFonts
internal import Glibc

/// FreeType and fontconfig; nil if one of them is missing.
final class FontLibrary {
  let functions: cfonts_functions
  let freeType: FT_Library

  init?() {
    let loaded = withUnsafeTemporaryAllocation(of: cfonts_functions.self, capacity: 1) {
      cfonts_load($0.baseAddress) == 0 ? nil : $0.first
    }
    guard let loaded else { return nil }
    var library: FT_Library?
    guard loaded.FT_Init_FreeType(&library) == 0, let library else { return nil }
    (functions, freeType) = (loaded, library)
  }

  deinit { _ = functions.FT_Done_FreeType(freeType) }

  /// The user's font for emoji.
  func emojiFont() -> FontFace? { font("emoji:color=true:lang=und-zsye") }

  /// The user's font that has the most of some characters, in the form of a language, if it is known
  /// (BCP 47).
  func font(for scalars: some Sequence<Unicode.Scalar>, language: String?) -> FontFace? {
    let codes = scalars.map { String($0.value, radix: 16) }.joined(separator: " ")
    let name = language?.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") } ?? ""
    return font(":charset=\(codes)" + (name.isEmpty ? "" : ":lang=\(name)"))
  }

  /// The font that fits a pattern of fontconfig best.
  private func font(_ name: String) -> FontFace? {
    guard let pattern = functions.FcNameParse(name) else { return nil }
    defer { functions.FcPatternDestroy(pattern) }
    guard functions.FcConfigSubstitute(nil, pattern, FcMatchPattern) != 0 else { return nil }
    functions.FcDefaultSubstitute(pattern)
    var result = FcResultMatch
    guard let match = functions.FcFontMatch(nil, pattern, &result) else { return nil }
    defer { functions.FcPatternDestroy(match) }
    var file: UnsafeMutablePointer<FcChar8>?
    var index: Int32 = 0
    guard functions.FcPatternGetString(match, FC_FILE, 0, &file) == FcResultMatch, let file
    else { return nil }
    _ = functions.FcPatternGetInteger(match, FC_INDEX, 0, &index)
    return FontFace(file: String(cString: file), index: Int(index), self)
  }
}
