/// The state of endless paging by swipes, for the date header and for the pages of the timeline.
///
/// The visible position lies between two pages. During a drag it follows the finger; otherwise a spring moves it to
/// the target page, where it comes to rest exactly. The position never jumps, and any motion can be grabbed or
/// redirected at any time.
///
/// The host passes input events and frames with their times, in seconds, and shows `position`. Forward means later in
/// time; only this type translates px and screen directions.
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
  /// The pages that there are; it stops at both ends.
  package let pages: ClosedRange<Int>
  /// The page that it is drawn to; while it is held, the one that it was drawn to when it was touched.
  package private(set) var targetPage: Int
  /// Whether later pages are to the left.
  package var isRightToLeft = false
  /// Whether the user has turned animations off: then it is at its target at once. A finger is still followed.
  package var isMotionReduced = false

  private var spring = PageSpring()
  private var hold: Hold?
  private var wheel = WheelDetents()
  private var lastFrame: Double?

  /// At rest on a page, or on the nearest one that there is.
  package init(page: Int, in pages: ClosedRange<Int>) {
    self.pages = pages
    targetPage = page.clamped(to: pages)
  }

  /// What to show.
  package var position: PagePosition { PagePosition(targetPage, offset: spring.offset) }
  /// The page that is most visible: the one to name.
  package var page: Int { position.nearest }
  /// Whether it is held by a press.
  package var isHeld: Bool { hold != nil }
  /// Whether it needs frames: it is dragged, or on its way to its target.
  package var isMoving: Bool { hold?.grip != nil || (hold == nil && spring != PageSpring()) }

  // MARK: Under a finger

  /// A finger, a button or a touchpad's scrolling begins. A motion under way stops there and then.
  ///
  /// - Parameters:
  ///   - x: px.
  ///   - time: The event's time, in seconds.
  ///   - width: px of a page.
  ///   - isTouchpad: Whether it is two fingers on a touchpad, which have no slop and are quicker without meaning it.
  /// - Precondition: `width` is positive.
  package mutating func press(atX x: Double, time: Double, width: Double, isTouchpad: Bool = false) {
    precondition(width > 0)
    guard hold == nil else { return }
    hold = Hold(
      at: forward(x), time: time, width: width, isTouchpad: isTouchpad, offset: spring.offset)
    spring.velocity = 0
  }

  /// The drag has been found to be sideways, and is there now: px, seconds. The pages follow it 1:1.
  package mutating func drag(toX x: Double, time: Double) {
    let x = forward(x)
    guard let offset = hold?.follow(x, time: time) else { return }
    spring.offset = offset
    stopAtEnds()
  }

  /// What pressed goes up, at that time: the page goes on or back.
  package mutating func release(time: Double) {
    guard let ended = hold?.ended(time: time) else { return }
    hold = nil
    aim(at: targetPage + ended.turn)
    spring.launch(ended.velocity)
  }

  /// The press turned out to be something else, or was taken away: back to the page that was targeted.
  package mutating func cancel() {
    hold = nil
    aim(at: targetPage)
  }

  // MARK: By wheel, key or button

  /// A wheel turned, by detents or parts of them; positive is down or to the right.
  ///
  /// - Parameter isSideways: Whether it turned sideways, where the direction of reading matters.
  package mutating func wheel(
    _ detents: Double, isSideways: Bool = false, isTouchpad: Bool = false, time: Double
  ) {
    let ahead = isSideways ? -forward(detents) : detents
    let turned = wheel.add(ahead, time: time, isTouchpad: isTouchpad)
    if turned != 0 { turn(by: turned) }
  }

  /// Goes so many pages on from the targeted one, or back if negative. A finger that holds the pages loses them.
  package mutating func turn(by count: Int) {
    go(to: targetPage + count)
  }

  /// Goes to a page; to a far one not through all the pages between, but from the one beside it.
  package mutating func go(to page: Int) {
    hold = nil
    aim(at: page)
  }

  /// Is on a page at once.
  package mutating func jump(to page: Int) {
    hold = nil
    targetPage = page.clamped(to: pages)
    spring = PageSpring()
  }

  // MARK: Frames

  /// A frame begins, at that time of the frame clock. The first one after a rest only starts the clock.
  package mutating func tick(frameTime: Double) {
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
