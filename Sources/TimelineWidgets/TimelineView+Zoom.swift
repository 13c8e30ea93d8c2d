import CGtk
import GtkSupport
import TimelineInteraction

// Zoom by keys, Ctrl and wheel, and two fingers; whatever is under the pointer stays there.
extension TimelineView {
  /// The zoom that the user chose in px per hour; 0 for the size that follows from the text.
  public var pixelsPerHour: Double {
    get { chosenPixelsPerHour }
    set {
      chosenPixelsPerHour =
        newValue == 0 ? 0 : min(max(newValue, Zoom.range.lowerBound), Zoom.range.upperBound)
      setAxis(
        DayAxis(pixelsPerHour: newValue == 0 ? style.defaultPixelsPerHour : chosenPixelsPerHour),
        anchoredAt: nil)
    }
  }

  /// Makes hours taller, or lower if negative, by so many steps; what is at `anchor` (px of the viewport, its
  /// upper third without) stays there.
  public func zoom(steps: Double, anchoredAt anchor: Double? = nil) {
    let newAxis = Zoom.stepped(axis, by: steps)
    chosenPixelsPerHour = newAxis.pixelsPerHour
    setAxis(newAxis, anchoredAt: anchor)
    onZoomChanged(chosenPixelsPerHour)
  }

  /// Back to the size that follows from the text.
  public func resetZoom() {
    pixelsPerHour = 0
    onZoomChanged(0)
  }

  func zoom(to newAxis: DayAxis, scroll: Double) {
    chosenPixelsPerHour = newAxis.pixelsPerHour
    setAxis(newAxis, scroll: scroll)
    onZoomChanged(chosenPixelsPerHour)
  }
}
