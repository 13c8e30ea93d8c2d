import CGtk
import CalendarModel
import CalendarSession
import GtkSupport
import TimelineInteraction
import TimelineWidgets
import UserSettings

/// Passes the preferences to the view of the calendar, and saves the chosen view and zoom in the preferences.
@MainActor
final class TimelineSettings {
  /// Called when a preference of the view has changed. Other parts of the window depend on some of them too.
  var onChange: () -> Void = {}
  private let view: ViewStack
  private let preferences: Preferences
  /// The zoom in px per hour that has not been saved yet, and the timer that saves it.
  private var unsavedZoom: Double?
  private var zoomTimer: guint = 0

  init(_ view: ViewStack, _ preferences: Preferences) {
    (self.view, self.preferences) = (view, preferences)
    var configuration = configuration
    configuration.view = preferences.view
    configuration.pixelsPerHour = preferences[Preferences.pixelsPerHour]
    view.configuration = configuration
    view.callbacks.onZoomChanged = { [weak self] zoom in self?.saveSoon(zoom: zoom) }
    observe(Preferences.holdToDrag)
    observe(Preferences.workingHoursStart)
    observe(Preferences.workingHoursEnd)
    observe(Preferences.firstWeekday)
    observe(Preferences.workdays)
    observe(Preferences.secondZone)
    observe(Preferences.showsWeekNumbers)
  }

  private func observe<Value>(_ key: Preferences.Key<Value>) {
    preferences.onChange(key) { [weak self] in
      guard let self else { return }
      self.view.configuration = self.configuration
      self.onChange()
    }
  }

  /// The current configuration of the view, updated from the preferences except for the kind of view and the zoom.
  private var configuration: TimelineConfiguration {
    var configuration = view.configuration
    let minutes = preferences.workingMinutes
    configuration.workingHours = minutes.lowerBound * 60..<minutes.upperBound * 60
    configuration.mouseRequiresLongPress = preferences[Preferences.holdToDrag]
    configuration.firstWeekday = preferences.firstWeekday
    configuration.workdays = preferences.workdays
    configuration.weekend = LocaleFacts.weekend
    configuration.secondZone = preferences.secondZone
    configuration.showsWeekNumbers = preferences[Preferences.showsWeekNumbers]
    return configuration
  }

  /// Switches to another view and saves the choice. The choice is saved even if the window is too narrow to
  /// show all days of that view.
  func switchView(to kind: ViewKind) {
    view.configuration.view = kind
    preferences[Preferences.view] = kind.rawValue
  }

  // MARK: Zoom

  /// Saves the zoom once it has not changed for 300 ms, because a pinch changes it in every frame.
  private func saveSoon(zoom: Double) {
    unsavedZoom = zoom
    if zoomTimer != 0 { g_source_remove(zoomTimer) }
    zoomTimer = afterMilliseconds(300) { [weak self] in
      self?.zoomTimer = 0
      self?.saveZoom()
      return false
    }
  }

  /// Saves the zoom now.
  func saveZoom() {
    if let unsavedZoom { preferences[Preferences.pixelsPerHour] = unsavedZoom }
    unsavedZoom = nil
  }
}
