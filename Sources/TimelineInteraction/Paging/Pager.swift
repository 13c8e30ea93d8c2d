/// Pages that are swiped through without end: the strip's weeks, the timeline's weeks and days, by one state.
///
/// What is shown is a place between two pages. Under a finger it follows the finger; otherwise it is drawn to the
/// targeted page, and rests exactly on it. Nothing is ever reset or centred anew, and every motion can be taken hold
/// of or aimed elsewhere at any time, from where it is.
///
/// The host hands in events and frames with their times, in seconds, and shows `position`. Going forward is going on
/// in time; what a direction on screen means is decided here, where px come in, and nowhere else.
public struct Pager: Hashable, Sendable {
  /// The pages that there are; it stops at both ends.
  public let pages: ClosedRange<Int>
  /// The page that it is drawn to; while it is held, the one that it was drawn to when it was touched.
  public private(set) var targetPage: Int
  /// Whether later pages are to the left.
  public var isRightToLeft = false
  /// Whether the user has turned animations off: then it is at its target at once. A finger is still followed.
  public var isMotionReduced = false

  private var spring = PageSpring()
  private var hold: Hold?
  private var wheel = WheelDetents()
  private var lastFrame: Double?

  /// At rest on a page, or on the nearest one that there is.
  public init(page: Int, in pages: ClosedRange<Int>) {
    self.pages = pages
    targetPage = page.clamped(to: pages)
  }

  /// What to show.
  public var position: PagePosition { PagePosition(targetPage, offset: spring.offset) }
  /// The page that the most of is in sight: the one to name.
  public var page: Int { position.nearest }
  /// Whether it is held by a press.
  public var isHeld: Bool { hold != nil }
  /// Whether it needs frames: it is dragged, or on its way to its target.
  public var isMoving: Bool { hold?.grip != nil || (hold == nil && spring != PageSpring()) }

  // MARK: Under a finger

  /// A finger, a button or a touchpad's scrolling begins. A motion under way stops there and then.
  ///
  /// - Parameters:
  ///   - x: px.
  ///   - time: The event's time, in seconds.
  ///   - width: px of a page.
  ///   - isTouchpad: Whether it is two fingers on a touchpad, which have no slop and are quicker without meaning it.
  /// - Precondition: `width` is positive.
  public mutating func press(atX x: Double, time: Double, width: Double, isTouchpad: Bool = false) {
    precondition(width > 0)
    guard hold == nil else { return }
    hold = Hold(
      at: forward(x), time: time, width: width, isTouchpad: isTouchpad, offset: spring.offset)
    spring.velocity = 0
  }

  /// The drag has been found to be sideways, and is there now: px, seconds. The pages follow it 1:1.
  public mutating func drag(toX x: Double, time: Double) {
    let place = forward(x)
    guard let offset = hold?.follow(place, time: time) else { return }
    spring.offset = offset
    stopAtEnds()
  }

  /// What pressed goes up, at that time: the page goes on or back.
  public mutating func release(time: Double) {
    guard let ended = hold?.ended(time: time) else { return }
    hold = nil
    aim(at: targetPage + ended.turn)
    spring.launch(ended.velocity)
  }

  /// The press turned out to be something else, or was taken away: back to the page that was targeted.
  public mutating func cancel() {
    hold = nil
    aim(at: targetPage)
  }

  // MARK: By wheel, key or button

  /// A wheel turned, by detents or parts of them; positive is down or to the right.
  ///
  /// - Parameter isSideways: Whether it turned sideways, where the direction of reading matters.
  public mutating func wheel(
    _ detents: Double, isSideways: Bool = false, isTouchpad: Bool = false, time: Double
  ) {
    let ahead = isSideways ? -forward(detents) : detents
    let turned = wheel.add(ahead, time: time, isTouchpad: isTouchpad)
    if turned != 0 { turn(by: turned) }
  }

  /// Goes so many pages on from the targeted one, or back if negative. A finger that holds the pages loses them.
  public mutating func turn(by count: Int) {
    go(to: targetPage + count)
  }

  /// Goes to a page; to a far one not through all the pages between, but from the one beside it.
  public mutating func go(to page: Int) {
    hold = nil
    aim(at: page)
  }

  /// Is on a page at once.
  public mutating func show(_ page: Int) {
    hold = nil
    targetPage = page.clamped(to: pages)
    spring = PageSpring()
  }

  // MARK: Frames

  /// A frame begins, at that time of the frame clock. The first one after a rest only starts the clock.
  public mutating func tick(frameTime: Double) {
    let dt = lastFrame.map { (frameTime - $0).clamped(to: 0...Feel.longestFrame) } ?? 0
    if hold == nil {
      spring.advance(dt)
      stopAtEnds()
    }
    lastFrame = isMoving ? frameTime : nil
  }

  private mutating func aim(at page: Int) {
    let page = page.clamped(to: pages)
    spring.offset -= Double(page - targetPage)
    targetPage = page
    if isMotionReduced { spring = PageSpring() }
    if abs(spring.offset) > Feel.longestPageFlight {
      spring = PageSpring(offset: spring.offset < 0 ? -1 : 1)
    }
  }

  /// There is nothing to see before the first page and after the last.
  private mutating func stopAtEnds() {
    let room = Double(pages.lowerBound - targetPage)...Double(pages.upperBound - targetPage)
    guard !room.contains(spring.offset) else { return }
    spring = PageSpring(offset: spring.offset.clamped(to: room))
  }

  /// px on screen in the direction of later pages, for what drags the pages: they come from the other side.
  private func forward(_ x: Double) -> Double { isRightToLeft ? x : -x }
}
