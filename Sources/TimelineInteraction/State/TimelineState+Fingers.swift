import CalendarModel

// Touch gestures other than presses: swiping pages and pinching the hours.
extension TimelineState {
  /// Begins a swipe. Pages that are moving stop under the finger.
  ///
  /// - Returns: whether the touch only stops the pages.
  mutating func beginSwipe(
    _ press: TimelineInput.Press, in scene: TimelineScene, _ response: inout Response
  ) -> Bool {
    swipe = Swipe(axisDetector: SwipeAxisDetector(start: press.widgetPoint))
    response.add(.paging(.press(x: press.widgetPoint.x, time: press.time, isTouchpad: false)))
    return scene.isTurning
  }

  /// Follows the pressing finger. Once it moves sideways, the pages follow it.
  mutating func moveSwipe(
    to widgetPoint: Point, time: Double, in scene: TimelineScene, _ response: inout Response
  ) {
    guard let swipe, swipe.finger == nil else { return }
    let wasUndecided = swipe.axisDetector.axis == nil
    guard trackSwipe(widgetPoint, time: time, &response), wasUndecided else { return }
    updateGesture(in: scene, &response) { gesture in
      gesture.abandonPress()
      return []
    }
    response.isClaimed = true
  }

  /// Follows the swiping finger.
  ///
  /// - Returns: whether the finger turns pages.
  private mutating func trackSwipe(_ widgetPoint: Point, time: Double, _ response: inout Response) -> Bool {
    swipe?.axisDetector.track(widgetPoint)
    switch swipe?.axisDetector.axis {
    case nil: return false
    case .vertical:
      cancelSwipe(&response)
      return false
    case .horizontal:
      response.add(.paging(.drag(x: widgetPoint.x, time: time)))
      return true
    }
  }

  /// Ends the swipe, because its finger was lifted.
  mutating func endSwipe(time: Double, _ response: inout Response) {
    guard let swipe else { return }
    guard swipe.axisDetector.axis == .horizontal else { return cancelSwipe(&response) }
    self.swipe = nil
    response.add(.paging(.release(time: time)))
  }

  /// Cancels the swipe, because the touch was canceled or turned out to be something else. The pages
  /// return to where they were.
  mutating func cancelSwipe(_ response: inout Response) {
    guard swipe != nil else { return }
    swipe = nil
    response.add(.paging(.cancel))
  }

  // MARK: Other fingers

  /// Handles a touch. While one finger is holding an event, a second one can turn pages under it. The scrolled
  /// window handles scrolling.
  mutating func touch(_ touch: TimelineInput.Touch, _ response: inout Response) {
    switch touch {
    case .began(let finger, let widgetPoint, let time):
      if fingers.isEmpty {
        stopIgnoring()
      } else if interaction.isDrag, swipe == nil {
        swipe = Swipe(axisDetector: SwipeAxisDetector(start: widgetPoint), finger: finger)
        response.add(.paging(.press(x: widgetPoint.x, time: time, isTouchpad: false)))
      }
      fingers.insert(finger)
    case .moved(let finger, let widgetPoint, let time):
      if swipe?.finger == finger { _ = trackSwipe(widgetPoint, time: time, &response) }
    case .ended(let finger, let time):
      if swipe?.finger == finger { endSwipe(time: time, &response) }
      fingerLifted(finger, &response)
    case .canceled(let finger):
      if swipe?.finger == finger { cancelSwipe(&response) }
      fingerLifted(finger, &response)
    }
  }

  private mutating func fingerLifted(_ finger: Int, _ response: inout Response) {
    fingers.remove(finger)
    if fingers.isEmpty { response.add(.lastFingerLifted) }
  }

  /// Ends a swipe, a pinch or the `ignoring` interaction, unless other fingers have touched the screen in the
  /// meantime.
  mutating func allReleased(_ response: inout Response) {
    guard fingers.isEmpty else { return }
    cancelSwipe(&response)
    if case .pinching = interaction { interaction = .idle }
    stopIgnoring()
  }

  /// Ends the `ignoring` interaction, so that input is handled again.
  mutating func stopIgnoring() {
    if case .ignoring = interaction { interaction = .idle }
  }

  // MARK: Two fingers

  mutating func pinch(
    _ pinch: TimelineInput.Pinch, in scene: TimelineScene, _ response: inout Response
  ) {
    switch pinch {
    case .began(let centerY):
      cancelSwipe(&response)
      guard let zoom = scene.surface.pinchZoom(centerY: centerY) else { return }
      interaction = .pinching(zoom)
      response.isClaimed = true
    case .changed(let factor, let centerY):
      guard case .pinching(let zoom) = interaction else { return }
      let zoomed = zoom.zoomed(
        by: max(factor, 0.01), centerY: centerY, viewportHeight: scene.surface.height)
      response.add(.zoom(zoomed.axis, scroll: zoomed.scroll))
    case .ended:
      if case .pinching = interaction { interaction = .idle }
    }
  }
}
