import CGtk
import CalendarModel
import GtkSupport

// Updates the timeline when the minute, the day, the display zone or the clock format has changed. The host
// watches the clock and reports the changes.
extension TimelineView {
  /// Called when the minute has changed in the display zone.
  package func currentTimeChanged() {
    nowLineChanged()
    dateHeader.today = currentMinute?.day
  }

  /// Called when the data source has changed its display zone.
  package func displayZoneChanged() {
    currentTimeChanged()
    gutterChanged()
    refreshDetails()
  }

  /// Called when the clock format or the phrases have changed.
  func phrasesChanged() {
    dateHeader.style.phrases = style.phrases
    detailsPopover.phrases = style.phrases
    liftPresenter.forgetLabel()
    restyle()
    refreshDetails()
  }

  /// Updates the line at the current time, and the appearance of past events, on all pages.
  func nowLineChanged() {
    refreshGrids()
    gtk_widget_queue_allocate(scrollContent.gtkWidget)
    layOutEvents()
  }

  /// The current time in the display zone, rounded down to the minute; nil without a data source.
  var currentMinute: WallTime? {
    guard let zone = dataSource?.displayZone else { return nil }
    let wall = zone.time(at: now()).wall
    return WallTime(wall.day, secondOfDay: wall.secondOfDay / 60 * 60)
  }
}
