import DBus
import MemorizeBus

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
