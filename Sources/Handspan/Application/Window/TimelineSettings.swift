import CGtk
import CalendarModel
import CalendarSession
import GtkSupport
import TimelineInteraction
import TimelineWidgets

/// What of the preferences the view of the calendar follows, and what it leaves in them.
@MainActor
final class TimelineSettings {
  private let view: any CalendarPresenting
  private let preferences: Preferences
  /// A zoom that is not among the preferences yet, and what will put it there.
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

  /// The view's, with what the preferences say; the number of days and the zoom are its own once it is there.
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

  /// Shows so many days and keeps the choice. A narrow window shows fewer, as long as it is narrow.
  func switchView(to requested: CalendarView) {
    view.configuration.view = requested
    preferences[Preferences.view] = requested.rawValue
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
