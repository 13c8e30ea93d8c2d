/// A time that a pointer has to stay at an edge before something happens there, and then again.
struct DwellTimer: Hashable, Sendable {
  /// Seconds before it happens for the first time.
  let first: Double
  /// Seconds before it happens again.
  let next: Double
  private(set) var side: EdgeDwell.Side?
  private var elapsed = 0.0
  private var hasFired = false

  init(first: Double, next: Double) {
    self.first = first
    self.next = next
  }

  private var delay: Double { hasFired ? next : first }
  /// 0 to 1 while the pointer stays.
  var progress: Double { side == nil ? 0 : min(elapsed / delay, 1) }
  /// Seconds until it happens.
  var remaining: Double { side == nil ? .infinity : delay - elapsed }

  /// Lets time pass at a side, or away from all (nil), which cancels. Returns whether it happens now.
  mutating func advance(_ dt: Double, at side: EdgeDwell.Side?) -> Bool {
    if side != self.side {
      self.side = side
      elapsed = 0
      hasFired = false
      return false
    }
    guard side != nil else { return false }
    elapsed += dt
    // A frame's time is never exact to the last bit.
    guard elapsed >= delay - 1e-9 else { return false }
    elapsed = 0
    hasFired = true
    return true
  }
}

/// Paging by staying with a lifted event at the sides, and rolling over the ends of the day.
public struct EdgeDwell: Hashable, Sendable {
  /// An edge of the area where the pointer stays.
  public enum Side: Hashable, Sendable {
    /// The strips at the sides of the columns.
    case left, right
    /// The ends of the day.
    case top, bottom
  }

  private let liftX: Double
  private var strip = DwellTimer(first: Feel.firstPageDwell, next: Feel.nextPageDwell)
  private var roll = DwellTimer(first: Feel.rollDwell, next: Feel.rollDwell)

  /// A drag that is lifted at that x.
  public init(pointerX: Double) {
    liftX = pointerX
  }

  /// The side whose dwell is the nearer to its end, and how far it is, 0 to 1.
  public var current: (side: Side, progress: Double)? {
    let nearer = strip.remaining <= roll.remaining ? strip : roll
    return nearer.side.map { ($0, nearer.progress) }
  }

  /// The strip that the pointer is in or beyond, once it has travelled towards it.
  public func strip(at pointerX: Double, in columns: DayColumns) -> Side? {
    let width = min(Feel.strip, columns.width / 4)
    if pointerX < columns.left + width { return liftX - pointerX >= Feel.stripTravel ? .left : nil }
    guard pointerX > columns.left + columns.width - width else { return nil }
    return pointerX - liftX >= Feel.stripTravel ? .right : nil
  }

  /// The end of the day that the pointer asks to roll over: the timeline has come to rest at it, and the pointer
  /// is close to the viewport's edge or beyond it.
  public static func end(at pointerY: Double, scroll: EdgeScroll, viewportHeight: Double) -> Side? {
    guard scroll.isAtEnd else { return nil }
    switch scroll.direction {
    case .up: return pointerY <= Feel.rollReach ? .top : nil
    case .down: return pointerY >= viewportHeight - Feel.rollReach ? .bottom : nil
    case nil: return nil
    }
  }

  /// Lets a frame pass with the pointer in a strip and at an end of the day, or away from them (nil), which
  /// cancels. Returns the sides whose time is up.
  public mutating func advance(_ dt: Double, strip: Side?, end: Side?) -> [Side] {
    var done: [Side] = []
    if self.strip.advance(dt, at: strip), let strip { done.append(strip) }
    if roll.advance(dt, at: end), let end { done.append(end) }
    return done
  }
}
