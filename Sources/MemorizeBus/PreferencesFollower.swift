package import DBus

/// What determines how practice is shown.
package struct PracticePreferences: Equatable {
  package var settings = UserSettings()
  package var profile = Profile()

  package init() {}
}

/// Follows the user's settings and profile.
package final class PreferencesFollower {
  private let service: Proxy
  private var preferences = PracticePreferences()
  private var subscriptions: [SubscriptionID] = []

  /// Reports each change; nothing is read before ``read(then:)``.
  package init(_ service: Proxy, report: @escaping (PracticePreferences) -> Void) {
    self.service = service
    subscriptions = [
      service.onChange(of: SettingsContract.interface) { [weak self] changed in
        guard let self else { return }
        try? preferences.settings.merge(changed.values)
        report(preferences)
      },
      service.onChange(of: ProfileContract.interface) { [weak self] changed in
        guard let self else { return }
        try? preferences.profile.merge(changed.values)
        report(preferences)
      },
    ]
  }

  deinit {
    for subscription in subscriptions { service.connection.unsubscribe(subscription) }
  }

  /// Reads both, as far as they can be read.
  package func read(then: @escaping (PracticePreferences) -> Void) {
    service.state(of: SettingsContract.self) { [weak self] settings in
      if case .success(let settings) = settings { self?.preferences.settings = settings }
    }
    // Calls are answered in order, so this reply is the last one.
    service.state(of: ProfileContract.self) { [weak self] profile in
      guard let self else { return }
      if case .success(let profile) = profile { preferences.profile = profile }
      then(preferences)
    }
  }
}
