import Doctor
import MemorizeFiles
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
      let (files, faults) = directory.files()
      for fault in faults { try report(directory.path, fault) }
      for file in files {
        guard let bytes = try? file.read() else {
          try report(file.path, "It cannot be read.")
          continue
        }
        let deck = DeckFile.read(bytes)
        for fault in deck.faults { try report("\(file.path):\(fault.line)", fault.message) }
        for card in deck.cards {
          for side in [card.media.front, card.media.back] {
            sounds.formUnion(side.sounds)
            if let picture = side.picture { pictures.insert(picture) }
          }
        }
      }
    }
  }
}
