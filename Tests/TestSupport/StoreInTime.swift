package import Store

extension Store {
  /// Opens a store that was open before.
  ///
  /// A child that another test is just starting holds its lock until it runs its own program.
  package func openInTime() throws(StoreError) {
    let end = ContinuousClock.now + .patience
    while true {
      do throws(StoreError) {
        return try open(silently: true)
      } catch {
        guard case .locked = error, .now < end else { throw error }
      }
    }
  }
}
