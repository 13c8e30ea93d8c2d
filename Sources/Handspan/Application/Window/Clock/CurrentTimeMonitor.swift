import CGtk
import CalendarModel
import CalendarSession
import CalendarStore
import CalendarText
import Glibc
import GtkSupport
import TimelineInteraction
import TimelineWidgets
import UserSettings

/// Updates a window when the current time, the local time zone or the clock format changes.
@MainActor
final class CurrentTimeMonitor {
  /// Returns whether the user is working on an event or in a dialog. In that case, the timeline must not turn
  /// to another page.
  var isBusy: () -> Bool = { false }
  /// Called when a new day has begun.
  var onDayChanged: () -> Void = {}
  /// Called when the display zone has changed.
  var onZoneChanged: () -> Void = {}
  /// Called when the clock format has changed.
  var onClockChanged: () -> Void = {}

  private let session: CalendarSession
  private let view: ViewStack
  private let windowClock: WindowClock
  private let clockSetting = ClockSetting()
  /// Reports changes to the local time zone, unless the environment specifies a fixed zone.
  private var zoneWatcher: LocalZoneWatcher?
  /// The time of the last user input in the window, in microseconds since the computer started.
  private var lastInputTime = ClockReading.now.elapsed

  init(_ window: WidgetPointer, _ session: CalendarSession, _ view: ViewStack) {
    (self.session, self.view) = (session, view)
    windowClock = WindowClock { session.displayZone }
    view.now = { .now }
    windowClock.onChange = { [weak self] changes, previousDay in
      self?.currentTimeChanged(changes, previousDay: previousDay)
    }
    monitorInput(in: window)
    session.canChangeZone = { [weak view] in
      view.map { !$0.isEventLifted && !$0.isNamingEvent && !$0.isChoosingScope } ?? true
    }
    clockSetting.onChange = { [weak self] in self?.onClockChanged() }
    watchLocalZone()
  }

  /// Checks the clock. Call this when the window may have missed a change.
  func check() { windowClock.check() }

  private func watchLocalZone() {
    let files = LocalZoneWatcher.files(tzVariable: getenv("TZ").map { String(cString: $0) })
    guard !files.isEmpty else { return }
    // Reads the zone on the watcher's thread, because the main thread must not access the disk.
    let updateZone: @Sendable () -> Void = { [weak session] in
      let zone = SystemZones.shared.local
      Task { @MainActor in session?.changeDisplayZone(to: zone) }
    }
    zoneWatcher = LocalZoneWatcher(files: files, report: updateZone)
  }

  private func currentTimeChanged(_ changes: CurrentMinute.Changes, previousDay: Day) {
    view.currentTimeChanged()
    if changes.contains(.day) { dayChanged(from: previousDay) }
    // While the computer was suspended, changes on network file systems were not reported.
    if changes.contains(.suspend) { session.rescan() }
  }

  private func dayChanged(from previousDay: Day) {
    onDayChanged()
    let idleTime = Double(ClockReading.now.elapsed - lastInputTime) / 1_000_000
    let follower = TodayFollower(
      shownDays: view.shownDays, idleTime: idleTime,
      isBusy: isBusy() || view.isNamingEvent || view.isChoosingScope)
    guard follower.shouldTurn(from: previousDay, to: session.today) else { return }
    view.turn(to: session.today)
    view.scrollToInitialPosition()
  }

  /// Records the time of the last user input in the window. Pointer motion does not count, because GTK also
  /// synthesizes motion events.
  private func monitorInput(in window: WidgetPointer) {
    let input = nonNull(gtk_event_controller_legacy_new())
    gtk_event_controller_set_propagation_phase(input, GTK_PHASE_CAPTURE)
    onEvent(input) { [weak self] (event: OpaquePointer) -> Void in
      switch gdk_event_get_event_type(event) {
      case GDK_KEY_PRESS, GDK_BUTTON_PRESS, GDK_TOUCH_BEGIN, GDK_SCROLL, GDK_TOUCHPAD_PINCH:
        self?.lastInputTime = ClockReading.now.elapsed
      default: break
      }
    }
    gtk_widget_add_controller(window, input)
  }

  /// Called when the session's display zone has changed.
  func displayZoneChanged() {
    view.finishKeyboardEdit()
    view.displayZoneChanged()
    windowClock.check()
    onZoneChanged()
  }
}
