/// The actions that are supported, by the protocol's names.
enum ToolAction: String, CaseIterable {
  case version, requestPermission, multi
  case deckNames, deckNamesAndIds, createDeck, changeDeck
  case modelNames, modelNamesAndIds, modelFieldNames, findModelsByName
  case canAddNotes, canAddNotesWithErrorDetail, addNote, addNotes, guiAddCards
  case storeMediaFile, retrieveMediaFile, getMediaDirPath
  case findNotes, findCards, notesInfo, cardsInfo, notesModTime, cardsModTime
  case updateNoteFields, updateNote, addTags, removeTags, deleteNotes
  case suspend, unsuspend, areSuspended, areDue, getReviewsOfCards
  case guiBrowse, guiSelectedNotes, sync
}
