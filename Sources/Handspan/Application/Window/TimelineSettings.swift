import CGtk
import CalendarModel
import CalendarSession
import GtkSupport
import TimelineInteraction
import TimelineWidgets

/// What of the preferences the timeline follows, and what the timeline leaves in them.
@MainActor
final class TimelineSettings {
  private let timeline: TimelineView
  private let preferences: Preferences
  /// A zoom that is not among the preferences yet, and what will put it there.
  private var newZoom: Double?
  private var zoomTimer: guint = 0

  init(_ timeline: TimelineView, _ preferences: Preferences) {
    (self.timeline, self.preferences) = (timeline, preferences)
    var configuration = configuration
    configuration.view = preferences.view
    configuration.pixelsPerHour = preferences[Preferences.pixelsPerHour]
    timeline.configuration = configuration
    timeline.onZoomChanged = { [weak self] zoom in self?.saveSoon(zoom: zoom) }
    follow(Preferences.holdToDrag)
    follow(Preferences.workingHoursStart)
    follow(Preferences.workingHoursEnd)
    follow(Preferences.firstWeekday)
    follow(Preferences.workdays)
    follow(Preferences.secondZone)
    follow(Preferences.showsWeekNumbers)
  }

  private func follow<Value>(_ key: Preferences.Key<Value>) {
    preferences.onChange(key) { [weak self] in
      guard let self else { return }
      self.timeline.configuration = self.configuration
    }
  }

  /// The timeline's, with what the preferences say; view and zoom are the timeline's own once it is there.
  private var configuration: TimelineConfiguration {
    var configuration = timeline.configuration
    let minutes = preferences.workingMinutes
    configuration.workingHours = minutes.lowerBound * 60..<minutes.upperBound * 60
    configuration.holdToDrag = preferences[Preferences.holdToDrag]
    configuration.firstWeekday = preferences.firstWeekday
    configuration.workdays = preferences.workdays
    configuration.secondZone = preferences.secondZone
    configuration.showsWeekNumbers = preferences[Preferences.showsWeekNumbers]
    return configuration
  }

  /// Shows so many days and keeps the choice. A narrow window shows fewer, as long as it is narrow.
  func show(_ view: CalendarView) {
    timeline.calendarView = view
    preferences[Preferences.view] = view.rawValue
  }

  // MARK: Zoom

  /// Keeps the zoom once it has stayed for a moment: a pinch changes it at each frame.
  private func saveSoon(zoom: Double) {
    newZoom = zoom
    if zoomTimer != 0 { g_source_remove(zoomTimer) }
    zoomTimer = afterMilliseconds(300) { [weak self] in
      self?.zoomTimer = 0
      self?.saveZoom()
      return false
    }
  }

  /// Keeps the zoom now.
  func saveZoom() {
    if let newZoom { preferences[Preferences.pixelsPerHour] = newZoom }
    newZoom = nil
  }
}
