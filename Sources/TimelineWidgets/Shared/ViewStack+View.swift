import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

// What the view asks of the stack, and what it reports.
extension ViewStack: CalendarViewHost {
  package var displayZone: Zone? { dataSource?.displayZone }

  package var surfaceConditions: SurfaceConditions {
    SurfaceConditions(
      zone: zone, dragThreshold: controllers.desktopSettings.dragThreshold, sidebar: sidebarDropTargets)
  }

  package var isMotionReduced: Bool { controllers.desktopSettings.isMotionReduced }

  package func occurrencesToShow(in days: Range<Day>) -> [Occurrence] {
    let shownOccurrences =
      state.interaction.scopeQuestion?.preview.map { dataSource?.occurrences(in: days, showing: $0) ?? [] }
      ?? storedOccurrences(in: days)
    return state.occurrencesToShow(from: shownOccurrences, in: days, zone: zone)
  }

  package func storedOccurrences(in days: Range<Day>) -> [Occurrence] {
    dataSource?.occurrences(in: days) ?? []
  }

  package func preserveFocus(during body: () -> Void) { focusManager.preserveFocus(during: body) }

  package func viewReports(_ event: ViewEvent) {
    switch event {
    case .layoutChanged:
      send(.layoutChanged)
      scopeCardMoved()
    case .scrolled: scrolled()
    case .pagesWillMove: finishNamingIfPagesTurn()
    case .pagesMoved: frameRecorder?.recordPaging()
    case .pageWillTurn:
      detailsPopover.close()
      finishNamingIfPagesTurn()
    case .pageTurned: pageTurned()
    case .reloaded: blocks.updateAppearances(in: view)
    case .daysChanged: callbacks.onDayChanged(day)
    case .resized: callbacks.onResized()
    case .zoomed(let pixelsPerHour): callbacks.onZoomChanged(pixelsPerHour)
    }
  }

  /// Scrolling moves everything except a lifted event.
  private func scrolled() {
    detailsPopover.close()
    scopeCardMoved()
    if state.interaction.isPointerActive || isEventLifted {
      FrameStatistics.measure { _ = send(.layoutChanged) }
    }
    frameRecorder?.recordScrolling()
  }

  private func pageTurned() {
    let hadFocus = containsFocus
    send(.layoutChanged)
    blocks.updateAppearances(in: view)
    scopeCardMoved()
    if hadFocus, scopeCard == nil || !isChoosingScope, liftPresenter.block == nil, !focusManager.isOnPage,
      !focusManager.isOnDates
    {
      // When the focus moves to a page, a screen reader also reads the name of the page.
      takeFocus()
    }
    callbacks.onDayChanged(day)
  }

  // MARK: Events

  /// Fetches the events from the data source again and shows them.
  package func reload() {
    reloadEvents()
    FrameStatistics.measure { endInteractionWithRemovedEvents() }
  }

  /// Fetches the events again and shows them frame by frame, because calendars have been hidden, shown or given a
  /// different color.
  package func reloadGradually() {
    guard dataSource != nil else { return }
    FrameStatistics.measure {
      detailsPopover.close()
      view.handle(.reload(.gradually))
      endInteractionWithRemovedEvents()
    }
  }

  /// Fetches the events again after a change by another program. While the user holds something, they are shown frame
  /// by frame, so that no frame is delayed.
  package func reloadAfterExternalChange() {
    guard dataSource != nil, !state.isNothingHeld else { return reload() }
    FrameStatistics.measure {
      view.handle(.reload(.queued))
      endInteractionWithRemovedEvents()
    }
  }

  /// Fetches the events again, after a change that cannot have removed the event that is being changed.
  func reloadEvents() {
    guard dataSource != nil else { return }
    // A reload can delay a frame of a drag, so it counts as work on that frame.
    FrameStatistics.measure {
      leaveRemovedEvent()
      view.handle(.reload(.now))
      blocks.updateAppearances(in: view)
      editor.fieldMoved()
      scopeCardMoved()
    }
  }

  /// Called when the events are fetched again. Closes the details of an event that no longer exists,
  /// and ends a drag or an edit of such an event with an announcement.
  private func endInteractionWithRemovedEvents() {
    if let id = detailsPopover.shownID, occurrenceOnPage(id) == nil { detailsPopover.close() }
    if let id = state.deletion?.id, occurrenceOnPage(id) != nil { send(.deletedEventReturned) }
    refreshSelection()
    guard let dataSource, let editedEvent = state.interaction.editedEvent else { return }
    let span = editedEvent.span
    let currentOccurrences = dataSource.occurrences(in: span.start.day..<span.end.day.adding(days: 1))
    guard let currentOccurrence = currentOccurrences.first(where: { $0.id == editedEvent.id }) else {
      send(.editedEventRemoved)
      return
    }
    if let question = state.interaction.scopeQuestion { computeChoices(of: question, for: currentOccurrence) }
  }

  // MARK: Time and phrases

  /// Called when the minute or the day has changed.
  package func currentTimeChanged() { view.handle(.update(.currentTime)) }

  /// Called when the data source has changed its display zone.
  package func displayZoneChanged() {
    view.handle(.update(.displayZone))
    refreshDetails()
  }

  /// Called when the clock format or the phrases have changed.
  func phrasesChanged() {
    detailsPopover.phrases = style.phrases
    liftPresenter.forgetLabel()
    liftLayer.restyle()
    view.handle(.update(.phrases))
    refreshDetails()
  }
}
