import BoardLayout
import DBus
import MemorizeBus
import MemorizeText
import PlainText
import Practice

/// Speaks a game for somebody who does not see it: what every move turned up, by whomever it was made,
/// and what the keys of this screen have selected.
///
/// A key interrupts what is spoken; a move does not.
final class GameSpeech {
  private let connection: ServiceConnection
  private let queue: SoundQueue
  private var game: GameState?
  private var chosen = 0
  private var remark = ""
  /// The languages of the deck that is played; nil until they are known.
  private var languages: SideLanguages? = .unknown
  /// Of the faces that were spoken.
  private var faceLanguages: [String: String] = [:]
  /// What waits for the languages of its faces.
  private var waiting: [[SpokenPart]] = []
  private var isAsking = false
  /// A text that is a whole side comes first; two decks rarely have it.
  private static let cardsOfFace: UInt32 = 20

  /// Throws if no program can speak.
  init(_ connection: ServiceConnection, report: @escaping (SoundFault) -> Void) throws(ProgramError)
  {
    guard Voice.allCases.contains(where: \.isInstalled) else { throw SoundFault.noVoice.error }
    self.connection = connection
    queue = SoundQueue(on: connection.bus.loop, report: report)
  }

  func handle(_ news: GameNews) {
    switch news {
    case .state(let game):
      begin(game)
      say(game.spokenOpening)
    case .transition(let transition, let game):
      let before = self.game
      if before?.id != game.id { begin(game) }
      self.game = game
      say(game.spoken(GameEvent(transition, game), after: before))
    case .absent: say([.words(GameScene.absenceMessage)])
    case .failure, .update: break
    }
  }

  /// Called when the scene was drawn: says what a key has selected, or why it did nothing.
  func follow(_ scene: GameScene) {
    if scene.remark != remark {
      remark = scene.remark
      if !remark.isEmpty { interrupt(with: [.words(remark)]) }
    }
    guard scene.chosen != chosen else { return }
    chosen = scene.chosen
    guard let game, game.id == scene.game?.id, game.cards.indices.contains(chosen) else { return }
    interrupt(with: game.board[chosen].spokenAsChosen)
  }

  func stop() {
    waiting = []
    queue.stop()
  }

  private func interrupt(with parts: [SpokenPart]) {
    stop()
    say(parts)
  }

  private func begin(_ game: GameState) {
    if self.game?.theme != game.theme {
      (languages, faceLanguages) = (nil, [:])
      connection.request(PracticeContract.decks) { [weak self] answer in
        let deck = (try? answer.get())?.first { $0.name == game.theme }
        self?.languages = SideLanguages(written: deck?.language ?? "") ?? .unknown
        self?.speakWaiting()
      }
    }
    // The first card of a new game is selected unasked.
    (self.game, chosen) = (game, self.game?.id == game.id ? chosen : 0)
  }

  private func say(_ parts: [SpokenPart]) {
    waiting.append(parts)
    speakWaiting()
  }

  /// In order: what needs an answer of the service first holds up what follows.
  private func speakWaiting() {
    while !isAsking, let languages, let parts = waiting.first {
      let unknown = parts.lazy.compactMap { part in
        if case .face(let face) = part, self.faceLanguages[face] == nil { face } else { nil }
      }.first
      guard languages != .unknown, let unknown else {
        waiting.removeFirst()
        queue.add(items(parts))
        continue
      }
      ask(unknown, languages)
    }
  }

  private func ask(_ face: String, _ languages: SideLanguages) {
    isAsking = true
    let theme = game?.theme
    connection.request(DecksContract.search, face, Self.cardsOfFace) { [weak self] answer in
      guard let self else { return }
      let cards = ((try? answer.get()) ?? []).filter { $0.deck == theme }
      let isFirst = cards.contains { $0.front == face || $0.back == face && $0.gap > 0 }
      let isSecond = cards.contains { $0.back == face }
      faceLanguages[face] = isFirst ? languages.first : isSecond ? languages.second : ""
      isAsking = false
      speakWaiting()
    }
  }

  /// As people read it, and its language.
  private func spoken(_ face: String) -> (String, String) {
    let shown = face.shownSide(ofDeck: game?.theme ?? "")
    let isOurs = shown != face
    return (
      shownFaceName(shown) + ".", isOurs ? .languageOfOwnWords : faceLanguages[face] ?? ""
    )
  }

  /// Parts in the same language are one text.
  private func items(_ parts: [SpokenPart]) -> [SoundItem] {
    var texts: [(text: String, language: String)] = []
    for part in parts {
      let (text, language) =
        switch part {
        case .words(let text): (text, "")
        case .face(let face): spoken(face)
        }
      if let last = texts.last, last.language == language {
        texts[texts.count - 1].text += " " + text
      } else {
        texts.append((text, language))
      }
    }
    return texts.map { .speech($0.text.harmless, language: $0.language) }
  }
}
