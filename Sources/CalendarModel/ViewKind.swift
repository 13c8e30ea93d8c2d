/// A view of the timeline, which determines how many days are shown side by side.
///
/// The raw values are used in the settings and on the command line.
package enum ViewKind: String, CaseIterable, Hashable, Sendable {
  case day
  /// Any three consecutive days.
  case threeDays = "3day"
  case workWeek = "workweek"
  case week

  /// The number of days on a page. For a work week, this is the usual five; `DayPaging.dayCount` takes the
  /// user's own workdays into account.
  package var dayCount: Int {
    switch self {
    case .day: 1
    case .threeDays: 3
    case .workWeek: 5
    case .week: 7
    }
  }
}
