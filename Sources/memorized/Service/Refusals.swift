internal import DBus
internal import Glibc
internal import MemorizeBus
internal import MemoryGame
internal import PlainText
internal import Practice
internal import Store
internal import UserFiles

struct NoGameError: Error {}

struct NoSuchThemeError: Error {
  let name: String
}

/// Why no game is resumed.
enum ResumeError: Error {
  case nothing, laterGameWon
  /// Only daily games of other days are left.
  case dayOver
}

/// Calls a model, and converts its errors to errors of the bus.
func refusing<T>(_ body: () throws -> T) throws -> T {
  do {
    return try body()
  } catch let error as StoreError {
    throw BusError(.storageFailed, error.message)
  } catch let refusal as GameError {
    throw BusError(refusal.errorName, refusal.message)
  } catch is NoGameError {
    throw BusError(.noGame, english("There is no game yet; start one."))
  } catch let refusal as ResumeError {
    throw BusError(refusal.errorName, refusal.message)
  } catch let error as NoSuchThemeError {
    let name = error.name.printable
    throw BusError(.noSuchTheme, english("There is no theme “\(name)”."))
  } catch let refusal as DealError {
    throw BusError.invalidArguments(refusal.message)
  } catch let fault as PlayersError {
    throw BusError.invalidArguments(fault.message)
  } catch let refusal as PracticeError {
    throw BusError(refusal.errorName, refusal.message.printable(upTo: 400))
  }
}

extension FileError {
  /// The reason why the service cannot write a file, and, if known, the remedy.
  var serviceReason: String {
    guard self == .system(EROFS), FilePath.isInSandbox else { return reason }
    return english(
      "the sandbox of memorized.service does not allow writing it; “memorize doctor” says what "
        + "to change")
  }
}

extension GameError {
  fileprivate var errorName: ErrorName {
    switch self {
    case .gameOver: .gameOver
    case .noSuchCard: .noSuchCard
    case .cardMatched: .cardMatched
    case .cardFaceUp: .cardFaceUp
    case .nothingToConceal: .nothingToConceal
    }
  }
}

extension ResumeError {
  fileprivate var errorName: ErrorName {
    switch self {
    case .nothing, .dayOver: .nothingToResume
    case .laterGameWon: .laterGameWon
    }
  }

  fileprivate var message: String {
    switch self {
    case .nothing: english("No game was abandoned, so there is none to resume.")
    case .laterGameWon:
      english("You have won a game since you abandoned the last one, so it cannot be resumed.")
    case .dayOver:
      english("A daily game can be resumed only on its day, and there is no other abandoned game.")
    }
  }
}

extension PracticeError {
  fileprivate var errorName: ErrorName {
    switch self {
    case .noSuchDeck: .noSuchDeck
    case .deckTooSmall, .noAnswers, .allSuspended, .deckSuspended: .deckTooSmall
    case .nothingDue, .reviewsDone: .nothingDue
    case .noHardCards, .tooFewHardCards: .tooFewHardCards
    case .questionsOutOfRange, .unusableAnswer: .invalidArgs
    case .notTyped: .notTyped
    case .notRevealed: .notRevealed
    case .sessionInProgress: .sessionInProgress
    case .noSession: .noSession
    case .sessionFinished: .sessionFinished
    case .questionChanged: .questionChanged
    case .noSuchChoice: .noSuchChoice
    case .tooManyResponses: .limitsExceeded
    case .nothingToUndo: .nothingToUndo
    }
  }
}
