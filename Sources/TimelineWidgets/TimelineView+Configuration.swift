import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

// What the host decides: what follows from it is shown again, each part once.
extension TimelineView {
  func configurationChanged(_ parts: TimelineConfiguration.Parts) {
    if parts.contains(.gutter) { readSecondZone() }
    if parts.contains(.zoom) { zoomChanged() }
    if parts.contains(.pages) || (parts.contains(.gutter) && fittingView != shownView) {
      // The dates above go with it.
      viewChanged()
    } else if !parts.isDisjoint(with: [.dates, .gutter]) {
      showDateHeader()
    }
    if parts.contains(.gutter) { layOutGutter() }
    if parts.contains(.hours) { refreshGrids() }
  }

  /// The view that the present width has room for.
  var fittingView: CalendarView { settings.view(fitting: columnsWidth, textSize: style.text.size) }

  /// The width or the text's size changed.
  func fitView() { if fittingView != shownView { viewChanged() } }

  /// The gutter holds other words: another zone, another clock.
  func gutterChanged() { configurationChanged(.gutter) }

  private func readSecondZone() {
    style.secondZone = settings.secondZone.flatMap { zone in
      dataSource.map { SecondZone(zone, beside: $0.displayZone, on: page.days.lowerBound) }
    }
    gutter.secondZone = style.secondZone
  }

  private func layOutGutter() {
    layOutWidth()
    gtk_widget_queue_resize(pointer)
    // Its own size stays, and with that GTK would leave what stands on it where it is.
    gtk_widget_queue_allocate(sheet.pointer)
  }
}
