import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

// Keeps track of the focused day and event, and keeps them in view.
extension TimelineView: TimelineFocusHost {
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
    let isShown = page.days.contains(day)
    turn(to: day)
    scrollToInitialPosition()
    if isShown { focusManager.focusOrAnnounceDay() }
  }

  /// Turns and scrolls to an event and focuses it, for example after an undo.
  package func reveal(_ occurrence: Occurrence) {
    showPage(occurrence)
    focusManager.focusAndReveal(occurrence.id)
  }

  /// Turns and scrolls to an event without moving the focus.
  package func scrollIntoView(_ occurrence: Occurrence) {
    showPage(occurrence)
    scrollEventIntoView(occurrence)
  }

  package var position: ViewPosition {
    ViewPosition(
      day: day, shownDays: page.days, scroll: scrollContent.scroll, focus: containsFocus ? state.focus : nil)
  }

  package func restore(_ position: ViewPosition, takesFocus: Bool) {
    jump(to: position.day, scroll: position.scroll)
    if page.days != position.shownDays, page.days.count == position.shownDays.count {
      paging.setDayPaging(storedConfiguration.dayPaging(of: shownView, anchor: position.shownDays.lowerBound))
      paging.showPages(immediately: true)
      jump(to: position.day, scroll: position.scroll)
    }
    guard takesFocus else { return }
    if let id = position.focus, block(for: id) != nil {
      focusManager.focusEvent(id, scrolls: false)
    } else {
      returnFocus()
    }
  }

  /// Turns to the page of an event if the event is not on the current page, and selects its day.
  func showPage(_ occurrence: Occurrence) {
    if !occurrence.span.overlaps(TimeSpan(days: page.days)) {
      jump(to: occurrence.start.wall.day, scroll: scrollContent.scroll)
    }
    select(dayOf: occurrence)
  }

  /// Selects a day of an event, unless one of its days is already selected.
  private func select(dayOf occurrence: Occurrence) {
    if !occurrence.days.contains(day) { day = page.days.nearestDay(to: occurrence.days.lowerBound) }
  }

  func focusChanged(_ block: EventBlock, _ isFocused: Bool) {
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
    // Selects the day that the block belongs to.
    if let column = page.columns.first(where: { $0.block(for: block.occurrence.id) === block }) {
      day = column.day
    } else {
      select(dayOf: block.occurrence)
    }
    send(.focused(block.occurrence.id, isIncidental: false))
  }

  /// Moves the focus from an event that the data source no longer has on this page to its neighbor on the selected day, or
  /// to the day. Call this before the event's block is removed: GTK would give the focus to another part of the window.
  func leaveRemovedEvent() {
    guard let dataSource, state.interaction.isIdle, let id = state.focus,
      let block = page.blocks(for: id).first(where: { gtk_widget_is_focus($0.gtkWidget) != 0 })
    else { return }
    if let current = dataSource.currentState(of: block.occurrence), current.id == id,
      current.span.overlaps(TimeSpan(days: page.days))
    {
      return
    }
    let eventsOfDay = dataSource.occurrences(in: day..<day.adding(days: 1))
    let neighbor = TimelineState.neighbor(ofEventAt: block.occurrence.start.instant, among: eventsOfDay)
    send(.focusAfterDeletion(of: id, neighbor: neighbor.flatMap { occurrenceOnPage($0.id) }?.id))
  }

  /// Scrolls just far enough to make an event visible.
  func scrollEventIntoView(_ occurrence: Occurrence) { hours.scrollIntoView(occurrence, on: day) }
}
