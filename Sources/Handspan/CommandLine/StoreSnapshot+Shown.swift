import CalendarModel
import CalendarStore
import FoundationEssentials

extension StoreSnapshot {
  /// Returns this snapshot with the names and colors of calendars that the window shows: those that the user chose
  /// for single files, and colors for calendars that have none.
  func asShown() -> StoreSnapshot {
    var snapshot = self
    // A command may have been given a relative path, whereas the settings contain absolute paths.
    func withRelativePaths(_ settings: [String]) -> [String] {
      let folder = FileManager.default.currentDirectoryPath + "/"
      var all = settings
      for name in calendars.map(\.id.key) where !name.hasPrefix("/") {
        let path = folder + (name.hasPrefix("./") ? String(name.dropFirst(2)) : name)
        all += settings.filter { $0.hasSuffix(path) }.map { String($0.dropLast(path.count)) + name }
      }
      return all
    }
    var (colors, chosen) = MainActor.assumeIsolated {
      let preferences = Preferences()
      return (
        CalendarColors(settings: withRelativePaths(preferences[Preferences.calendarColors])),
        ChosenProperties(
          names: withRelativePaths(preferences[Preferences.chosenNames]),
          colors: withRelativePaths(preferences[Preferences.chosenColors]))
      )
    }
    snapshot.apply(chosen)
    snapshot.applyColors(&colors)
    return snapshot
  }
}
