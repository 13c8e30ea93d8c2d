import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

// Keeps track of the focused day and event, and keeps them in view.
extension ViewStack: FocusManagerHost {
  var containsFocus: Bool { focusManager.isInside }

  /// Focuses the timeline without a focus ring, for example when the window opens.
  package func takeFocus() { focusManager.focusFirstEvent() }

  /// Returns the focus to the event that had it, or else to the first event or the day.
  package func returnFocus() {
    if let id = state.focus, block(for: id) != nil {
      focusManager.focusEvent(id, scrolls: true)
    } else {
      takeFocus()
    }
  }

  /// Selects a day, turns to its page, and scrolls to the current time, or to the first event if today is not
  /// visible. If the timeline contains the focus, moves the focus to the day.
  package func goTo(_ day: Day) {
    let isShown = shownDays.contains(day)
    turn(to: day)
    scrollToInitialPosition()
    if isShown { focusManager.focusOrAnnounceDay() }
  }

  /// Turns and scrolls to an event and focuses it, for example after an undo.
  package func reveal(_ occurrence: Occurrence) {
    view.go(to: .page(of: occurrence))
    focusManager.focusAndReveal(occurrence.id)
  }

  /// Turns and scrolls to an event without moving the focus.
  package func scrollIntoView(_ occurrence: Occurrence) {
    view.go(to: .page(of: occurrence))
    view.go(to: .scrolled(to: occurrence))
  }

  package var position: ViewPosition {
    let surface = view.scene.surface
    return ViewPosition(
      day: day, shownDays: surface.days, scroll: surface.place.offset,
      focus: containsFocus ? state.focus : nil)
  }

  package func restore(_ position: ViewPosition, takesFocus: Bool) {
    view.go(to: .position(position))
    guard takesFocus else { return }
    if let id = position.focus, block(for: id) != nil {
      focusManager.focusEvent(id, scrolls: false)
    } else {
      returnFocus()
    }
  }

  package func focusChanged(_ block: EventBlock, _ isFocused: Bool) {
    guard isFocused else {
      if liftPresenter.block == nil {
        block.appearance.isFocused = highlightedOccurrence == block.occurrence.id
        block.appearance.hasHandles =
          state.selectedEvent == block.occurrence.id && canEdit(block.occurrence)
      }
      return
    }
    highlightedOccurrence = nil
    if liftPresenter.block == nil { announcer.focusMoved() }
    view.handle(.selectDay(of: block))
    send(.focused(block.occurrence.id, isIncidental: false))
  }

  /// Moves the focus from an event that the data source no longer has on this page to its neighbor on the selected day, or
  /// to the day. Call this before the event's block is removed: GTK would give the focus to another part of the window.
  func leaveRemovedEvent() {
    guard let dataSource, state.interaction.isIdle, let id = state.focus,
      let block = view.blocks(for: id).first(where: { gtk_widget_is_focus($0.gtkWidget) != 0 })
    else { return }
    if let current = dataSource.currentState(of: block.occurrence), current.id == id,
      current.span.overlaps(TimeSpan(days: shownDays))
    {
      return
    }
    let eventsOfDay = dataSource.occurrences(in: day..<day.adding(days: 1))
    let neighbor = TimelineState.neighbor(ofEventAt: block.occurrence.start.instant, among: eventsOfDay)
    send(.focusAfterDeletion(of: id, neighbor: neighbor.flatMap { occurrenceOnPage($0.id) }?.id))
  }
}
