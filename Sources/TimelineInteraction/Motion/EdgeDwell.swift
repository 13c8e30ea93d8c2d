/// Turns pages while a lifted event is held at the sides, and moves to the next day at the ends of the day.
package struct EdgeDwell: Hashable, Sendable {
  /// An edge at which the pointer can dwell.
  package enum Side: Hashable, Sendable {
    /// The edge zones at the sides of the columns.
    case left, right
    /// The ends of the day.
    case top, bottom
  }

  private let liftX: Double
  private var edgeZone = DwellTimer(
    first: Feel.firstPageDwell, next: Feel.nextPageDwell, growth: Feel.pageDwellGrowth,
    longest: Feel.longestPageDwell)
  private var roll = DwellTimer(first: Feel.rollDwell, next: Feel.rollDwell)

  package init(pointerX: Double) {
    liftX = pointerX
  }

  /// The side whose dwell ends first, and its progress from 0 to 1.
  package var current: (side: Side, progress: Double)? {
    let nearer = edgeZone.remaining <= roll.remaining ? edgeZone : roll
    return nearer.side.map { ($0, nearer.progress) }
  }

  /// The edge zone that contains the pointer, or that it has passed, once it has travelled towards it.
  package func edgeZone(at pointerX: Double, in columns: DayColumns) -> Side? {
    let width = min(Feel.edgeZone, columns.width / 4)
    if pointerX < columns.left + width { return liftX - pointerX >= Feel.edgeZoneTravel ? .left : nil }
    guard pointerX > columns.left + columns.width - width else { return nil }
    return pointerX - liftX >= Feel.edgeZoneTravel ? .right : nil
  }

  /// The end of the day at which the pointer requests the adjacent day: the timeline has come to rest there,
  /// and the pointer is close to the viewport's edge or beyond it.
  package static func end(at pointerY: Double, scroll: EdgeScroll, viewportHeight: Double) -> Side? {
    guard scroll.isAtEnd else { return nil }
    switch scroll.direction {
    case .up: return pointerY <= Feel.rollReach ? .top : nil
    case .down: return pointerY >= viewportHeight - Feel.rollReach ? .bottom : nil
    case nil: return nil
    }
  }

  /// Advances by a frame with the pointer in an edge zone and at an end of the day, or away from them (nil),
  /// which cancels. Returns the sides whose dwell time is over.
  package mutating func advance(_ dt: Double, edgeZone: Side?, end: Side?) -> [Side] {
    var done: [Side] = []
    if self.edgeZone.advance(dt, at: edgeZone), let edgeZone { done.append(edgeZone) }
    if roll.advance(dt, at: end), let end { done.append(end) }
    return done
  }
}
