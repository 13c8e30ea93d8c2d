/// Where the timeline is scrolled to when days are opened: what matters lies a third down the window.
///
/// That is the present moment, or the event nearest to it if none would be in sight. On other days it is the first event
/// of the working day: what a computer does at three in the morning is no reason to open the night. Without one it is
/// the first event at all, and without events the beginning of work. All lengths are px of the sheet.
public struct OpeningScroll: Hashable, Sendable {
  /// Tops and bottoms of the events that begin on the shown days.
  public var events: [ClosedRange<Double>]
  /// Where the present is, if one of the days is today.
  public var now: Double?
  /// The working hours.
  public var work: ClosedRange<Double>
  /// px of an hour.
  public var hour: Double
  /// px that are seen at a time.
  public var viewport: Double
  /// px that it can be scrolled by.
  public var scrollMax: Double
  /// px of an event that have to be in sight for it to be seen.
  public var glimpse: Double

  /// Hours before work that are part of the day all the same: breakfast, the gym, a train.
  private static let early = 2.0

  /// The place for days with these events, hours and sizes.
  public init(
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
  public var offset: Double {
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
