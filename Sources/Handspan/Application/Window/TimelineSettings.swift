import CGtk
import CalendarModel
import CalendarSession
import GtkSupport
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
    timeline.pixelsPerHour = preferences[Preferences.pixelsPerHour]
    timeline.calendarView = preferences.view
    timeline.onZoomChanged = { [weak self] zoom in self?.saveSoon(zoom: zoom) }
    follow(Preferences.holdToDrag) { $0.timeline.holdToDrag = $0.preferences[Preferences.holdToDrag] }
    for key in [Preferences.workingHoursStart, Preferences.workingHoursEnd] {
      follow(key) { settings in
        let minutes = settings.preferences.workingMinutes
        settings.timeline.workingHours = minutes.lowerBound * 60..<minutes.upperBound * 60
      }
    }
    follow(Preferences.firstWeekday) { $0.timeline.firstWeekday = $0.preferences.firstWeekday }
    follow(Preferences.workdays) { $0.timeline.workdays = $0.preferences.workdays }
    follow(Preferences.secondZone) { $0.timeline.secondZone = $0.preferences.secondZone }
    follow(Preferences.showsWeekNumbers) {
      $0.timeline.showsWeekNumbers = $0.preferences[Preferences.showsWeekNumbers]
    }
  }

  private func follow<Value>(
    _ key: Preferences.Key<Value>, _ apply: @escaping @MainActor (TimelineSettings) -> Void
  ) {
    apply(self)
    preferences.onChange(key) { [weak self] in self.map(apply) }
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
