import CalendarModel

/// Decides whether the page follows when today changes: at midnight, after suspend, or when the zone changes.
///
/// A calendar that shows today and is left alone shows today in the morning too. A page that somebody looks at stays
/// where it is, and so does one of other days.
package struct FollowingToday: Hashable, Sendable {
  /// The days of the page.
  package var shown: Range<Day>
  /// Seconds since the user did anything in the window, with those for which the machine slept.
  package var idle: Double
  /// Whether something waits for the user: an editor, a question, an event lifted.
  package var isBusy: Bool

  package init(shown: Range<Day>, idle: Double, isBusy: Bool) {
    (self.shown, self.idle, self.isBusy) = (shown, idle, isBusy)
  }

  /// Whether to turn to `today`, which was another day until now.
  package func turns(from before: Day, to today: Day) -> Bool {
    shown.contains(before) && !shown.contains(today) && !isBusy && idle >= Feel.idleBeforeFollowing
  }
}
