import DBus
import MemorizeBus

/// What the verbs of `theme` ask of the service.
extension ServiceConnection {
  /// Describes a theme by its name.
  func theme(named name: String) throws(ProgramError) -> ThemeSummary {
    let theme = try wait {
      $0.call(ThemesContract.get, of: ThemesContract.interface, name, completion: $1)
    }
    return theme
  }

  /// Reads all pairs, as many at a time as the service gives.
  func pairs(of theme: ThemeSummary) throws(ProgramError) -> [PairView] {
    let limit: UInt32 = 500
    var pairs: [PairView] = []
    while true {
      let offset = UInt32(pairs.count)
      let part = try wait {
        $0.call(
          ThemesContract.pairs, of: ThemesContract.interface, theme.name, offset, limit,
          completion: $1)
      }
      pairs += part.map(PairView.init)
      if part.isEmpty || pairs.count >= theme.size { return pairs }
    }
  }
}
