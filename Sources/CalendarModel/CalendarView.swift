/// How many days the timeline shows side by side.
///
/// The raw values are what the settings and the command line say.
package enum CalendarView: String, CaseIterable, Hashable, Sendable {
  case day
  /// Three days, whichever weekdays they are.
  case threeDays = "3day"
  /// The working days of a week.
  case workWeek = "workweek"
  /// A whole week.
  case week

  /// The number of days of a page; of a work week the usual five, which workdays of one's own make more or less
  /// (`PageCalendar.dayCount`).
  package var dayCount: Int {
    switch self {
    case .day: 1
    case .threeDays: 3
    case .workWeek: 5
    case .week: 7
    }
  }
}
