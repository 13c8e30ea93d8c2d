import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

// Positions and actions for the controllers.
extension TimelineView: TimelineControllersHost {
  var state: TimelineState { loop.state }

  var shownDetails: Occurrence.ID? { popover.shown }

  // MARK: Positions

  func inViewport(x: Double, y: Double) -> Point { Point(x: x, y: y - viewportTop) }

  /// The distance in px from the top of this widget to the viewport.
  var viewportTop: Double { hours.top(in: self) }

  func isOnDays(x: Double, y: Double) -> Bool {
    guard let picked = gtk_widget_pick(pointer, x, y, GTK_PICK_DEFAULT),
      gtk_widget_get_ancestor(picked, gtk_button_get_type()) == nil, !editor.contains(picked)
    else { return false }
    return [sheet.pointer, allDay.area.pointer].contains {
      picked == $0 || gtk_widget_is_ancestor(picked, $0) != 0
    }
  }

  func target(at point: Point, _ pointer: PointerKind) -> PressTarget? {
    guard var target = state.target(at: point, by: pointer, in: shownScene) else { return nil }
    target.refusal = dataSource?.refusal(for: target.occurrence)
    return target
  }

  // MARK: Actions

  func stopKineticScrolling() { hours.stopKineticScrolling() }

  func turnPages(_ input: PagerInput) { paging.handle(input) }

  func reduceMotion(_ isReduced: Bool) { paging.reduceMotion(isReduced) }

  /// Forgets touches whose end is reported to another widget.
  func forgetFingers() {
    send(.fingersLost)
    paging.deck.dropRetired()
  }

  // MARK: Keys

  var focusedSubject: TimelineInput.Subject? { focusedOccurrence.map(subject) }

  /// The occurrence that key presses apply to.
  var focusedOccurrence: Occurrence? {
    state.focus.flatMap { shown($0) ?? state.interaction.hold?.occurrence }
  }

  /// Called when the window has become active or inactive. A lifted event returns to its place when the
  /// window becomes inactive.
  package func windowActiveChanged(_ isActive: Bool) {
    guard !isActive, !menus.areHandingBack else { return }
    send(.interrupted(.focusLost))
    forgetFingers()
  }
}
