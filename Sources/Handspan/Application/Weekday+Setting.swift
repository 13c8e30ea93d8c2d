import CalendarModel

extension Weekday {
  /// The name that the settings have for it: its English one in lower case.
  var setting: String { "\(self)" }

  init?(setting: String) {
    guard let day = Weekday.allCases.first(where: { $0.setting == setting }) else { return nil }
    self = day
  }
}
