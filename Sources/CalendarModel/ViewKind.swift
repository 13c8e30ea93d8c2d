/// A view of the timeline, which determines how many days are shown side by side.
///
/// The raw values are used in the settings and on the command line.
package enum ViewKind: String, CaseIterable, Hashable, Sendable {
  case day
  /// Any three consecutive days.
  case threeDays = "3day"
  case workWeek = "workweek"
  case week
}
