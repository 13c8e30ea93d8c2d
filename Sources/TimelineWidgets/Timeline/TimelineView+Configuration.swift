import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

// Applies a new configuration. Each part that depends on a change is updated once.
extension TimelineView {
  func configurationChanged(_ parts: TimelineConfiguration.Parts) {
    if parts.contains(.gutter) {
      style.secondZone = secondZoneTimes
      gutter.secondZone = secondZoneTimes
      allDay.zonesChanged()
    }
    if parts.contains(.zoom) { zoomChanged() }
    if parts.contains(.pages) || (parts.contains(.gutter) && widestFittingView != shownView) {
      // This also updates the date header.
      viewChanged()
    } else if !parts.isDisjoint(with: [.dates, .gutter]) {
      updateDateHeader()
    }
    if parts.contains(.gutter) { layOutGutter() }
    if parts.contains(.hours) { refreshGrids() }
  }

  /// The preferred view if it fits into the current width, or else the widest view that fits.
  var widestFittingView: ViewKind {
    storedConfiguration.view(fitting: columnsWidth, textSize: style.text.size)
  }

  package var extent: ViewExtent {
    let minimumWidth =
      style.gutterWidth + PageDeck.endInset
      + storedConfiguration.minimumColumnsWidth(textSize: style.text.size)
    return ViewExtent(shownView, minimumWidth: minimumWidth.rounded(.up))
  }

  /// Called when the width or the text size has changed.
  func updateShownView() { if widestFittingView != shownView { viewChanged() } }

  /// Called when the gutter's text has changed because of a new time zone, clock format or text size.
  func gutterChanged() { configurationChanged(.gutter) }

  /// Called when the shown days may have changed. One of the two zones may have changed its clocks in between.
  func updateSecondZone() { if secondZoneTimes != style.secondZone { gutterChanged() } }

  private var secondZoneTimes: SecondZoneTimes? {
    storedConfiguration.secondZone.flatMap { zone in
      host?.displayZone.map { SecondZoneTimes(zone, beside: $0, on: page.days.lowerBound) }
    }
  }

  private func layOutGutter() {
    layOutWidth()
    gtk_widget_queue_resize(gtkWidget)
    // Their sizes have not changed, so GTK would not allocate their children again.
    for part in [scrollContent.gtkWidget, allDay.gtkWidget] { gtk_widget_queue_allocate(part) }
    host?.viewReports(.resized)
  }
}
