import CalendarModel

/// A date of the week strip, and what there is to see of it.
public struct WeekStripDay: Hashable, Sendable {
  /// The date.
  public var day: Day
  /// Whether it is today.
  public var isToday: Bool
  /// Whether it is the selected date.
  public var isSelected: Bool
  /// Whether the timeline below shows it.
  public var isShown: Bool
  /// How full it is: 0 to 3.
  public var dots: Int

  /// A date to be painted so.
  ///
  /// - Precondition: there are 0 to 3 dots.
  public init(
    _ day: Day, isToday: Bool = false, isSelected: Bool = false, isShown: Bool = true, dots: Int = 0
  ) {
    precondition((0...DayLoad.mostDots).contains(dots))
    self.day = day
    self.isToday = isToday
    self.isSelected = isSelected
    self.isShown = isShown
    self.dots = dots
  }
}
