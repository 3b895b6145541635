package import CellDrawing
internal import PlainText

/// Pictures of emoji and letters from the user's own fonts.
///
/// FreeType and fontconfig are loaded when the first one is asked for.
package final class UserFonts {
  private lazy var library = FontLibrary()
  private lazy var emoji = library?.emojiFont()

  /// Larger than any card on a screen, and nearly the size that most fonts of emoji have.
  private static let emojiPoints = 96

  package init() {}

  /// The picture of a single emoji in a square; nil for other texts, for a sequence of several
  /// scalars, and if the font has no picture in colors.
  package func picture(ofEmoji face: String) -> Picture? {
    guard let scalar = Self.emoji(face) else { return nil }
    return emoji?.colored(scalar, points: Self.emojiPoints)?.picture?.trimmedToSquare
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
