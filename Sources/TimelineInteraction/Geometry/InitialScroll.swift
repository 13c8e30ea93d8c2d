/// The initial scroll position of newly opened days: the most important time is a third of the way down the
/// viewport.
///
/// On a page with today, that is the present moment, or the event nearest to it if no event would be visible.
/// On other days it is the first event of the working day: an automated event at three in the morning should
/// not scroll the days to the night. Without one it is the first event of all, and without events the start
/// of work. All lengths are px of the sheet.
package struct InitialScroll: Hashable, Sendable {
  /// Vertical extents of the events that begin on the shown days.
  package var events: [ClosedRange<Double>]
  /// The position of the present moment, if one of the days is today.
  package var now: Double?
  /// The working hours.
  package var work: ClosedRange<Double>
  /// px per hour.
  package var hour: Double
  /// px, height of the viewport.
  package var viewport: Double
  /// px, maximum scroll offset.
  package var scrollMax: Double
  /// px of an event that must be in view for the event to count as visible.
  package var minimumVisibleHeight: Double

  /// Hours before work that still count as part of the day, for example for breakfast, the gym or a train.
  private static let early = 2.0

  package init(
    events: [ClosedRange<Double>], now: Double?, work: ClosedRange<Double>, hour: Double, viewport: Double,
    scrollMax: Double, minimumVisibleHeight: Double
  ) {
    self.events = events
    self.now = now
    self.work = work
    self.hour = hour
    self.viewport = viewport
    self.scrollMax = scrollMax
    self.minimumVisibleHeight = minimumVisibleHeight
  }

  /// The scroll offset in px.
  package var offset: Double {
    guard let now else { return offset(of: first) }
    let opened = offset(of: now)
    let visible = opened...max(opened, opened + viewport - minimumVisibleHeight)
    let isOneSeen = events.contains { visible.contains($0.lowerBound) || visible.contains($0.upperBound) }
    let nearest = events.min { abs($0.lowerBound - now) < abs($1.lowerBound - now) }
    guard !isOneSeen, let nearest else { return opened }
    return offset(of: nearest.lowerBound)
  }

  private var first: Double {
    let day = work.lowerBound - InitialScroll.early * hour...work.upperBound
    let tops = events.map(\.lowerBound)
    return tops.filter(day.contains).min() ?? tops.min() ?? work.lowerBound
  }

  private func offset(of y: Double) -> Double { min(max(0, y - viewport / 3), scrollMax) }
}
