import Glibc
import MemoryGame
import ThemeFiles
import UserFiles

/// The file in which a deck is kept.
struct DeckPlace {
  /// How much of a deck's name goes into that of its file, which may have 255 bytes.
  private static let longestName = 200

  /// The path of the file.
  let path: String

  /// Finds the file of a deck in a directory: that which has its name already, else a new one.
  ///
  /// A name that is taken is the error `ThemeExists`.
  init(for name: ThemeName, in directory: String, replaces: Bool) throws(ProgramError) {
    var claims = ThemeClaims()
    _ = ThemeCheck(claiming: &claims)
    guard let owner = claims.place(of: name) else {
      path = Self.freePath(for: name, in: directory)
      return
    }
    let clash = "A theme named “\(name.text)” \(owner.description)"
    guard let file = owner.file, file.hasPrefix(directory + "/") else {
      throw Self.exists(clash + ": give the deck another one with --name.")
    }
    guard replaces else {
      throw Self.exists(clash + ": --force replaces it, and --name gives this one another name.")
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
  private static func freePath(for name: ThemeName, in directory: String) -> String {
    let start = directory + "/" + fileName(of: name)
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
