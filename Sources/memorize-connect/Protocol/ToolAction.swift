/// The actions that are supported, by the protocol's names.
enum ToolAction: String, CaseIterable {
  case version, requestPermission, multi
  case deckNames, deckNamesAndIds, createDeck
  case modelNames, modelNamesAndIds, modelFieldNames, findModelsByName
  case canAddNotes, canAddNotesWithErrorDetail, addNote, addNotes, guiAddCards
  case storeMediaFile, retrieveMediaFile, getMediaDirPath
  case guiSelectedNotes, sync
}
