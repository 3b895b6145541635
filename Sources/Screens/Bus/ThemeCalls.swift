import DBus
package import MemorizeBus

extension ServiceConnection {
  package func themes() throws(ProgramError) -> [ThemeSummary] {
    try read(ThemesContract.list, of: ThemesContract.interface)
  }

  package func theme(named name: String) throws -> ThemeSummary {
    try suggestingTheme(for: name) {
      try read(ThemesContract.get, of: ThemesContract.interface, name)
    }
  }

  /// All pairs, in the service's pages.
  package func pairs(of theme: ThemeSummary) throws(ProgramError) -> [ThemePair] {
    var pairs: [ThemePair] = []
    while true {
      let offset = UInt32(pairs.count)
      let part = try read(
        ThemesContract.pairs, of: ThemesContract.interface, theme.name, offset,
        ThemesContract.maximumPairs)
      pairs += part
      if part.isEmpty || pairs.count >= theme.size { return pairs }
    }
  }
}
