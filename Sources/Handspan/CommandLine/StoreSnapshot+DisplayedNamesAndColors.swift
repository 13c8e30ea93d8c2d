import CalendarModel
import CalendarStore
import FoundationEssentials
import UserSettings

extension StoreSnapshot {
  /// Returns this snapshot with the names and colors that the window shows for calendars: those that the user chose
  /// for calendars that cannot store them, and a color for each calendar that has none.
  func withDisplayedNamesAndColors() -> StoreSnapshot {
    var snapshot = self
    // A command may have been given a relative path, whereas the settings contain absolute paths.
    func withRelativePaths(_ settings: [String]) -> [String] {
      let folder = FileManager.default.currentDirectoryPath + "/"
      var result = settings
      for relativePath in calendars.map(\.id.key) where !relativePath.hasPrefix("/") {
        let suffix = relativePath.hasPrefix("./") ? String(relativePath.dropFirst(2)) : relativePath
        let path = folder + suffix
        result += settings.filter { $0.hasSuffix(path) }.map {
          String($0.dropLast(path.count)) + relativePath
        }
      }
      return result
    }
    var (colors, chosenProperties) = MainActor.assumeIsolated {
      let preferences = Preferences()
      return (
        CalendarColors(settings: withRelativePaths(preferences[Preferences.calendarColors])),
        ChosenProperties(
          names: withRelativePaths(preferences[Preferences.chosenNames]),
          colors: withRelativePaths(preferences[Preferences.chosenColors]))
      )
    }
    snapshot.apply(chosenProperties)
    snapshot.applyColors(&colors)
    return snapshot
  }
}
