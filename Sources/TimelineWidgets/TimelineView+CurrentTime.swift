import CGtk
import CalendarModel
import GtkSupport

// The present: minute, day, display zone and clock format. The host has the clock and reports changes.
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
    popover.phrases = style.phrases
    liftPresenter.forgetLabel()
    restyle()
    gutterChanged()
    refreshDetails()
  }

  /// Updates the present time and the past events on all pages.
  func nowLineChanged() {
    refreshGrids()
    gtk_widget_queue_allocate(sheet.pointer)
    layOutEvents()
  }

  /// The present time in the display zone, in whole minutes.
  var currentMinute: WallTime? {
    guard let zone = dataSource?.displayZone else { return nil }
    let wall = zone.time(at: now()).wall
    return WallTime(wall.day, secondOfDay: wall.secondOfDay / 60 * 60)
  }
}
