import CalendarModel

extension Weekday {
  /// The weekday's value in the settings: its English name in lower case.
  package var setting: String { "\(self)" }

  package init?(setting: String) {
    guard let day = Weekday.allCases.first(where: { $0.setting == setting }) else { return nil }
    self = day
  }
}
