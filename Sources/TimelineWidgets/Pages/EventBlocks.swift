import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

/// Supplies the state that event blocks depend on, and handles their events.
@MainActor
protocol EventBlocksHost: AnyObject {
  /// The state of the active interaction.
  var state: TimelineState { get }
  /// Returns the present moment.
  var now: () -> Instant { get }
  /// Performs an action that assistive technology has activated on a block.
  func perform(_ action: EventAction, on occurrence: Occurrence)
  /// Called when a block has gained or lost the focus.
  func focusChanged(_ block: EventBlock, _ isFocused: Bool)
}

/// Creates the blocks of events, and keeps their text and appearance up to date.
@MainActor
final class EventBlocks {
  weak var host: (any EventBlocksHost)?
  private let style: TimelineStyle
  /// The events that are marked: lifted, selected or focused.
  private var marked: Set<Occurrence.ID> = []

  init(style: TimelineStyle) { self.style = style }

  /// Creates a block that shows an occurrence on a day. For an all-day event, `day` is the first day of a
  /// page of `dayCount` days.
  func make(_ occurrence: Occurrence, on day: Day, dayCount: Int) -> EventBlock {
    let block = EventBlock(
      occurrence: occurrence, content: content(of: occurrence, on: day, dayCount: dayCount),
      name: style.phrases.accessibleName(occurrence), style: style)
    block.onAction = { [weak self] block, action in self?.host?.perform(action, on: block.occurrence) }
    block.onFocus = { [weak self] block, isFocused in self?.host?.focusChanged(block, isFocused) }
    return block
  }

  /// Updates a block to show the present state of an occurrence.
  func refresh(_ block: EventBlock, _ occurrence: Occurrence, on day: Day, dayCount: Int) {
    block.update(
      occurrence: occurrence, content: content(of: occurrence, on: day, dayCount: dayCount),
      name: style.phrases.accessibleName(occurrence))
    updateAppearance(block)
  }

  // MARK: Content

  /// The content of a block on a day.
  func content(of occurrence: Occurrence, on day: Day, dayCount: Int) -> BlockContent {
    var content = BlockContent(occurrence, on: day, now: now, phrases: style.phrases)
    if occurrence.isInAllDayRow {
      if occurrence.isAllDay { content.timeText = "" }
      // A bar belongs to the whole page, which begins with that day.
      content.continuesBefore = occurrence.days.lowerBound < day
      content.continuesAfter = occurrence.days.upperBound > day.adding(days: dayCount)
    }
    return content
  }

  /// The content of a lifted event's block, which shows the whole event.
  func fullContent(of occurrence: Occurrence) -> BlockContent {
    var content = BlockContent(occurrence, on: occurrence.start.wall.day, now: now, phrases: style.phrases)
    (content.continuesBefore, content.continuesAfter) = (false, false)
    return content
  }

  private var now: Instant { host?.now() ?? Instant(seconds: 0) }

  // MARK: Appearance

  /// Updates whether a block appears selected, focused or lifted.
  func updateAppearance(_ block: EventBlock) {
    guard let marks = host?.state.marks(of: block.occurrence.id, isBar: block.isBar) else { return }
    var appearance: BlockAppearance = marks.isLifted ? .original : .resting
    appearance.isFocused = marks.isFocused
    appearance.isSelected = marks.hasHandles
    block.appearance = appearance
    block.isHiddenFromAccessibility = marks.isLifted
    block.isSelected = marks.isSelected
  }

  /// Updates, on all pages, the appearance of the events that are lifted, selected or focused, and of those
  /// that were before.
  func updateAppearances(on deck: PageDeck) {
    guard let host else { return }
    let now = host.state.markedEvents
    deck.updateAppearances(of: now.union(marked))
    marked = now
  }
}
