import CalendarModel

/// Decides whether the page turns to the new day when the current day changes: at midnight, after the machine was
/// suspended, or when the time zone changes.
///
/// A calendar that shows today and is left alone shows the new day the next morning. A page that is in use
/// does not turn, and neither does one that did not show today.
package struct TodayFollower: Hashable, Sendable {
  /// The days of the page.
  package var shownDays: Range<Day>
  /// The time since the last user input in the window, in seconds, including the time during which the
  /// machine was suspended.
  package var idleTime: Double
  /// Whether something is waiting for the user, such as an editor, a dialog or a lifted event.
  package var isBusy: Bool

  package init(shownDays: Range<Day>, idleTime: Double, isBusy: Bool) {
    (self.shownDays, self.idleTime, self.isBusy) = (shownDays, idleTime, isBusy)
  }

  /// Returns whether to turn the page to `today`, now that the current day is no longer `oldDay`.
  package func shouldTurn(from oldDay: Day, to today: Day) -> Bool {
    shownDays.contains(oldDay) && !shownDays.contains(today) && !isBusy
      && idleTime >= Feel.idleTimeBeforeTurningToToday
  }
}
