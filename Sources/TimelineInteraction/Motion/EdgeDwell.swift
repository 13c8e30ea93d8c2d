/// Decides when pages turn while a lifted event is held at a side of the columns, and when the adjacent day
/// is shown while the event is held at an end of the day.
package struct EdgeDwell: Hashable, Sendable {
  /// An edge at which the pointer can dwell.
  package enum Side: Hashable, Sendable {
    /// The edge zones at the sides of the columns.
    case left, right
    /// The start and the end of the day.
    case top, bottom
  }

  private let liftX: Double
  private var edgeZoneTimer = DwellTimer<Side>(
    firstDelay: Feel.firstPageDwell, nextDelay: Feel.nextPageDwell, growth: Feel.pageDwellGrowth,
    longestDelay: Feel.longestPageDwell)
  private var dayChangeTimer = DwellTimer<Side>(
    firstDelay: Feel.dayChangeDwell, nextDelay: Feel.dayChangeDwell)

  package init(pointerX: Double) {
    liftX = pointerX
  }

  /// The side whose dwell will be complete first, and the progress of that dwell from 0 to 1.
  package var nextToComplete: (side: Side, progress: Double)? {
    let nextTimer =
      edgeZoneTimer.remainingTime <= dayChangeTimer.remainingTime ? edgeZoneTimer : dayChangeTimer
    return nextTimer.place.map { ($0, nextTimer.progress) }
  }

  /// Returns the side whose edge zone the pointer has entered or passed, provided that the pointer has
  /// traveled far enough toward that side.
  package func edgeZone(at pointerX: Double, in columns: DayColumns) -> Side? {
    let width = min(Feel.edgeZoneWidth, columns.width / 4)
    if pointerX < columns.left + width { return liftX - pointerX >= Feel.edgeZoneTravel ? .left : nil }
    guard pointerX > columns.left + columns.width - width else { return nil }
    return pointerX - liftX >= Feel.edgeZoneTravel ? .right : nil
  }

  /// Returns the start or end of the day beyond which the pointer requests the adjacent day. The timeline must be
  /// scrolled there and at rest, and the pointer must be close to the viewport's edge or beyond it.
  package static func dayBoundary(at pointerY: Double, scroll: EdgeScroll, viewportHeight: Double) -> Side? {
    guard scroll.isAtEnd else { return nil }
    switch scroll.direction {
    case .up: return pointerY <= Feel.dayChangeReach ? .top : nil
    case .down: return pointerY >= viewportHeight - Feel.dayChangeReach ? .bottom : nil
    case nil: return nil
    }
  }

  /// Advances by a frame of `dt` seconds with the pointer in an edge zone and at the start or end of the day. If
  /// either side is nil, its dwell is canceled.
  ///
  /// - Returns: the sides whose dwell is now complete.
  package mutating func advance(_ dt: Double, edgeZone: Side?, dayBoundary: Side?) -> [Side] {
    var completedSides: [Side] = []
    if edgeZoneTimer.advance(dt, at: edgeZone), let edgeZone { completedSides.append(edgeZone) }
    if dayChangeTimer.advance(dt, at: dayBoundary), let dayBoundary { completedSides.append(dayBoundary) }
    return completedSides
  }
}
