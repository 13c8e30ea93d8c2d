import CGtk
import CalendarModel
import CalendarSession
import CalendarStore
import CalendarText
import Glibc
import GtkSupport
import TimelineInteraction
import TimelineWidgets

/// Keeps a window up to date with the time of day, the display zone and the clock format.
@MainActor
final class PresentFollower {
  /// Whether the user is at something, so that no other page may come.
  var isBusy: () -> Bool = { false }
  /// Called when another day has come.
  var onDayChanged: () -> Void = {}
  /// Called when days are those of another zone.
  var onZoneChanged: () -> Void = {}
  /// Called when clocks tell the hour in another way.
  var onClockChanged: () -> Void = {}

  private let session: CalendarSession
  private let view: any CalendarPresenting
  private let watch: PresentWatch
  private let clockSetting = ClockSetting()
  /// Tells of another time zone, unless the environment says which one is meant.
  private var zoneWatcher: LocalZoneWatcher?
  /// When the user did something in the window last, in microseconds since the machine started.
  private var lastInput = ClockReading.now.elapsed

  init(_ window: WidgetPointer, _ session: CalendarSession, _ view: any CalendarPresenting) {
    (self.session, self.view) = (session, view)
    watch = PresentWatch { session.displayZone }
    view.now = { .now }
    watch.onChange = { [weak self] changes, before in self?.presentChanged(changes, before: before) }
    noteInput(in: window)
    session.canChangeZone = { [weak view] in
      view.map { !$0.isLifted && !$0.isNamingEvent } ?? true
    }
    session.onZoneChanged = { [weak self] in self?.displayZoneChanged() }
    clockSetting.onChange = { [weak self] in self?.onClockChanged() }
    followZone()
  }

  /// Looks at the clock: the window was elsewhere.
  func look() { watch.look() }

  private func followZone() {
    let files = LocalZoneWatcher.files(variable: getenv("TZ").map { String(cString: $0) })
    guard !files.isEmpty else { return }
    // Read where it is noticed: the disk is no place for the window's thread.
    let read: @Sendable () -> Void = { [weak session] in
      let zone = SystemZones.shared.local
      Task { @MainActor in session?.changeDisplayZone(to: zone) }
    }
    zoneWatcher = LocalZoneWatcher(files: files, report: read)
  }

  private func presentChanged(_ changes: PresentMoment.Changes, before: Day) {
    view.presentChanged()
    if changes.contains(.day) { dayChanged(from: before) }
    // While the machine slept nobody told of changes on other machines' disks.
    if changes.contains(.sleep) { session.lookAgain() }
  }

  private func dayChanged(from before: Day) {
    onDayChanged()
    let idle = Double(ClockReading.now.elapsed - lastInput) / 1_000_000
    let page = FollowingToday(
      shown: view.shownDays, idle: idle, isBusy: isBusy() || view.isNamingEvent)
    guard page.turns(from: before, to: session.today) else { return }
    view.turn(to: session.today)
    view.scrollToOpening()
  }

  /// Remembers when the user did something in the window last. Motions do not count: GTK makes some up itself.
  private func noteInput(in window: WidgetPointer) {
    let input = created(gtk_event_controller_legacy_new())
    gtk_event_controller_set_propagation_phase(input, GTK_PHASE_CAPTURE)
    onEvent(input) { [weak self] (event: OpaquePointer) -> Void in
      switch gdk_event_get_event_type(event) {
      case GDK_KEY_PRESS, GDK_BUTTON_PRESS, GDK_TOUCH_BEGIN, GDK_SCROLL, GDK_TOUCHPAD_PINCH:
        self?.lastInput = ClockReading.now.elapsed
      default: break
      }
    }
    gtk_widget_add_controller(window, input)
  }

  /// The session's days are those of another zone.
  private func displayZoneChanged() {
    view.finishKeyboardEdit()
    view.displayZoneChanged()
    watch.look()
    onZoneChanged()
  }
}
