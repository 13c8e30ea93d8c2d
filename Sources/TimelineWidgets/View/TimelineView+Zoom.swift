import CalendarModel
import TimelineInteraction

// Changes the zoom, which is the height of an hour. The content under the pointer stays in place.
extension TimelineView {
  /// Zooms in by `steps`, or out if `steps` is negative. The content at `anchor`, in viewport coordinates,
  /// stays in place. Without an anchor, the focused event stays in place if it is visible, or else the middle
  /// of the viewport.
  package func zoom(steps: Double, anchoredAt anchor: Double? = nil) {
    let requestedAxis = Zoom.stepped(axis, by: steps)
    storedConfiguration.pixelsPerHour = requestedAxis.pixelsPerHour
    setAxis(requestedAxis, anchoredAt: anchor)
    callbacks.onZoomChanged(storedConfiguration.pixelsPerHour)
  }

  /// Resets the zoom to its default, which depends on the text size.
  package func resetZoom() {
    configuration.pixelsPerHour = 0
    callbacks.onZoomChanged(0)
  }

  /// Sets a zoom that the user has chosen, and the scroll offset.
  func zoom(to axis: DayAxis, scroll: Double) {
    storedConfiguration.pixelsPerHour = axis.pixelsPerHour
    setAxis(axis, scroll: scroll)
    callbacks.onZoomChanged(storedConfiguration.pixelsPerHour)
  }

  /// Updates the zoom from the preferences and the text size.
  func zoomChanged() {
    setAxis(storedConfiguration.axis(defaultPixelsPerHour: style.defaultPixelsPerHour), anchoredAt: nil)
  }

  private func setAxis(_ requestedAxis: DayAxis, anchoredAt anchor: Double?) {
    guard requestedAxis != axis else { return }
    setAxis(
      requestedAxis, scroll: hours.scrollOffset(for: requestedAxis, anchoredAt: anchor, focus: state.focus))
  }

  private func setAxis(_ axis: DayAxis, scroll: Double) {
    hours.setAxis(axis, scroll: scroll)
    paging.appearanceChanged()
    viewportChanged()
    scopeCardMoved()
  }
}
