import CalendarModel

/// Decides whether the page follows when today changes: at midnight, after suspend, or when the zone changes.
///
/// A calendar that shows today and is left alone also shows today the next morning. A page that is being used
/// does not turn, nor does one that did not show today.
package struct TodayFollower: Hashable, Sendable {
  /// The days of the page.
  package var shown: Range<Day>
  /// Seconds since the last user input in the window, including time in which the machine was suspended.
  package var idle: Double
  /// Whether something is waiting for the user: an editor, a dialog, a lifted event.
  package var isBusy: Bool

  package init(shown: Range<Day>, idle: Double, isBusy: Bool) {
    (self.shown, self.idle, self.isBusy) = (shown, idle, isBusy)
  }

  /// Whether to turn to `today`, now that today is no longer `before`.
  package func shouldTurn(from before: Day, to today: Day) -> Bool {
    shown.contains(before) && !shown.contains(today) && !isBusy && idle >= Feel.idleTimeBeforeTurningToToday
  }
}
