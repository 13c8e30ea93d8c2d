import CGtk
import CalendarModel
import CalendarSession
import GtkSupport
import TimelineInteraction
import TimelineWidgets

/// Passes the preferences to the view of the calendar, and saves the chosen view and zoom in them.
@MainActor
final class TimelineSettings {
  private let view: any CalendarPresenting
  private let preferences: Preferences
  /// The zoom that is not saved yet, and the timer for saving it.
  private var newZoom: Double?
  private var zoomTimer: guint = 0

  init(_ view: any CalendarPresenting, _ preferences: Preferences) {
    (self.view, self.preferences) = (view, preferences)
    var configuration = configuration
    configuration.view = preferences.view
    configuration.pixelsPerHour = preferences[Preferences.pixelsPerHour]
    view.configuration = configuration
    view.callbacks.onZoomChanged = { [weak self] zoom in self?.saveSoon(zoom: zoom) }
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
      self.view.configuration = self.configuration
    }
  }

  /// The view's configuration with the values of the preferences. The view and the zoom are not overwritten.
  private var configuration: TimelineConfiguration {
    var configuration = view.configuration
    let minutes = preferences.workingMinutes
    configuration.workingHours = minutes.lowerBound * 60..<minutes.upperBound * 60
    configuration.holdToDrag = preferences[Preferences.holdToDrag]
    configuration.firstWeekday = preferences.firstWeekday
    configuration.workdays = preferences.workdays
    configuration.secondZone = preferences.secondZone
    configuration.showsWeekNumbers = preferences[Preferences.showsWeekNumbers]
    return configuration
  }

  /// Switches to another view and saves the choice. It is saved even if the window is too narrow to show all
  /// days of that view.
  func switchView(to requested: CalendarView) {
    view.configuration.view = requested
    preferences[Preferences.view] = requested.rawValue
  }

  // MARK: Zoom

  /// Saves the zoom after it has not changed for a moment, because a pinch changes it in each frame.
  private func saveSoon(zoom: Double) {
    newZoom = zoom
    if zoomTimer != 0 { g_source_remove(zoomTimer) }
    zoomTimer = afterMilliseconds(300) { [weak self] in
      self?.zoomTimer = 0
      self?.saveZoom()
      return false
    }
  }

  /// Saves the zoom now.
  func saveZoom() {
    if let newZoom { preferences[Preferences.pixelsPerHour] = newZoom }
    newZoom = nil
  }
}
