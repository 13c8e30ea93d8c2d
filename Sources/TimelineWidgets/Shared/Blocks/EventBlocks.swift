import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

/// Supplies the state that event blocks depend on, and handles their actions and focus changes.
@MainActor
package protocol EventBlocksHost: AnyObject {
  /// The state of the active interaction.
  var state: TimelineState { get }
  /// The event that shows a ring without having the focus; nil for none.
  var highlightedOccurrence: Occurrence.ID? { get }
  /// Returns the current time.
  var now: () -> Instant { get }
  /// Performs an action that assistive technology has activated on a block.
  func perform(_ action: EventAction, on occurrence: Occurrence)
  /// Returns the name of an event's calendar if several calendars are open; nil otherwise.
  func distinguishingCalendarName(of event: CalendarEvent) -> String?
  /// Returns whether an event can be changed.
  func canEdit(_ occurrence: Occurrence) -> Bool
  /// Called when a block has gained or lost the focus.
  func focusChanged(_ block: EventBlock, _ isFocused: Bool)
}

/// Creates the blocks of events, and keeps their text and appearance up to date.
@MainActor
package final class EventBlocks {
  weak var host: (any EventBlocksHost)?
  private let style: TimelineStyle
  /// The events that are marked: lifted, selected or focused.
  private var markedEvents: Set<Occurrence.ID> = []

  /// For each calendar whose events have blocks: one of the events, and the calendar's name if it is part of the
  /// blocks' accessible names.
  private var calendarNames: [CalendarID: (occurrence: Occurrence, name: String?)] = [:]

  init(style: TimelineStyle) { self.style = style }

  /// Creates a block that shows an occurrence on a day. For an event in the all-day row, `day` is the first day
  /// of a page of `dayCount` days.
  package func createBlock(_ occurrence: Occurrence, on day: Day, dayCount: Int) -> EventBlock {
    let calendarName = calendarName(of: occurrence)
    let block = EventBlock(
      occurrence: occurrence, content: content(of: occurrence, on: day, dayCount: dayCount),
      calendarName: calendarName,
      accessibleName: style.phrases.accessibleName(occurrence, calendar: calendarName), style: style)
    block.onAction = { [weak self] block, action in self?.host?.perform(action, on: block.occurrence) }
    block.onFocus = { [weak self] block, isFocused in self?.host?.focusChanged(block, isFocused) }
    return block
  }

  /// Updates a block to show the current state of an occurrence.
  package func refresh(_ block: EventBlock, _ occurrence: Occurrence, on day: Day, dayCount: Int) {
    let calendarName = calendarName(of: occurrence)
    block.update(
      occurrence: occurrence, content: content(of: occurrence, on: day, dayCount: dayCount),
      calendarName: calendarName,
      accessibleName: style.phrases.accessibleName(occurrence, calendar: calendarName))
    updateAppearance(block)
  }

  /// Returns the name of an event's calendar if it is part of the block's accessible name, and records it.
  private func calendarName(of occurrence: Occurrence) -> String? {
    let name = host?.distinguishingCalendarName(of: occurrence.event)
    calendarNames[occurrence.event.id.calendar] = (occurrence, name)
    return name
  }

  /// Returns whether the calendar names in the blocks' accessible names are out of date: a calendar has been renamed,
  /// or the names have become necessary or unnecessary. All blocks must then be updated, even those of unchanged
  /// events.
  package func calendarNamesHaveChanged() -> Bool {
    let hasChanged = calendarNames.values.contains {
      host?.distinguishingCalendarName(of: $0.occurrence.event) != $0.name
    }
    // Updating the blocks records the names again, but not those of calendars that are closed.
    if hasChanged { calendarNames = [:] }
    return hasChanged
  }

  // MARK: Content

  /// Returns the content of a block on a day.
  func content(of occurrence: Occurrence, on day: Day, dayCount: Int) -> BlockContent {
    var content = BlockContent(occurrence, on: day, now: now, phrases: style.phrases)
    if occurrence.isInAllDayRow {
      if occurrence.isAllDay { content.timeText = "" }
      // A bar belongs to the whole page, whose first day is `day`.
      content.continuesBefore = occurrence.days.lowerBound < day
      content.continuesAfter = occurrence.days.upperBound > day.adding(days: dayCount)
    }
    return content
  }

  /// Returns the content of a lifted event's block, which shows the whole event.
  func fullContent(of occurrence: Occurrence) -> BlockContent {
    var content = BlockContent(occurrence, on: occurrence.start.wall.day, now: now, phrases: style.phrases)
    (content.continuesBefore, content.continuesAfter) = (false, false)
    return content
  }

  private var now: Instant { host?.now() ?? Instant(seconds: 0) }

  // MARK: Appearance

  /// Updates whether a block appears selected, focused or lifted.
  package func updateAppearance(_ block: EventBlock) {
    guard let host else { return }
    let marks = host.state.marks(
      of: block.occurrence.id, isBar: block.isBar, isLocked: !host.canEdit(block.occurrence))
    var appearance: BlockAppearance = marks.isLifted || marks.isDeletionPending ? .original : .resting
    if let highlightedID = host.highlightedOccurrence {
      // The focus is elsewhere, so only one event has a ring.
      appearance.isFocused = highlightedID == block.occurrence.id && !marks.isLifted
    } else {
      appearance.isFocused = marks.isFocused
      appearance.hasHandles = marks.hasHandles
    }
    appearance.isSelected = marks.isInSelection && !marks.isLifted
    block.appearance = appearance
    block.isReplaced = marks.isLifted
    block.isSelected = marks.isSelected
  }

  /// Updates the appearance of events of a view: those that are lifted, selected or focused now, or were at the previous
  /// call.
  func updateAppearances(in view: any CalendarView) {
    guard let host else { return }
    let events = host.state.markedEvents.union([host.highlightedOccurrence].compactMap(\.self))
    for id in events.union(markedEvents) { view.blocks(for: id).forEach(updateAppearance) }
    markedEvents = events
  }
}
