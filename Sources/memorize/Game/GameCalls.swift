import DBus
import MemorizeBus
import MemoryGame

extension Proxy {
  func newGame(
    _ options: NewGameOptions, completion: @escaping ServiceConnection.Reply<(UInt64, UInt64)>
  ) {
    call(GameContract.newGame, of: GameContract.interface, options.values, completion: completion)
  }

  func flip(
    _ card: UInt32,
    completion: @escaping ServiceConnection.Reply<(String, Int32, UInt64, [BoardCard])>
  ) {
    call(GameContract.flip, of: GameContract.interface, card, completion: completion)
  }

  func conceal(completion: @escaping ServiceConnection.Reply<UInt64>) {
    call(GameContract.conceal, of: GameContract.interface, completion: completion)
  }
}

extension ServiceConnection {
  func game() throws(ProgramError) -> GameState {
    try state(of: GameContract.self)
  }

  /// Does not read the game if nothing is to be printed.
  func game<T>(
    after change: Call<T>, _ options: Options
  ) throws(ProgramError) -> GameState? {
    guard !options.isQuiet else {
      _ = try wait(for: change)
      return nil
    }
    let (answer, game) = self.change(of: GameContract.self, change)
    _ = try take(answer)
    return try take(game)
  }
}
