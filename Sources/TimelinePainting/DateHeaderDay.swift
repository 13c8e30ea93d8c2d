import CalendarModel

/// A date in the date header, and its appearance.
package struct DateHeaderDay: Hashable, Sendable {
  package var day: Day
  package var isToday: Bool
  package var isSelected: Bool
  /// Whether the timeline below shows it.
  package var isShown: Bool
  /// How busy the day is: 0 to 3.
  package var dots: Int

  /// - Precondition: `dots` is 0 to 3.
  package init(
    _ day: Day, isToday: Bool = false, isSelected: Bool = false, isShown: Bool = true, dots: Int = 0
  ) {
    precondition((0...DayLoad.maximumDots).contains(dots))
    self.day = day
    self.isToday = isToday
    self.isSelected = isSelected
    self.isShown = isShown
    self.dots = dots
  }
}
