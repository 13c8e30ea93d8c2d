import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

// Provides the controllers and the menus with positions and actions.
extension ViewStack: TimelineControllersHost, ContextMenusHost {
  var eventWithOpenDetails: Occurrence.ID? { detailsPopover.shownID }

  // MARK: Positions

  func viewportPoint(x: Double, y: Double) -> Point { Point(x: x, y: y - viewportTop) }

  /// The distance in px from the top of this widget to the viewport.
  var viewportTop: Double { Double(height - Int(gtk_widget_get_height(parts.viewport))) }

  func isOnDays(x: Double, y: Double) -> Bool {
    guard let pickedWidget = gtk_widget_pick(gtkWidget, x, y, GTK_PICK_DEFAULT),
      gtk_widget_get_ancestor(pickedWidget, gtk_button_get_type()) == nil, !editor.contains(pickedWidget)
    else { return false }
    return parts.days.contains {
      pickedWidget == $0 || gtk_widget_is_ancestor(pickedWidget, $0) != 0
    }
  }

  func target(at point: Point, _ pointer: PointerKind) -> PressTarget? {
    guard var target = state.target(at: point, by: pointer, in: visibleScene) else { return nil }
    target.refusal = dataSource?.refusal(for: target.occurrence)
    return target
  }

  func selectDay(of target: PressTarget, pressedAt point: Point) {
    let (days, surface) = (target.occurrence.days, view.scene.surface)
    let pressedDay = surface.pressPosition(at: point).day
    guard pressedDay != day, days.contains(day), days.contains(pressedDay) else { return }
    // The block of the selected day gets the focus and the details, and that must be the pressed one. A bar is the same on
    // all of its days.
    let (pressed, selected) = (
      surface.extent(of: target.occurrence.id, on: pressedDay),
      surface.extent(of: target.occurrence.id, on: day)
    )
    if pressed?.x != selected?.x || pressed?.y != selected?.y { day = pressedDay }
  }

  // MARK: Actions

  func stopKineticScrolling() { view.handle(.stopScrolling) }

  func motionPreferenceChanged(_ isReduced: Bool) { view.handle(.update(.motion(isReduced: isReduced))) }

  /// Returns whether the view has handled Escape.
  func handleEscape() -> Bool { view.handle(.escape) }

  /// Forgets touches whose end will not be reported.
  func forgetTouches() {
    send(.fingersLost)
    view.handle(.fingersLifted)
  }

  // MARK: Menus

  func openMenu(at point: Point, widgetPoint: Point) { menus.open(at: point, widgetPoint: widgetPoint) }

  var canPaste: Bool { callbacks.canPaste() }

  package func canEdit(_ occurrence: Occurrence) -> Bool { dataSource?.refusal(for: occurrence) == nil }

  func performOnSeries(_ action: ClipboardAction, of occurrence: Occurrence) {
    guard !isEventLifted else { return }
    detailsPopover.close()
    callbacks.onClipboardAction(action, occurrence)
  }

  func paste(at point: Point?) {
    guard !isEventLifted else { return }
    detailsPopover.close()
    let target = point.map { point -> PasteTarget in
      let surface = view.scene.surface
      guard surface.newBarTop(at: point) == nil, let time = surface.time(pointedAt: point) else {
        return .day(surface.pressPosition(at: point).day)
      }
      return .time(time)
    }
    callbacks.onClipboardAction(.paste(at: target), nil)
  }

  // MARK: Keys

  /// The event that keyboard actions apply to: one that the user has selected, not one that merely received
  /// the focus when the window opened.
  package var selectedOccurrence: Occurrence? { state.isFocusIncidental ? nil : focusedOccurrence }

  var focusedTarget: TimelineInput.EventTarget? { focusedOccurrence.map(eventTarget) }

  /// The occurrence that key presses apply to.
  var focusedOccurrence: Occurrence? {
    state.focus.flatMap { occurrenceOnPage($0) ?? state.interaction.keyboardMove?.occurrence }
  }

  /// Called when the window has become active or inactive. When it becomes inactive, a lifted event returns
  /// to its original position.
  package func windowActiveChanged(_ isActive: Bool) {
    isWindowActive = isActive
    if isActive { announcer.windowActivated() }
    guard !isActive, !menus.isReturningFocus else { return }
    send(.interrupted(.focusLost))
    forgetTouches()
  }

  package func windowFocusMoved() { if liftPresenter.block == nil { announcer.focusMoved() } }
}
