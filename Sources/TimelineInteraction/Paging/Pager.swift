/// The state of endless paging by swipes, for the date header and for the pages of the timeline.
///
/// The visible position lies between two pages. During a drag it follows the finger; otherwise a spring moves
/// it to the target page, where it comes to rest exactly. The position never jumps, and any motion can be
/// grabbed or redirected at any time.
///
/// The host passes in input events and frames with their times, in seconds, and shows `position`. Forward
/// means later in time. Only this type converts screen directions to directions in time.
///
/// ```swift
/// var pager = Pager(page: 0, in: -520...520)
/// pager.press(atX: 300, time: 0, width: 400)
/// pager.drag(toX: 100, time: 0.08)
/// pager.release(time: 0.09)  // the target is page 1 in a left-to-right layout
/// var time = 0.09
/// while pager.isMoving {
///   time += 1.0 / 60
///   pager.tick(frameTime: time)
///   draw(at: pager.position)  // a page and a fraction
/// }
/// ```
package struct Pager: Hashable, Sendable {
  /// The existing pages; the pager stops at both ends.
  package let pages: ClosedRange<Int>
  /// The page to which the pages are moving; during a press, the target page at the beginning of the press.
  package private(set) var targetPage: Int
  /// Whether later pages are to the left.
  package var isRightToLeft = false
  /// Whether the user has turned animations off. If so, the pager reaches its target immediately, but still
  /// follows a finger.
  package var isMotionReduced = false

  private var spring = PageSpring()
  private var hold: Hold?
  private var wheel = WheelDetents()
  /// The time of the last frame, in seconds; nil if the pages were at rest after it.
  private var lastFrameTime: Double?

  /// Creates a pager at rest on a page, or on the nearest existing page.
  package init(page: Int, in pages: ClosedRange<Int>) {
    self.pages = pages
    targetPage = page.clamped(to: pages)
  }

  /// The position to show.
  package var position: PagePosition { PagePosition(targetPage, offset: spring.offset) }
  /// The most visible page, which is the one to name in titles and announcements.
  package var page: Int { position.nearestPage }
  /// Whether a press holds the pages.
  package var isHeld: Bool { hold != nil }
  /// Whether `tick` must be called, because the pages are being dragged or are moving to the target page.
  package var isMoving: Bool { hold?.dragStart != nil || (hold == nil && spring != PageSpring()) }

  // MARK: Pressing and dragging

  /// Begins a press by finger or button, or scrolling on a touchpad. Any motion stops immediately.
  ///
  /// - Parameters:
  ///   - x: the x coordinate of the pointer, in px.
  ///   - time: the time of the event, in seconds.
  ///   - width: the width of a page, in px.
  ///   - isTouchpad: whether two fingers scroll on a touchpad, where even the smallest movement drags the pages
  ///     and fingers move faster.
  /// - Precondition: `width` is positive.
  package mutating func press(atX x: Double, time: Double, width: Double, isTouchpad: Bool = false) {
    precondition(width > 0)
    guard hold == nil else { return }
    hold = Hold(
      at: forward(x), time: time, width: width, isTouchpad: isTouchpad, offset: spring.offset)
    spring.velocity = 0
  }

  /// Moves the pages 1:1 with a sideways drag that has reached `x` px.
  package mutating func drag(toX x: Double, time: Double) {
    let x = forward(x)
    guard let offset = hold?.follow(x, time: time) else { return }
    spring.offset = offset
    stopAtEnds()
  }

  /// Ends the press. The page turns forward, back or not at all.
  package mutating func release(time: Double) {
    guard let result = hold?.releaseResult(at: time) else { return }
    hold = nil
    setTarget(targetPage + result.pageCount)
    spring.launch(result.velocity)
  }

  /// Returns to the target page, because the press was canceled or turned out to be something else.
  package mutating func cancel() {
    hold = nil
    setTarget(targetPage)
  }

  // MARK: Turning by wheel, key or button

  /// Turns pages by a number of wheel detents, which may be fractional; positive is down or to the right.
  ///
  /// - Parameter isSideways: whether the wheel turned sideways, where the reading direction matters.
  package mutating func turnWheel(
    _ detents: Double, isSideways: Bool = false, isTouchpad: Bool = false, time: Double
  ) {
    let forwardDetents = isSideways ? -forward(detents) : detents
    let pageCount = wheel.add(forwardDetents, time: time, isTouchpad: isTouchpad)
    if pageCount != 0 { turn(by: pageCount) }
  }

  /// Turns `count` pages forward from the target page, or back if `count` is negative. If a finger is
  /// holding the pages, they no longer follow it.
  package mutating func turn(by count: Int) {
    turn(to: targetPage + count)
  }

  /// Turns to a page. A distant page is approached from its neighbor, not through all the pages in between.
  package mutating func turn(to page: Int) {
    hold = nil
    setTarget(page)
  }

  /// Jumps to a page without animation.
  package mutating func jump(to page: Int) {
    hold = nil
    targetPage = page.clamped(to: pages)
    spring = PageSpring()
  }

  // MARK: Frames

  /// Advances to a frame that begins at the given time of the frame clock, in seconds. The first frame after
  /// the pages were at rest only starts the clock.
  package mutating func tick(frameTime: Double) {
    let dt = lastFrameTime.map { (frameTime - $0).clamped(to: 0...Feel.maximumFrameTime) } ?? 0
    if hold == nil {
      spring.advance(dt)
      stopAtEnds()
    }
    lastFrameTime = isMoving ? frameTime : nil
  }

  private mutating func setTarget(_ page: Int) {
    let page = page.clamped(to: pages)
    spring.offset -= Double(page - targetPage)
    targetPage = page
    if isMotionReduced { spring = PageSpring() }
    if abs(spring.offset) > Feel.maximumAnimatedPages {
      spring = PageSpring(offset: spring.offset < 0 ? -1 : 1)
    }
  }

  /// Stops at the ends: there is nothing before the first page or after the last.
  private mutating func stopAtEnds() {
    let offsetRange = Double(pages.lowerBound - targetPage)...Double(pages.upperBound - targetPage)
    guard !offsetRange.contains(spring.offset) else { return }
    spring = PageSpring(offset: spring.offset.clamped(to: offsetRange))
  }

  /// Converts an x coordinate to one that increases toward later pages. In left-to-right layouts, dragging to
  /// the left turns forward.
  private func forward(_ x: Double) -> Double { isRightToLeft ? x : -x }
}
