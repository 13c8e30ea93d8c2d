import CalendarModel
import TimelineInteraction

// Changes the zoom, which is the height of an hour. The content under the pointer stays in place.
extension TimelineView {
  /// Zooms in by `steps`, or out if `steps` is negative. The content at `anchor`, in viewport coordinates,
  /// stays in place. Without an anchor, the focused event stays in place if it is visible, or else the middle
  /// of the viewport.
  func zoom(steps: Double, anchoredAt anchor: Double? = nil) {
    let requestedAxis = Zoom.stepped(axis, by: steps)
    storedConfiguration.pixelsPerHour = requestedAxis.pixelsPerHour
    setAxis(requestedAxis, anchoredAt: anchor)
    host?.viewReports(.zoomed(storedConfiguration.pixelsPerHour))
  }

  /// Resets the zoom to its default, which depends on the text size.
  func resetZoom() {
    configuration.pixelsPerHour = 0
    host?.viewReports(.zoomed(0))
  }

  /// Sets a zoom that the user has chosen, and the scroll offset.
  func zoom(to axis: DayAxis, scroll: Double) {
    storedConfiguration.pixelsPerHour = axis.pixelsPerHour
    setAxis(axis, scroll: scroll)
    host?.viewReports(.zoomed(storedConfiguration.pixelsPerHour))
  }

  /// Updates the zoom from the preferences and the text size.
  func zoomChanged() {
    setAxis(storedConfiguration.axis(defaultPixelsPerHour: style.defaultPixelsPerHour), anchoredAt: nil)
  }

  private func setAxis(_ requestedAxis: DayAxis, anchoredAt anchor: Double?) {
    guard requestedAxis != axis else { return }
    setAxis(
      requestedAxis,
      scroll: hours.scrollOffset(for: requestedAxis, anchoredAt: anchor, focus: host?.state.focus))
  }

  private func setAxis(_ axis: DayAxis, scroll: Double) {
    hours.setAxis(axis, scroll: scroll)
    paging.appearanceChanged()
    viewportChanged()
  }
}
