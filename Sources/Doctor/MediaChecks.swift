import Glibc
import MemorizeFiles
import PlainText
import Screens

/// The files that cards name in the folder of media.
package struct NamedMedia: Sendable {
  package var sounds: Set<String> = []
  package var pictures: Set<String> = []

  package init() {}

  package var all: Set<String> { sounds.union(pictures) }
}

extension Findings {
  var mediaChecks: [Check?] { [missingCheck, pictureCheck] }

  private var missingCheck: Check? {
    let missing = media.all.filter { name in
      MediaDirectory.path(of: name).map { access($0, R_OK) != 0 } ?? false
    }.sorted()
    guard let file = missing.first?.printable, let folder = MediaDirectory.path?.printable else {
      return nil
    }
    return Check(
      .note,
      plural(
        missing.count, one: "A file that your decks name is not in \(folder): \(file).",
        other:
          "\(missing.count) files that your decks name are not in \(folder), such as \(file)."),
      fix: english("Import the decks again, or put the files there."))
  }

  private var pictureCheck: Check? {
    guard !media.pictures.isEmpty, !PictureProgram.isInstalled else { return nil }
    return Check(
      .warning,
      english("Your decks have pictures, and nothing here can show them in a terminal."),
      fix: english("Install chafa."))
  }
}
