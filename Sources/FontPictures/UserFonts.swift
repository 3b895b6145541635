package import CellDrawing

/// Pictures of emoji and letters from the user's own fonts.
///
/// FreeType and fontconfig are loaded when the first one is asked for.
package final class UserFonts {
  private lazy var library = FontLibrary()
  private lazy var emoji = library?.emojiFont()
  /// For the letters that were asked for last.
  private var letters: (request: String, font: FontFace?)?

  /// Larger than any card on a screen, and nearly the size that most fonts of emoji have.
  private static let emojiPoints = 96

  package init() {}

  /// The picture of a single emoji in a square; nil for other texts, for a sequence of several
  /// scalars, and if the font has no picture in colors.
  package func picture(ofEmoji face: String) -> Picture? {
    guard let scalar = Self.emoji(face) else { return nil }
    return emoji?.colored(scalar, points: Self.emojiPoints)?.picture?.trimmedToSquare
  }

  func font(for scalars: [Unicode.Scalar], language: String?) -> FontFace? {
    let request = "\(language ?? "") \(scalars)"
    if let letters, letters.request == request { return letters.font }
    let font = library?.font(for: scalars, language: language)
    letters = (request, font)
    return font
  }

  /// The scalar of which a text consists, but for the selector of its form.
  private static func emoji(_ face: String) -> Unicode.Scalar? {
    let scalars = face.unicodeScalars
    let isSelected = scalars.last == "\u{FE0F}"
    guard let first = scalars.first, scalars.count == (isSelected ? 2 : 1),
      isSelected ? first.properties.isEmoji : first.properties.isEmojiPresentation
    else { return nil }
    return first
  }
}
