import CalendarModel

/// Whether the page turns by itself when today becomes another day: at midnight, after a sleep, in another zone.
///
/// A calendar that shows today and is left alone shows today in the morning too. A page that somebody looks at stays
/// where it is, and so does one of other days.
public struct FollowingToday: Hashable, Sendable {
  /// The days of the page.
  public var shown: Range<Day>
  /// Seconds since the user did anything in the window, with those for which the machine slept.
  public var idle: Double
  /// Whether something waits for the user: an editor, a question, an event in the hand.
  public var isBusy: Bool

  /// A page in that state.
  public init(shown: Range<Day>, idle: Double, isBusy: Bool) {
    (self.shown, self.idle, self.isBusy) = (shown, idle, isBusy)
  }

  /// Whether to turn to `today`, which was another day until now.
  public func turns(from before: Day, to today: Day) -> Bool {
    shown.contains(before) && !shown.contains(today) && !isBusy && idle >= Feel.idleBeforeFollowing
  }
}
