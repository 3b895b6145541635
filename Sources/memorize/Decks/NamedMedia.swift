import Doctor
import MemorizeFiles
import PlainText
import Practice
import ThemeFiles
import UserFiles

extension NamedMedia {
  /// What the cards of all decks name in the folder of media; each fault is reported, and the rest is
  /// read.
  init<Failure>(
    reporting report: (_ place: String, _ reason: String) throws(Failure) -> Void
  ) throws(Failure) {
    self.init()
    for directory in ThemeDirectory.all() where directory.kind == .decks {
      let (files, _, faults) = directory.files()
      for fault in faults { try report(directory.path, fault) }
      for file in files {
        guard let bytes = try? file.read() else {
          try report(file.path, english("It cannot be read."))
          continue
        }
        for fault in DeckFile.read(bytes).faults {
          try report("\(file.path):\(fault.line)", fault.message)
        }
        let media = DeckFile.media(in: bytes)
        sounds.formUnion(media.sounds)
        pictures.formUnion(media.pictures)
      }
    }
  }
}
