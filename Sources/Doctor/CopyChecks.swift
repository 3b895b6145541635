import MemorizeFiles
import PlainText
import Screens
package import UserFiles

/// The copies that a synchronizer made of decks' files.
package struct DeckCopies {
  /// The folder for those that were merged, and how many it has.
  var merged = (folder: "", count: 0)
  /// The paths of those that wait, each with the reason if it can be seen.
  var waiting: [(path: String, reason: String?)] = []

  init() {}

  package init(in user: UserDirectories) {
    if let folder = user.mergedCopies {
      merged = (folder, (try? UserFile.names(in: folder).names.count) ?? 0)
    }
    for directory in ThemeDirectory.all(in: user) {
      waiting += directory.files().copies.map { ($0.file.path, Self.fault(of: $0)) }
    }
  }

  /// How many were merged and where they are, as a sentence; nil if there are none.
  package var mergedNote: String? {
    let (folder, count) = (merged.folder.printable, merged.count)
    if count == 0 { return nil }
    return plural(
      count, one: "A copy that a synchronizer made of a deck was merged; it lies in \(folder).",
      other:
        "\(count) copies that a synchronizer made of decks were merged; they lie in \(folder).")
  }

  private static func fault(of copy: DeckCopy) -> String? {
    do throws(FileError) {
      _ = try copy.file.read()
      if let code = FilePath.failureToWrite(UserFile.directory(of: copy.file.path)) {
        let reason = FileError.system(code).reason
        return english("Its folder cannot be written: \(reason).")
      }
      return nil
    } catch {
      return error.sentence
    }
  }
}

extension Findings {
  var copyChecks: [Check?] { copies.waiting.map(check(ofWaiting:)) + [mergedCheck] }

  private var mergedCheck: Check? {
    copies.mergedNote.map { note in
      Check(
        .note, note,
        fix: plural(
          copies.merged.count, one: "Remove it if your decks are right.",
          other: "Remove them if your decks are right."))
    }
  }

  private func check(ofWaiting copy: (path: String, reason: String?)) -> Check {
    let path = copy.path.printable
    if let reason = copy.reason {
      return Check(
        .warning,
        english(
          "\(path), which a synchronizer made, is not merged into its deck yet. \(reason)"),
        fix: english("It is tried again at the next change of a deck."))
    }
    let command = "journalctl --user -u \(Unit.name)"
    return Check(
      .warning,
      english("\(path), which a synchronizer made, is not merged into its deck yet."),
      fix: isRunning
        ? english("The service's log says why: \(command)")
        : english("Start the service, with any verb."))
  }
}
