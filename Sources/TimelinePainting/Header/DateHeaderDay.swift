import CalendarModel

/// A date in the date header, and its appearance.
package struct DateHeaderDay: Hashable, Sendable {
  package var day: Day
  package var isToday: Bool
  package var isSelected: Bool
  /// Whether the timeline below shows the day.
  package var isShown: Bool
  /// The number of dots, from 0 to 3, which shows how busy the day is.
  package var dotCount: Int

  /// - Precondition: `dotCount` is from 0 to 3.
  package init(
    _ day: Day, isToday: Bool = false, isSelected: Bool = false, isShown: Bool = true, dotCount: Int = 0
  ) {
    precondition((0...DayLoad.maximumDots).contains(dotCount))
    self.day = day
    self.isToday = isToday
    self.isSelected = isSelected
    self.isShown = isShown
    self.dotCount = dotCount
  }
}
