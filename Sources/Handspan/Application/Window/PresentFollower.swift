import CGtk
import CalendarModel
import CalendarStore
import CalendarText
import Glibc
import GtkSupport
import TimelineInteraction

// What the window follows while it is open: the time of day, the display zone, and how clocks tell the hour.
extension MainWindow {
  func followThePresent() {
    timeline.now = { .now }
    presentWatch.onChange = { [weak self] changes, before in self?.presentChanged(changes, before: before) }
    noteInput()
    session.canChangeZone = { [weak self] in
      self.map { !$0.timeline.isLifted && !$0.timeline.isNamingEvent } ?? true
    }
    session.onZoneChanged = { [weak self] in self?.displayZoneChanged() }
    clockSetting.onChange = { [weak self] in self?.clockFormatChanged() }
    let files = LocalZoneWatcher.files(variable: getenv("TZ").map { String(cString: $0) })
    guard !files.isEmpty else { return }
    // Read where it is noticed: the disk is no place for the window's thread.
    let read: @Sendable () -> Void = { [weak self] in
      let zone = SystemZones.shared.local
      Task { @MainActor in self?.session.show(in: zone) }
    }
    zoneWatcher = LocalZoneWatcher(files: files, report: read)
  }

  // MARK: Time

  private func presentChanged(_ changes: PresentMoment.Changes, before: Day) {
    timeline.presentChanged()
    if changes.contains(.day) { dayChanged(from: before) }
    // While the machine slept nobody told of changes on other machines' disks.
    if changes.contains(.sleep) { session.lookAgain() }
  }

  private func dayChanged(from before: Day) {
    updateTitle()
    let idle = Double(ClockReading.now.elapsed - lastInput) / 1_000_000
    let isBusy = !isFree || editor != nil || timeline.isNamingEvent
    let page = FollowingToday(shown: timeline.shownDays, idle: idle, isBusy: isBusy)
    guard page.turns(from: before, to: today) else { return }
    timeline.turn(to: today)
    timeline.scrollToOpening()
  }

  /// Remembers when the user did something in the window last. Motions do not count: GTK makes some up itself.
  private func noteInput() {
    let input = created(gtk_event_controller_legacy_new())
    gtk_event_controller_set_propagation_phase(input, GTK_PHASE_CAPTURE)
    onEvent(input) { [weak self] (event: OpaquePointer) -> Void in
      switch gdk_event_get_event_type(event) {
      case GDK_KEY_PRESS, GDK_BUTTON_PRESS, GDK_TOUCH_BEGIN, GDK_SCROLL, GDK_TOUCHPAD_PINCH:
        self?.lastInput = ClockReading.now.elapsed
      default: break
      }
    }
    gtk_widget_add_controller(pointer, input)
  }

  // MARK: Zone and clock

  /// The session's days are those of another zone.
  private func displayZoneChanged() {
    timeline.finishKeyboardEdit()
    timeline.displayZoneChanged()
    presentWatch.look()
    editor?.clocksChanged()
    let zone = phrases.zone(session.displayZone.identifier)
    show(notice: phrases.translator.tr("Time zone changed to {zone}", ["zone": zone]))
  }

  private func clockFormatChanged() {
    phrases.clock = Language.clock
    session.phrases = phrases
    timeline.phrases = phrases
    editor?.clocksChanged()
    updateTitle()
  }
}
