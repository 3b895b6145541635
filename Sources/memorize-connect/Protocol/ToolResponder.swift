internal import DBus
internal import Screens

/// Performs the actions of one request, over one connection to the service.
final class ToolResponder {
  private let requiresKey: Bool
  private var connection: ServiceConnection?

  init(requiresKey: Bool) { self.requiresKey = requiresKey }

  static func permission(requiresKey: Bool) -> JSON {
    [
      "permission": .string("granted"), "requireApiKey": .boolean(requiresKey),
      "version": .integer(Envelope.version),
    ]
  }

  private func answer(_ request: Result<ToolRequest, Refusal>) -> JSON {
    switch request {
    case .success(let request): answer(request)
    case .failure(let refusal): Envelope.failure(refusal.message)
    }
  }

  /// The result in the form that the request's version has.
  func answer(_ request: ToolRequest) -> JSON {
    do throws(Refusal) {
      guard let action = request.action else { throw .unsupported }
      return Envelope.result(
        try perform(action, request.parameters), version: request.version)
    } catch {
      return Envelope.failure(error.message)
    }
  }

  private func perform(
    _ action: ToolAction, _ parameters: Parameters
  ) throws(Refusal) -> JSON {
    switch action {
    case .version: .integer(Envelope.version)
    // `Dialogue` has refused pages before.
    case .requestPermission: Self.permission(requiresKey: requiresKey)
    case .multi: .array(try parameters.read(Several.self).actions.map { answer($0.result) })
    case .deckNames: try deckNames()
    case .deckNamesAndIds: try deckNamesAndIds()
    case .createDeck: try createDeck(parameters.read())
    case .modelNames: .array([.string(NoteModel.name)])
    case .modelNamesAndIds: [NoteModel.name: .integer(NoteModel.number)]
    case .modelFieldNames: try NoteModel.fieldNames(parameters.read())
    case .findModelsByName: try NoteModel.find(parameters.read())
    case .canAddNotes: try canAdd(parameters.read(), withDetail: false)
    case .canAddNotesWithErrorDetail: try canAdd(parameters.read(), withDetail: true)
    case .addNote, .guiAddCards: try addNote(parameters.read())
    case .addNotes: try addNotes(parameters.read())
    case .storeMediaFile: try storeMedia(parameters.read())
    case .retrieveMediaFile: try retrieveMedia(parameters.read())
    case .getMediaDirPath: try mediaPath()
    case .changeDeck: try changeDeck(parameters.read())
    case .findNotes: try findNotes(parameters.read())
    case .findCards: try findCards(parameters.read())
    case .notesInfo: try infos(parameters.read(Notes.self).notes) { $0.isNote ? $0.noteInfo : [:] }
    case .cardsInfo: try infos(parameters.read(Cards.self).cards) { $0.cardInfo }
    case .notesModTime:
      try infos(parameters.read(Notes.self).notes) {
        $0.isNote ? ["noteId": .integer($0.note), "mod": .integer($0.changedAt)] : [:]
      }
    case .cardsModTime:
      try infos(parameters.read(Cards.self).cards) {
        ["cardId": .integer($0.id), "mod": .integer($0.changedAt)]
      }
    case .updateNoteFields: try update(parameters.read(), withTags: false)
    case .updateNote: try update(parameters.read(), withTags: true)
    case .addTags: try addTags(parameters.read())
    case .removeTags: try removeTags(parameters.read())
    case .deleteNotes: try delete(parameters.read())
    case .suspend: .boolean(try suspend(parameters.read(), true))
    case .unsuspend: try unsuspend(parameters.read())
    case .areSuspended: try areSuspended(parameters.read())
    case .areDue: try areDue(parameters.read())
    case .getReviewsOfCards: try reviews(parameters.read())
    case .guiBrowse: try browse(parameters.read())
    case .guiSelectedNotes: .array([])
    case .sync: .null
    }
  }

  private struct Several: Decodable {
    let actions: [Attempt<ToolRequest>]
  }

  /// Calls the service.
  func ask<Answer>(
    _ call: (ServiceConnection) throws(ProgramError) -> Answer
  ) throws(Refusal) -> Answer {
    do throws(ProgramError) {
      let connection: ServiceConnection
      if let open = self.connection {
        connection = open
      } else {
        connection = try ServiceConnection(Options())
        self.connection = connection
      }
      connection.restartClock()
      return try call(connection)
    } catch {
      // A lost connection is not used again.
      if connection?.bus.isOpen == false { connection = nil }
      throw Refusal(error.englishReason)
    }
  }
}
