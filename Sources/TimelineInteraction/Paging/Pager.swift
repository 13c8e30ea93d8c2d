/// The state of endless paging by swipes, for the date header and for the pages of the timeline.
///
/// The visible position lies between two pages. During a drag it follows the finger; otherwise a spring moves
/// it to the target page, where it comes to rest exactly. The position never jumps, and any motion can be
/// grabbed or redirected at any time.
///
/// The host passes input events and frames with their times, in seconds, and shows `position`. Forward means
/// later in time; only this type translates px and screen directions.
///
/// ```swift
/// var pager = Pager(page: 0, in: -520...520)
/// pager.press(atX: 300, time: 0, width: 400)
/// pager.drag(toX: 100, time: 0.08)
/// pager.release(time: 0.09)  // the target is page 1, reading from left to right
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
  /// The page that the pager moves to; while held, the target at the time of the touch.
  package private(set) var targetPage: Int
  /// Whether later pages are to the left.
  package var isRightToLeft = false
  /// Whether the user has turned animations off: the pager then reaches its target immediately. It still
  /// follows a finger.
  package var isMotionReduced = false

  private var spring = PageSpring()
  private var hold: Hold?
  private var wheel = WheelDetents()
  private var lastFrame: Double?

  /// A pager at rest on a page, or on the nearest existing one.
  package init(page: Int, in pages: ClosedRange<Int>) {
    self.pages = pages
    targetPage = page.clamped(to: pages)
  }

  /// The position to show.
  package var position: PagePosition { PagePosition(targetPage, offset: spring.offset) }
  /// The most visible page, which is the one to name to the user.
  package var page: Int { position.nearest }
  /// Whether it is held by a press.
  package var isHeld: Bool { hold != nil }
  /// Whether it needs frames: it is being dragged, or moves to its target.
  package var isMoving: Bool { hold?.grip != nil || (hold == nil && spring != PageSpring()) }

  // MARK: Under a finger

  /// Begins a press by finger or button, or scrolling on a touchpad. Any motion stops immediately.
  ///
  /// - Parameters:
  ///   - x: px.
  ///   - time: The event's time, in seconds.
  ///   - width: the width of a page, in px.
  ///   - isTouchpad: Whether two fingers scroll on a touchpad, which has no slop and tends to be faster.
  /// - Precondition: `width` is positive.
  package mutating func press(atX x: Double, time: Double, width: Double, isTouchpad: Bool = false) {
    precondition(width > 0)
    guard hold == nil else { return }
    hold = Hold(
      at: forward(x), time: time, width: width, isTouchpad: isTouchpad, offset: spring.offset)
    spring.velocity = 0
  }

  /// The drag is sideways and has reached `x` px. The pages follow it 1:1.
  package mutating func drag(toX x: Double, time: Double) {
    let x = forward(x)
    guard let offset = hold?.follow(x, time: time) else { return }
    spring.offset = offset
    stopAtEnds()
  }

  /// The press was released: the page turns forward, back or not at all.
  package mutating func release(time: Double) {
    guard let ended = hold?.ended(time: time) else { return }
    hold = nil
    aim(at: targetPage + ended.turn)
    spring.launch(ended.velocity)
  }

  /// The press turned out to be something else, or was cancelled: returns to the target page.
  package mutating func cancel() {
    hold = nil
    aim(at: targetPage)
  }

  // MARK: By wheel, key or button

  /// A wheel turned by a number of detents, possibly fractional; positive is down or to the right.
  ///
  /// - Parameter isSideways: Whether it turned sideways, where the reading direction matters.
  package mutating func wheel(
    _ detents: Double, isSideways: Bool = false, isTouchpad: Bool = false, time: Double
  ) {
    let ahead = isSideways ? -forward(detents) : detents
    let turned = wheel.add(ahead, time: time, isTouchpad: isTouchpad)
    if turned != 0 { turn(by: turned) }
  }

  /// Turns `count` pages from the target page, or back if negative. If a finger holds the pages, they no
  /// longer follow it.
  package mutating func turn(by count: Int) {
    go(to: targetPage + count)
  }

  /// Turns to a page. A distant page is approached from its neighbour, not through all the pages in between.
  package mutating func go(to page: Int) {
    hold = nil
    aim(at: page)
  }

  /// Jumps to a page without animation.
  package mutating func jump(to page: Int) {
    hold = nil
    targetPage = page.clamped(to: pages)
    spring = PageSpring()
  }

  // MARK: Frames

  /// A frame begins, at the given time of the frame clock. The first after a rest only starts the clock.
  package mutating func tick(frameTime: Double) {
    let dt = lastFrame.map { (frameTime - $0).clamped(to: 0...Feel.maximumFrameTime) } ?? 0
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
    if abs(spring.offset) > Feel.maximumAnimatedPages {
      spring = PageSpring(offset: spring.offset < 0 ? -1 : 1)
    }
  }

  /// Stops at the ends: there is nothing before the first page or after the last.
  private mutating func stopAtEnds() {
    let room = Double(pages.lowerBound - targetPage)...Double(pages.upperBound - targetPage)
    guard !room.contains(spring.offset) else { return }
    spring = PageSpring(offset: spring.offset.clamped(to: room))
  }

  /// Converts px on screen to px forward: in left-to-right layouts, dragging to the left turns forward.
  private func forward(_ x: Double) -> Double { isRightToLeft ? x : -x }
}
