import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

// Turning pages by hand: fingers that swipe the hours, and a second finger under what is held.
extension TimelineView {
  /// A finger that may turn out to swipe.
  struct Swipe {
    var axis: SwipeAxis
    /// Whether it stopped the pages, so that it is meant for nothing else.
    let stopsMotion: Bool
    /// The finger, if it is the second one while the first holds an event.
    var sequence: OpaquePointer?
  }

  func installPaging() {
    scrolling = PagingScroll(on: scrolledWindow, takesVertical: false) { [weak self] in
      self?.paging.take($0)
    }
    installWeekStrip()
  }

  // MARK: Swiping the hours

  /// A finger touches: pages in motion stop under it.
  ///
  /// - Returns: whether it is meant for the pages alone.
  func swipeBegan(at point: Point, time: Double) -> Bool {
    let isMoving = paging.row.pager.isMoving
    input.swipe = Swipe(axis: SwipeAxis(start: point), stopsMotion: isMoving)
    paging.follow(.press(x: point.x, time: time, isTouchpad: false))
    return isMoving
  }

  /// The finger is there now; once it goes sideways the pages go with it.
  func swipeMoved(to point: Point, time: Double) {
    guard var swipe = input.swipe, swipe.sequence == nil else { return }
    guard gesture.lifted == nil else { return swipeCancelled() }
    let wasOpen = swipe.axis.axis == nil
    swipe.axis.follow(point)
    input.swipe = swipe
    switch swipe.axis.axis {
    case nil: break
    case .vertical: swipeCancelled()
    case .horizontal:
      if wasOpen {
        gesture.giveUp()
        claimSequence()
      }
      paging.follow(.drag(x: point.x, time: time))
    }
  }

  /// The finger is up.
  func swipeEnded(time: Double) {
    guard let swipe = input.swipe else { return }
    guard swipe.axis.axis == .horizontal else { return swipeCancelled() }
    input.swipe = nil
    paging.take(.release(time: time))
  }

  /// It was something else, or was taken away: the page goes back to its place.
  func swipeCancelled() {
    guard input.swipe != nil else { return }
    input.swipe = nil
    paging.take(.cancel)
  }

  // MARK: A second finger

  /// While one finger holds an event another one pages under it; scrolling is the scrolled window's.
  func secondFinger(_ type: GdkEventType, _ event: OpaquePointer, _ sequence: OpaquePointer) {
    var (x, y) = (0.0, 0.0)
    guard gdk_event_get_position(event, &x, &y) != 0 else { return }
    let (point, time) = (Point(x: x, y: y), Double(gdk_event_get_time(event)) / 1_000)
    switch type {
    case GDK_TOUCH_BEGIN where gesture.lifted != nil && input.swipe == nil:
      input.swipe = Swipe(axis: SwipeAxis(start: point), stopsMotion: false, sequence: sequence)
      paging.follow(.press(x: point.x, time: time, isTouchpad: false))
    case GDK_TOUCH_UPDATE where input.swipe?.sequence == sequence:
      input.swipe?.axis.follow(point)
      switch input.swipe?.axis.axis {
      case nil: break
      case .vertical: swipeCancelled()
      case .horizontal:
        paging.follow(.drag(x: point.x, time: time))
      }
    case GDK_TOUCH_END where input.swipe?.sequence == sequence: swipeEnded(time: time)
    case GDK_TOUCH_CANCEL where input.swipe?.sequence == sequence: swipeCancelled()
    default: break
    }
  }
}
