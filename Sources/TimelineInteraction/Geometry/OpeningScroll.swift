/// Where the timeline is scrolled to when days are opened: what matters lies a third down the window.
///
/// That is the present moment, or the event nearest to it if none would be visible. On other days it is the first
/// event of the working day: what a computer does at three in the morning is no reason to open the night. Without one
/// it is the first event at all, and without events the beginning of work. All lengths are px of the sheet.
package struct OpeningScroll: Hashable, Sendable {
  /// Tops and bottoms of the events that begin on the shown days.
  package var events: [ClosedRange<Double>]
  /// Where the present is, if one of the days is today.
  package var now: Double?
  /// The working hours.
  package var work: ClosedRange<Double>
  /// px of an hour.
  package var hour: Double
  /// px that are seen at a time.
  package var viewport: Double
  /// px that it can be scrolled by.
  package var scrollMax: Double
  /// px of an event that have to be visible for it to be seen.
  package var glimpse: Double

  /// Hours before work that are part of the day all the same: breakfast, the gym, a train.
  private static let early = 2.0

  /// The place for days with these events, hours and sizes.
  package init(
    events: [ClosedRange<Double>], now: Double?, work: ClosedRange<Double>, hour: Double, viewport: Double,
    scrollMax: Double, glimpse: Double
  ) {
    self.events = events
    self.now = now
    self.work = work
    self.hour = hour
    self.viewport = viewport
    self.scrollMax = scrollMax
    self.glimpse = glimpse
  }

  /// px to scroll to.
  package var offset: Double {
    guard let now else { return offset(of: first) }
    let opened = offset(of: now)
    let inSight = opened...max(opened, opened + viewport - glimpse)
    let isOneSeen = events.contains { inSight.contains($0.lowerBound) || inSight.contains($0.upperBound) }
    let nearest = events.min { abs($0.lowerBound - now) < abs($1.lowerBound - now) }
    guard !isOneSeen, let nearest else { return opened }
    return offset(of: nearest.lowerBound)
  }

  private var first: Double {
    let day = work.lowerBound - OpeningScroll.early * hour...work.upperBound
    let tops = events.map(\.lowerBound)
    return tops.filter(day.contains).min() ?? tops.min() ?? work.lowerBound
  }

  private func offset(of y: Double) -> Double { min(max(0, y - viewport / 3), scrollMax) }
}
