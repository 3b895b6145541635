import BoardLayout
import Glibc
import MemoryGame

/// The file in which a deck is kept.
struct DeckPlace {
  /// How much of a deck's name goes into that of its file, which may have 255 bytes.
  private static let longestName = 200

  /// The path of the file.
  let path: String

  /// Finds the file of a deck: that which has its name already, else a new one.
  ///
  /// - Parameters:
  ///   - name: the deck's name.
  ///   - folder: where decks are.
  ///   - replaces: whether a deck of that name is to be replaced.
  /// - Throws: `ProgramError`, `ThemeExists`, where the name is taken.
  init(for name: ThemeName, in folder: Folder, replaces: Bool) throws(ProgramError) {
    var taken = TakenNames()
    _ = ThemeCheck(among: &taken)
    guard let owner = taken.place(of: name) else {
      path = Self.freePath(for: name, in: folder)
      return
    }
    guard let file = owner.file, file.hasPrefix(folder.path + "/") else {
      throw Self.exists(owner.clash(name) + ": give the deck another one with --name.")
    }
    guard replaces else {
      throw Self.exists(
        owner.clash(name) + ": --force replaces it, and --name gives this one another name.")
    }
    path = file
  }

  /// The name of a deck as that of a file: no directory, not hidden, no option, of bounded length.
  static func fileName(of name: ThemeName) -> String {
    var text = String.UnicodeScalarView()
    var bytes = 0
    for scalar in name.text.unicodeScalars {
      let isBad = scalar == "/" || scalar.isHarmful
      let isBadFirst = text.isEmpty && (scalar == "." || scalar == "-")
      let kept = isBad || isBadFirst ? "_" : scalar
      bytes += UTF8.width(kept)
      guard bytes <= longestName else { break }
      text.append(kept)
    }
    return String(text)
  }

  /// Two names may come to one name of a file; the second then gets a number.
  private static func freePath(for name: ThemeName, in folder: Folder) -> String {
    let start = folder.path + "/" + fileName(of: name)
    var status = stat()
    var path = start + ".tsv"
    var number = 1
    while lstat(path, &status) == 0 {
      number += 1
      path = "\(start)-\(number).tsv"
    }
    return path
  }

  private static func exists(_ message: String) -> ProgramError {
    ProgramError(.refused, name: "ThemeExists", message)
  }
}
