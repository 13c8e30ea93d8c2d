import CGtk
import CalendarModel
import GtkSupport

// The present: the minute and day that it is, by which zone's clocks, and how clocks tell the hour. The host has the clock
// and tells when something of it has changed.
extension TimelineView {
  /// The clocks of the display zone show another minute.
  package func presentChanged() {
    nowLineChanged()
    dateHeader.today = presentMinute?.day
  }

  /// The source shows days by the clocks of another zone.
  package func displayZoneChanged() {
    presentChanged()
    gutterChanged()
    refreshDetails()
  }

  /// Clocks tell the hour otherwise, or words are others.
  func phrasesChanged() {
    dateHeader.style.phrases = style.phrases
    popover.phrases = style.phrases
    held.forgetLabel()
    restyle()
    gutterChanged()
    refreshDetails()
  }

  /// Tells the pages where the present is, and what has passed.
  func nowLineChanged() {
    refreshGrids()
    gtk_widget_queue_allocate(sheet.pointer)
    layOutEvents()
  }

  /// The present moment as the display zone's clocks show it, on whole minutes.
  var presentMinute: WallTime? {
    guard let zone = dataSource?.displayZone else { return nil }
    let wall = zone.time(at: now()).wall
    return WallTime(wall.day, secondOfDay: wall.secondOfDay / 60 * 60)
  }
}
