import DBus
import MemorizeBus

/// Who practises and how, as far as a view shows it.
struct QuizPreferences: Equatable {
  /// Whether the choices are shown with the question, and not on demand.
  private(set) var showsChoices = true
  /// The name of who practises; empty where nobody has said so.
  private(set) var name = ""

  /// Takes settings.
  mutating func take(_ settings: Properties<SettingsContract.Service>) {
    if let value = settings[SettingsContract.showChoices] { showsChoices = value }
  }

  /// Takes the profile.
  mutating func take(_ profile: Properties<ProfileContract.Service>) {
    if let value = profile[ProfileContract.userName] { name = value }
  }
}
