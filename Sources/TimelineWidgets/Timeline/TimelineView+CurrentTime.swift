import CGtk
import CalendarModel
import GtkSupport

// Updates the timeline when something has changed on which its appearance depends.
extension TimelineView {
  func update(_ change: ViewChange) {
    switch change {
    case .currentTime: currentTimeChanged()
    case .displayZone:
      currentTimeChanged()
      gutterChanged()
    case .phrases:
      dateHeader.style.phrases = style.phrases
      restyle()
    case .style: restyle()
    case .motion(let isReduced): paging.motionPreferenceChanged(isReduced)
    }
  }

  private func currentTimeChanged() {
    nowLineChanged()
    dateHeader.today = currentMinute?.day
  }

  /// Updates the line at the current time, and the appearance of past events, on all pages.
  func nowLineChanged() {
    refreshGrids()
    gtk_widget_queue_allocate(scrollContent.gtkWidget)
    layOutEvents()
  }

  /// The current time in the display zone, rounded down to the minute; nil until there are events.
  var currentMinute: WallTime? {
    guard let host, let zone = host.displayZone else { return nil }
    let wall = zone.time(at: host.now()).wall
    return WallTime(wall.day, secondOfDay: wall.secondOfDay / 60 * 60)
  }
}
