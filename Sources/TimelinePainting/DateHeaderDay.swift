import CalendarModel

/// A date in the date header, and how it is shown.
package struct DateHeaderDay: Hashable, Sendable {
  package var day: Day
  package var isToday: Bool
  package var isSelected: Bool
  /// Whether the timeline below shows it.
  package var isShown: Bool
  /// How full it is: 0 to 3.
  package var dots: Int

  /// A date to be painted so.
  ///
  /// - Precondition: there are 0 to 3 dots.
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
