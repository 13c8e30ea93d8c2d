import CalendarModel
import TimelineInteraction

// How tall the hours are; whatever is under the pointer stays there.
extension TimelineView {
  /// Makes hours taller, or lower if negative, by so many steps; what is at `anchor` (px of the viewport, its
  /// upper third without) stays there.
  package func zoom(steps: Double, anchoredAt anchor: Double? = nil) {
    let requested = Zoom.stepped(axis, by: steps)
    settings.pixelsPerHour = requested.pixelsPerHour
    setAxis(requested, anchoredAt: anchor)
    callbacks.onZoomChanged(settings.pixelsPerHour)
  }

  /// Back to the size that follows from the text.
  package func resetZoom() {
    configuration.pixelsPerHour = 0
    callbacks.onZoomChanged(0)
  }

  /// The user has chosen that zoom, at that offset.
  func zoom(to axis: DayAxis, scroll: Double) {
    settings.pixelsPerHour = axis.pixelsPerHour
    setAxis(axis, scroll: scroll)
    callbacks.onZoomChanged(settings.pixelsPerHour)
  }

  /// The zoom follows from what the user prefers, and from the text.
  func zoomChanged() {
    setAxis(settings.axis(textSuggests: style.defaultPixelsPerHour), anchoredAt: nil)
  }

  private func setAxis(_ requested: DayAxis, anchoredAt anchor: Double?) {
    guard requested != axis else { return }
    setAxis(requested, scroll: hours.scroll(for: requested, anchoredAt: anchor, focus: state.focus))
  }

  private func setAxis(_ axis: DayAxis, scroll: Double) {
    hours.set(axis, scroll: scroll)
    paging.looksOtherwise()
    viewportChanged()
  }
}
